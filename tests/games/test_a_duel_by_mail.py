"""Several steps in one turn of a duel, and a game alone: who gets a letter, and when."""

import pytest
from django.utils import timezone

from engine.registry import ruleset
from games import letters
from games.models import Game, Letter
from games.services import turns
from tests.games.cast import NOW, again, asked, claim, lay_out, moves, play_to_the_end, started
from tests.games.pages.table import browser, seat_url, text_of

pytestmark = pytest.mark.django_db

BEGINNING = "duel\n@1 hand DU-TROLL-1 DU-NS\n@2 hand DU-EW map\nstock DU-EW DU-NS\n"
"""The green dwarf is asked and holds a troll that he can lay at his start."""


def at_table(key: str, position: str) -> Game:
    """Let people play on from a position."""
    rules = ruleset(key)
    game = started(["alice", "bob"][: len(rules.meta.seats) and rules.meta.seats[0]], key=key)
    state = rules.parse_position(position)
    lay_out(game, state)
    Letter.objects.all().delete()
    return again(game)


def move(game: Game, text: str) -> None:
    turns.play_move(claim(game), text, seen_ply=again(game).ply, now=NOW)


def page_of(game: Game) -> str:
    return text_of(browser().get(seat_url(asked(game))).content.decode())


def test_the_other_gets_a_letter_only_when_the_turn_with_all_its_steps_is_over() -> None:
    game = at_table("duel", BEGINNING)
    mover = asked(game)
    move(game, "lay DU-TROLL-1 b2")
    assert asked(game) == mover
    assert moves(game) == ["end", "bribe b2"]
    assert "a card is laid, a troll may be bribed" in page_of(game)
    assert not Letter.objects.exists()
    move(game, "bribe b2")
    assert asked(game) != mover
    assert list(Letter.objects.values_list("kind", "seat__number")) == [
        ("turn", asked(game).number)
    ]


def test_the_turn_letter_tells_the_steps_and_what_lies_on_the_table() -> None:
    game = at_table("duel", BEGINNING)
    move(game, "lay DU-TROLL-1 b2")
    move(game, "bribe b2")
    body = str(letters.render(Letter.objects.get(), now=NOW).body)
    for said in (
        "the troll at b2",
        "Counters left: 7",
        "0 gold, green dwarf, 1 troll to pay",
        "b2: green counter",
    ):
        assert said in body, body
    assert "/rules/duel/" in body


def test_gold_that_is_paid_and_won_stands_in_the_table_of_the_round() -> None:
    game = started(["alice", "bob"], key="duel", rounds="1")
    # Links end some time after their game, by the real clock.
    play_to_the_end(game, now=timezone.now())
    for seat in game.places.all():
        page = text_of(browser().get(seat_url(seat)).content.decode())
        assert "For trolls" in page
        result = Letter.objects.get(game=game, kind=Letter.Kind.RESULT, seat=seat)
        assert "For trolls: " in str(letters.render(result, now=NOW).body)


def test_alone_no_move_brings_a_letter_but_the_end_does() -> None:
    game = started(["alice"], key="duel-solo", rounds="1")
    before = Letter.objects.count()
    move(game, next(text for text in moves(game) if text.startswith("pass")))
    assert Letter.objects.count() == before
    play_to_the_end(game)
    result = Letter.objects.get(kind=Letter.Kind.RESULT)
    message = letters.render(result, now=NOW)
    assert message.subject == f"The game is over · {game.name}"
    assert f"{game.name} · The Duel alone" in str(message.body)
    assert "You have 0 gold. The mine kept most of it." in str(message.body)


ORIENT = """duel
goals f3 DU-GOAL-11
maze d3 DU-LADDER-GREEN
@1 hand DU-EW
@2 hand DU-NS
"""


def test_a_goal_that_fits_both_ways_round_is_shown_both_ways() -> None:
    game = at_table("duel", ORIENT)
    move(game, "lay DU-EW e3")
    url = seat_url(asked(game))
    page = browser().get(url).content.decode()
    assert page.count('class="option option-turn"') == 2
    assert page.count('class="card-art"') >= 2
    assert moves(game) == ["turn f3", "turn f3~"]
    turned = browser().get(f"{url}?pick=turn:turned").content.decode()
    assert 'class="ghost"' in turned
    assert "Lay the goal at f3 turned round." in turned


def test_who_can_pay_his_trolls_in_two_ways_is_asked_which() -> None:
    position = "\n".join(
        (
            "duel\nround 2",
            "maze b2 DU-TROLL-1, a1 DU-TROLL-2~",
            "bribed b2 @1, a1 @1",
            "@1 hand DU-NS gold DU-GOLD-1 DU-GOLD-2 DU-GOAL-26",
            "@2 hand none",
        )
    )
    game = at_table("duel", f"{position}\n")
    move(game, "pass DU-NS")
    page = page_of(game)
    assert "Which gold pays your trolls?" in page
    assert "pay with 2 " in page
    assert "pay with 1 + 1" in page
