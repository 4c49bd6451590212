"""Counted positions of The Dark Cave: the figures any other implementation must reach too."""

import pytest

from engine.cli.perft import perft
from engine.registry import ruleset

GAME = ruleset("dark-cave")

# By hand: @1 passes, lays his card east or west, or proposes the end. Then: nobody can step and @2
# passes, lays north or south, or proposes; after a lay @1 steps onto it, ends or proposes; after
# the proposal @2 agrees or not. Then: whoever plays the last card or agrees ends the game; after
# the lays there are 9 ways on each, after the pass 2, after the refusal 3.
TWO_CARDS = """
dark-cave
@1 hand I-EW
@2 hand I-NS
"""
# Depth 1 by hand: ten ways to pass, seven looks, four seats for the axe, five places for the rat,
# eleven cells for I-X, one cut, one proposal; an order is no move.
# Bridges, tunnels, a ladder, a goal at hand, webs with an axe beside one, creatures in play.
ROUGH = """
dark-cave
seed 0000000000000000000000000000000c
goals a1 GOAL-VEIN, i1 GOAL-EXIT, a9 GOAL-HOLE, i9 GOAL-LADDER
maze e5 START, f5 I-BRIDGE-EW, g5 I-DCA-TUNNEL, d5 II-BRIDGE-NS, e4 II-TH-HOLE~, e6 III-TV-HOLE,\
 b1 I-EW, c3 I-BR-LADDER
@1 blue loyal hand rat info I-X axe at f5.ew gold 2 axes 1
@2 blue saboteur hand goblin swap at b1 axes 1 keep
@3 blue loyal hand rockfall web lying at e4.s
@4 blue saboteur hand boots II-X at g5.t gold 0 booted
webs e5/f5 @2 2, e4/e5 @1 1
creatures goblin e5 @3, rat d5.w @4
stock III-X III-DE rat
"""
# Depth 1 by hand: eight places, the end of the walk, a proposal.
# The walk of a booted dwarf next to the exit, with cards to be drawn by somebody else.
WALK = """
dark-cave
goals a1 GOAL-EXIT, i1 GOAL-HOLE, a9 GOAL-VEIN, i9 GOAL-LADDER
maze e5 START, a1 GOAL-EXIT, b1 III-BRIDGE-EW, c1 II-DCB-TUNNEL, b2 I-TH-VEIN
veins b2
turn @2 walk steps 4 draws 1 @1
@1 yellow loyal hand I-X
@2 blue loyal hand rat I-EW at c1.w booted
@3 blue saboteur hand goblin at a1.e
@4 yellow saboteur hand info
@5 blue loyal hand web
stock III-X III-DE rat
"""


@pytest.mark.parametrize(
    ("text", "counts"),
    [(TWO_CARDS, [4, 12, 23, 37]), (ROUGH, [39, 263, 1_949]), (WALK, [10, 54, 195, 637])],
    ids=["two cards", "rough", "walk"],
)
def test_positions_have_so_many_continuations(text: str, counts: list[int]) -> None:
    state = GAME.parse_position(text)
    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("seats", "counts"), [(2, [32, 589]), (5, [36, 556]), (8, [38, 923])])
def test_deals_have_so_many_continuations(seats: int, counts: list[int]) -> None:
    state = GAME.setup((1).to_bytes(16, "big"), seats, {}).state
    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts
