"""Counted positions: the figures any other implementation must reach too."""

import pytest

from engine.api import Seat
from engine.cli.perft import perft
from engine.registry import ruleset

GAME = ruleset("saboteur")

# Counted by hand: each player can pass his P5 or lay it at either end, then the game is over.
CORRIDOR = """
saboteur rounds=1
@1 hand P5
@2 hand P5
@3 hand P5
"""
# Depth 1 counted by hand: 5 passes, 9 rockfalls, 3 maps, 2 repairs, 14 ways to lay P3 or P4.
# Deeper lie a stone that fits both ways, broken tools, and draws from the stock.
BRANCHES = """
saboteur edition=EDITION
seed 0000000000000000000000000000000c
goals i1 Z1, i3 Z3, i5 Z2
maze a3 S, b3 P5, c3 P5, d3 P5, e3 P1, f3 P1, g3 P6, g4 P6~, h3 P7, i4 P7~
@1 digger hand P3 P4 rockfall map fix-pick-cart
@2 digger hand P2 break-pick broken pick cart
@3 saboteur hand P1 D1 break-lantern seen i1
stock P7 fix-cart P6
"""
# Depth 1 counted by hand: 4 passes, 3 maps, 10 places for P1, 12 ways for P3, 2 for D5.
TREASURE_IN_REACH = """
saboteur
goals i1 Z2, i3 Z1, i5 Z3
maze a3 S, b3 P5, c3 P5, d3 P5, e3 P1, f3 P1, g3 P1
@1 digger hand P1 P3 D5 map
@2 digger hand P2 rockfall
@3 saboteur hand D1 break-cart
@4 digger hand fix-cart P7
stock P6 P4 map
"""


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (CORRIDOR, [3, 9, 27, 0]),
        (BRANCHES.replace("EDITION", "current"), [33, 130, 1_896, 50_297]),
        (BRANCHES.replace("EDITION", "2004"), [43, 170, 2_702]),
        (TREASURE_IN_REACH, [31, 785, 10_706]),
    ],
    ids=["corridor", "branches", "branches of 2004", "treasure in reach"],
)
def test_positions_have_so_many_continuations(text: str, counts: list[int]) -> None:
    state = GAME.parse_position(text)
    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("seats", "options", "counts"),
    [(3, {}, [18, 366, 7_010]), (10, {"edition": "2004"}, [21, 482, 9_258])],
)
def test_deals_have_so_many_continuations(
    seats: int, options: dict[str, str], counts: list[int]
) -> None:
    state = GAME.setup((1).to_bytes(16, "big"), seats, options).state
    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_a_finished_game_has_none() -> None:
    state = GAME.parse_position(CORRIDOR)
    for seat, move in enumerate(("lay P5 b3", "lay P5 c3", "pass P5")):
        state = GAME.apply(state, Seat(seat), GAME.parse(move)).state
    assert perft(GAME, state, 0) == 1
    assert perft(GAME, state, 1) == 0
