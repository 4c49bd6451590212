"""Saboteur 2: counted positions, the figures any other implementation must reach too."""

import pytest

from engine.cli.perft import perft
from engine.registry import ruleset

GAME = ruleset("saboteur2")

# Depth 1 counted by hand: P5 goes to b3 and -a3; alone it can also be passed.
CORRIDOR = """
saboteur2 rounds=1
@1 blue hand P5
@2 green hand P5
"""
# Depth 1 counted by hand: 41 passes of one to three of six cards, 15 pairs to remove the pick with,
# the theft, hands off @2, inspect @2, trap @2; without a pick no path card.
ACTIONS = """
saboteur2
thefts @2
@1 blue hand L2 theft hands-off trap inspect D1 broken pick
@2 green hand swap-hands swap-hats P1
stock P4 free C7
"""
# Depth 1 counted by hand: 7 passes, 6 rockfalls, 3 pairs to remove the theft with, 2 places for P5,
# 8 for the bridge. Two lays reach the treasure behind doors of both colours; thefts follow then.
TREASURE = """
saboteur2 rounds=1
maze a3 S, b3 G2, c3 P1, d3 P5, e3 P1, f3 B2, g3 P5
thefts @1 @3
@1 blue hand P5 E1 rockfall
@2 boss hand P1 map trap broken cart gold 2
@3 saboteur hand swap-hands D1 gold 1
stock fix-cart P4
"""


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (CORRIDOR, [3, 9, 0]),
        (ACTIONS, [60, 1_016, 50_897]),
        (TREASURE, [26, 364, 4_716]),
    ],
    ids=["corridor", "actions", "treasure"],
)
def test_positions_have_so_many_continuations(text: str, counts: list[int]) -> None:
    state = GAME.parse_position(text)
    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("seats", "options", "counts"),
    [(2, {}, [57, 3_151]), (12, {"fourth_rockfall": "off"}, [39, 2_262])],
)
def test_deals_have_so_many_continuations(
    seats: int, options: dict[str, str], counts: list[int]
) -> None:
    state = GAME.setup((1).to_bytes(16, "big"), seats, options).state
    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts
