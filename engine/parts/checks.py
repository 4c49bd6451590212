"""What no position of a maze may contradict, whatever the game."""

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.decks.saboteur import ActionRow
from engine.maze import grid
from engine.maze.cells import AROUND, Cell, cell_name
from engine.maze.tiles import Placed
from engine.parts.board import FIXED, START_CELL
from engine.parts.cards import Box
from engine.parts.tools import named
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


def check_places(
    laid: grid.Maze, goals: Iterable[tuple[Cell, int]], codes: tuple[str, ...]
) -> None:
    """Raise PositionError unless start and goals lie where they belong, and only there."""
    places = {**dict(goals), START_CELL: laid.tiles.kind["S"]}
    require(START_CELL in laid.cards, f"no start card lies on {cell_name(START_CELL)}")
    for cell, placed in laid.cards.items():
        kind, name = placed >> 1, cell_name(cell)
        if cell in places:
            right = codes[places[cell]]
            require(kind == places[cell], f"{codes[kind]} lies on {name}, the place of {right}")
        else:
            require(kind not in places.values(), f"{codes[kind]} cannot lie on {name}")


def check_copies(left: Mapping[int, int], codes: tuple[str, ...], box: str) -> None:
    """Raise PositionError unless nothing is left of the box's cards, or less than nothing."""
    for kind, count in left.items():
        require(count >= 0, f"{-count} more of {codes[kind]} than {box}")
    missing = " ".join(codes[kind] for kind in sorted(left) for _ in range(left[kind]))
    require(not missing, f"cards that are nowhere: {missing}")


def check_treasure_is_hidden(
    laid: grid.Maze, goals: Iterable[tuple[Cell, int]], gold: int, orient: tuple[Cell, ...]
) -> None:
    """Raise PositionError if the treasure lies open while the round goes on."""
    treasure = next(cell for cell, kind in goals if kind == gold)
    lies_open = treasure in laid.cards and not orient
    require(not lies_open, f"the treasure lies open on {cell_name(treasure)}: the round is over")


def on_the_table(
    laid: grid.Maze, hands: Iterable[tuple[int, ...]], broken: Iterable[int], box: Box[ActionRow]
) -> Counter[int]:
    """Count the cards of the deck that were laid, are in hands or stand for broken tools."""
    lying = Counter(placed >> 1 for cell, placed in laid.cards.items() if cell not in FIXED)
    lying.update(kind for hand in hands for kind in hand)
    lying.update(box.kind[f"break-{tool}"] for tools in broken for tool in named(tools))
    return lying
