"""Counted positions of The Duel: the figures any other implementation must reach too."""

import pytest

from engine.cli.perft import perft
from engine.registry import ruleset

# Counted by hand: each can pass his card or lay it at either end of his start, then all is played.
STRAIGHT = """
duel rounds=1
@1 hand DU-EW
@2 hand DU-EW
"""
# Depth 1 counted by hand: three passes with one card and three with two, one door for the key, six
# maps, one troll to bribe, DU-NS on a1, b1, c1, a5 and b5. Deeper lie broken tools, gold for either
# dwarf, and trolls to be bribed after laying.
CROSSING = """
duel
goals f1 DU-GOAL-11, f3 DU-GOAL-18, f5 DU-GOAL-26
maze a3 DU-NS, b2 DU-DOOR-B1, c2 DU-TROLL-1, d3 DU-LADDER-GREEN, b4 DU-DOOR-G3~
@1 hand DU-NS key map
@2 hand DU-EW rockfall broken pick
stock DU-BEND-L fix-pick break-cart
"""
# One counter is left and two cards with gold can be reached at once. Depth 1 counted by hand: three
# passes, three places for DU-EW, six for DU-GOLD-3, which lies both ways round on each. The next
# round is dealt by the first version of the rules.
SCARCE = """
duel
rules 1
goals f1 DU-GOAL-14, f3 DU-GOAL-22, f5 DU-GOAL-12, h2 DU-GOAL-25, h4 DU-GOAL-26, j3 DU-GOAL-27
maze e2 DU-LADDER-GREEN, h2 DU-GOAL-25, h4 DU-GOAL-26, f5 DU-GOAL-12, a8 DU-TROLL-1, c8 DU-TROLL-2,\
 e8 DU-TROLL-3, g8 DU-GOLD-1
marked h2 @1, h4 @2, f5 @2, g8 @2
bribed a8 @2, c8 @2, e8 @2
@1 hand DU-GOLD-3 DU-EW
@2 hand DU-NS map
stock key DU-DBEND
"""
# Depth 1 counted by hand: ten passes, a door for the key, six maps, four places for DU-NS and three
# for DU-EW. The next cards of the stock go wrong.
ALONE = """
duel-solo
goals i1 DU-GOAL-11, i3 DU-GOAL-18, i5 DU-GOAL-26
maze b3 DU-DOOR-B1, g3 DU-LADDER-GREEN
@1 hand DU-NS DU-EW key map
stock rockfall break-pick DU-BEND-L DU-TROLL-1 fix-pick
"""
# Goal i3 then has a second closed door: a key more after DU-EW turns it.
RETIRED = ALONE.replace("DU-GOAL-18", "DU-GOAL-18-OLD")


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (STRAIGHT, [3, 9, 0]),
        (CROSSING, [19, 146, 2_534, 17_534]),
        (SCARCE, [18, 256, 5_569]),
        (ALONE, [24, 487, 9_030]),
        (RETIRED, [24, 488, 9_065]),
    ],
    ids=["straight", "crossing", "scarce", "alone", "retired"],
)
def test_positions_have_so_many_continuations(text: str, counts: list[int]) -> None:
    game = ruleset(text.split(maxsplit=1)[0])
    state = game.parse_position(text)
    assert [perft(game, state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("key", "seats", "counts"), [("duel", 2, [31, 1_046]), ("duel-solo", 1, [51, 1_821])]
)
def test_deals_have_so_many_continuations(key: str, seats: int, counts: list[int]) -> None:
    game = ruleset(key)
    state = game.setup(bytes(16), seats, {}).state
    assert [perft(game, state, depth) for depth in range(1, len(counts) + 1)] == counts
