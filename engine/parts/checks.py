"""What no position of a maze may contradict, whatever the game."""

from collections.abc import Iterable, Mapping

from engine.maze import grid
from engine.maze.cells import AROUND, Cell, cell_name
from engine.maze.tiles import Placed
from engine.parts.words import require


def check_neighbours(laid: grid.Maze, goal_kinds: Iterable[int]) -> None:
    """Raise PositionError if two cards lie side by side that do not fit."""
    tiles, free = laid.tiles, frozenset(goal_kinds)

    def is_goal(placed: Placed) -> bool:
        return placed >> 1 in free

    for cell, placed in laid.cards.items():
        for side, near, back in AROUND[cell]:
            other = laid.cards.get(near)
            # Goals may lie badly (ruling 13); every other card was laid where it fits.
            if other is None or is_goal(placed) or is_goal(other):
                continue
            agrees = bool(tiles.open[placed] & side) == bool(tiles.open[other] & back)
            require(agrees, f"the cards on {cell_name(cell)} and {cell_name(near)} do not fit")


def check_reached(
    laid: grid.Maze, network: grid.Network, orient: tuple[Cell, ...], kinds: Mapping[Cell, int]
) -> None:
    """Raise PositionError if a reached goal lies face down, or one waits that was not reached."""
    reached = network.front.keys() & laid.covered
    for cell in orient:
        waits = cell in reached and laid.tiles.turns(kinds[cell])
        require(waits, f"{cell_name(cell)} is no goal to orient: no way leads there")
    if not orient:
        names = ", ".join(map(cell_name, sorted(reached)))
        require(not reached, f"a way leads to {names}, which must lie face up")
