"""Whatever cannot be played says why in words first, and passing stands beside it."""

import html
import re
from random import Random

import pytest
from django.utils import translation

from engine.registry import RULESETS, ruleset
from engine.rulesets.duel.cards import KIND as DUEL_KIND
from engine.rulesets.saboteur.cards import KIND
from engine.values import replace
from games import texts
from games.models import Game, Seat
from games.texts.rulesets import BOOKS
from games.views.chooser import choose
from tests.games.cast import NOW, asked, lay_out, started
from tests.games.pages.table import browser, seat_url, text_of

pytestmark = pytest.mark.django_db

HAND = ("P1", "break-pick", "fix-cart", "fix-lantern", "map")


@pytest.fixture(autouse=True)
def _now(set_clock):
    set_clock(NOW)


def table(*, mine: int = 0, theirs: int = 0) -> Game:
    """Lay out a table of the base game with some tools broken, as bits."""
    game = started()
    state = ruleset("saboteur").load(game.state)
    seat = game.to_act[0]
    broken = tuple(mine if at == seat else theirs for at in range(game.seats))
    hand = tuple(sorted(KIND[code] for code in HAND))
    hands = tuple(hand if at == seat else cards for at, cards in enumerate(state.hands))
    return lay_out(game, replace(state, hands=hands, broken=broken))


def page(seat: Seat, *picks: str) -> str:
    url = seat_url(seat) + "?" + "&".join(f"pick={pick}" for pick in picks)
    return browser().get(url).content.decode()


def marked(shown: str) -> list[str]:
    """The cards that are marked in the hand."""
    cards = re.findall(r'<li class="hand-card.*?</li>', shown, re.DOTALL)
    return [html.unescape(text_of(card)).strip() for card in cards if "card-idle" in card]


def test_nothing_is_marked_that_can_be_played():
    shown = page(asked(table(theirs=0b100)))
    assert [name.split(" not now")[0] for name in marked(shown)] == ["repair lantern"]
    assert "The places where it can go light up." in shown
    assert 'class="hindered"' not in shown


def test_a_broken_tool_stands_above_the_hand_and_its_paths_say_so():
    seat = asked(table(mine=0b010))
    shown = page(seat)
    above = shown.index("Your lantern is broken: no path cards until it is mended.")
    assert above < shown.index('class="hand-card')
    assert "light up" not in shown
    assert len(marked(shown)) == 2
    shown = text_of(page(seat, "card:P1"))
    said = shown.index("This card cannot be played now Your lantern is broken")
    assert said < shown.index("You can put it face down instead.") < shown.index(" Pass ")
    assert "Ready?" not in shown


def test_a_repair_that_repairs_nothing_says_so():
    shown = text_of(page(asked(table()), "card:fix-cart"))
    assert "No tool is broken that it could mend." in shown


def test_a_hand_of_which_nothing_can_be_played_is_told_to_pass():
    game = table(mine=0b001, theirs=0b001)
    state = ruleset("saboteur").load(game.state)
    cards = tuple(sorted(KIND[code] for code in ("P1", "P2", "break-pick", "fix-cart")))
    hands = tuple(cards if at == game.to_act[0] else hand for at, hand in enumerate(state.hands))
    shown = page(asked(lay_out(game, replace(state, hands=hands))))
    assert "None of your cards can be played now" in shown
    assert len(marked(shown)) == 4


def test_where_two_cards_thrown_away_would_mend_a_card_still_says_why_it_cannot_be_played():
    game = started(("alice", "bob"), key="duel")
    state = ruleset("duel").load(game.state)
    seat = game.to_act[0]
    hand = tuple(sorted(DUEL_KIND[code] for code in ("DU-NS", "DU-EW", "fix-cart", "map")))
    hands = tuple(hand if at == seat else cards for at, cards in enumerate(state.hands))
    broken = tuple(0b010 if at == seat else 0 for at in range(2))
    lay_out(game, replace(state, hands=hands, broken=broken))
    shown = page(asked(game))
    assert len(marked(shown)) == 3
    shown = text_of(page(asked(game), "card:DU-NS"))
    reason = "This card cannot be played now Your lantern is broken: no path cards"
    assert shown.index(reason) < shown.index("discard it and pass")
    assert "Or discard a second card with it" in shown


@pytest.mark.parametrize("key", RULESETS)
def test_every_card_that_can_only_be_passed_has_a_reason_in_both_languages(key: str):
    rules, book, random = ruleset(key), BOOKS[key], Random(key)
    met: set[str] = set()
    for seed in range(6):
        state = rules.setup(bytes([seed] * 32), rules.meta.seats[-1], {}).state
        while to_act := rules.to_act(state):
            seat = min(to_act)
            moves = rules.legal_moves(state, seat)
            view = rules.view(state, seat)
            found = [_Choice(rules.format(move), rules.picks(move)) for move in moves]
            names = tuple(f"player {at}" for at in range(view.seats))
            reader = texts.reader_of(key, names, seat)
            chooser = choose(found, (), reader=reader, here="")
            for code in chooser.idle - met:
                met.add(code)
                said = set()
                for language in ("en", "de"):
                    with translation.override(language):
                        said.add(texts.why_idle(code, book.hindered(view)))
                assert len(said) == 2
            state = rules.apply(state, seat, random.choice(moves)).state
    assert met


class _Choice:
    def __init__(self, text, picks):
        self.text, self.picks = text, picks
