"""Two taps and a button: what a move will do is seen and read before it is made."""

import re
from random import Random
from typing import Any

import pytest

from engine.registry import RULESETS, ruleset
from games.models import Game
from games.services import turns
from tests.games.blinding import blinded
from tests.games.cast import NOW, again, asked, claim, lay_out, started
from tests.games.pages.table import browser, checksum, seat_url, text_of
from tests.games.test_every_game_keeps_its_secrets import begun, undated

pytestmark = pytest.mark.django_db

NEAR = """saboteur rounds=1
goals i1 Z2, i3 Z1, i5 Z3
maze a3 S, b3 P5, c3 P5, d3 P3, e3 P3, f3 P3, g3 P3
stock D3 D4 D5
@1 digger hand P1 P3 break-cart fix-lantern rockfall map broken lantern
@2 digger hand P1 P4
@3 saboteur hand D1 D2"""


def near(text: str = NEAR, names: tuple[str, ...] = ("alice", "bob", "carol")) -> Game:
    """Lay out a table where the goals are one card away."""
    return lay_out(started(names), ruleset("saboteur").parse_position(text))


def opened(game: Game, *picks: str) -> str:
    query = "&".join(f"pick={pick}" for pick in picks)
    return browser().get(f"{seat_url(asked(game))}?{query}").content.decode()


def effects(page: str) -> list[str]:
    told = re.search(r'<ul class="effects".*?</ul>', page, re.DOTALL)
    return [text_of(line).strip() for line in re.findall("<li>.*?</li>", told[0])] if told else []


def links(page: str) -> list[str]:
    return [href.replace("&amp;", "&") for href in re.findall(r'href="[^"#]*\?(pick=[^"#]*)', page)]


def test_two_taps_lead_to_a_button_and_the_card_can_still_be_turned_round() -> None:
    game = near(NEAR.replace(" broken lantern", ""))
    page = opened(game, "card:P3", "cell:h3")
    assert 'class="button confirm-button"' in page
    assert 'name="move" value="lay P3 h3"' in page
    assert 'class="ghost"' in page
    round_about = re.search(r'class="lit-turn" href="([^"#]*)', page)
    turned = browser().get(round_about[1].replace("&amp;", "&")).content.decode()
    assert 'name="move" value="lay P3~ h3"' in turned


def test_another_card_can_be_tried_on_the_same_cell_and_another_cell_with_the_same_card() -> None:
    page = opened(near(NEAR.replace(" broken lantern", "")), "card:P3", "cell:h3")
    assert "pick=card%3AP1&pick=cell%3Ah3" in links(page)
    assert any(
        link.startswith("pick=card%3AP3&pick=cell%3A") and "h3" not in link for link in links(page)
    )


@pytest.mark.parametrize(
    ("picks", "told"),
    [
        (("card:P1", "cell:h3"), "Reaches the middle goal (i3), which is turned up."),
        (("card:break-cart", "seat:2"), "%(second)s cannot lay path cards then."),
        (("card:map", "cell:i1"), "You alone learn what the upper goal (i1) is."),
        (("card:rockfall", "cell:c3"), "Takes away what lies at c3: straight left–right."),
        (("card:rockfall", "cell:c3"), "Cuts 4 more cards off from the start."),
        (("card:P3", "act:pass"), "You draw a card for it."),
    ],
)
def test_a_move_says_what_it_will_do(picks: tuple[str, ...], told: str) -> None:
    game = near(NEAR.replace(" broken lantern", ""))
    second = game.places.get(number=1).name
    assert told % {"second": second} in effects(opened(game, *picks))


def test_mending_says_whether_paths_can_be_laid_again() -> None:
    both = NEAR.replace("broken lantern", "broken lantern pick")
    once = opened(near(), "card:fix-lantern", "seat:1")
    assert effects(once) == ["You can lay path cards again."]
    still = opened(near(both, ("dora", "emil", "fritz")), "card:fix-lantern", "seat:1")
    assert effects(still) == ["You still cannot lay path cards: broken pick."]


def test_a_goal_that_was_looked_at_is_named() -> None:
    seen = NEAR.replace(" broken lantern", " seen i3")
    told = effects(opened(near(seen), "card:P1", "cell:h3"))
    assert "Reaches the middle goal (i3). You know what lies there: treasure." in told


def test_no_move_waits_for_its_form_that_nobody_has_chosen() -> None:
    for key in RULESETS:
        for moves in (0, 9, 20):
            game = begun(key, moves)
            page = browser().get(seat_url(asked(game))).content.decode()
            assert "confirm-button" not in page or len(_choices(game)) == 1


def _choices(game: Game) -> Any:
    rules = ruleset(game.ruleset)
    state = rules.load(game.state)
    return rules.legal_moves(state, next(iter(rules.to_act(state))))


@pytest.mark.parametrize("moves", [3, 22, 37])
@pytest.mark.parametrize("key", RULESETS)
def test_no_byte_of_a_preview_changes_with_what_its_reader_cannot_know(
    key: str, moves: int
) -> None:
    game = begun(key, moves)
    seat, before, seed = asked(game), checksum(), Random(moves)
    url, todo, previews = seat_url(seat), [""], dict[str, bytes]()
    seen = {""}
    while todo and len(previews) < 12:
        query = todo.pop(seed.randrange(len(todo)))
        page = browser().get(f"{url}?{query}").content
        if b"confirm-button" in page:
            previews[query] = undated(page)
        fresh = [link for link in links(page.decode()) if link not in seen]
        todo += fresh
        seen.update(fresh)
    assert previews
    assert checksum() == before
    with blinded(game, seat.number, seed=moves) as rearranged:
        assert rearranged
        for query, page in previews.items():
            assert undated(browser().get(f"{url}?{query}").content) == page


def test_what_a_preview_of_a_lay_shows_is_what_then_happens() -> None:
    game = near(NEAR.replace(" broken lantern", "").replace("i1 Z2, i3 Z1", "i1 Z1, i3 Z2"))
    page = opened(game, "card:P1", "cell:h3")
    assert "Reaches the middle goal" in text_of(page)
    mover = asked(game)
    turns.play_move(claim(game), "lay P1 h3", seen_ply=0, now=NOW)
    after = browser().get(seat_url(mover)).content.decode()
    assert "You reached the goal at i3: stone" in text_of(after)
    assert again(game).ply == 1
