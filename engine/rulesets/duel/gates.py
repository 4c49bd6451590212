"""What is connected for a walker whom gates stop, and for whom distant cards may be linked.

The same `Network` as in `maze.grid`, one for each walker. Whose gates are shut and what is linked
are given as values: states and views ask alike.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.maze.cells import EXITS, Cell
from engine.maze.grid import Maze, Network
from engine.rulesets.duel.cards import LADDERS


class Walker(NamedTuple):
    """Whoever asks what is connected."""

    starts: tuple[Cell, ...]
    """Cards that he is connected with by himself."""
    shut: Sequence[int]
    """For each placed tile, the sides that are closed to him."""
    opened: Mapping[Cell, int]
    """Sides that would be closed but stand open."""
    links: Mapping[Cell, Cell]
    """Cards that are joined with a distant one, in both directions."""


def links_of(maze: Maze, starts: Mapping[str, Cell]) -> Mapping[Cell, Cell]:
    """Join each ladder with the start card of its colour, if that lies on the table.

    Question 7: in the solo game the missing start makes the other ladder an ordinary bend.
    """
    links: dict[Cell, Cell] = {}
    for cell, placed in maze.cards.items():
        if placed >> 1 in LADDERS and (colour := LADDERS[placed >> 1]) in starts:
            links |= {cell: starts[colour], starts[colour]: cell}
    return links


def trace(maze: Maze, walker: Walker) -> Network:
    """Find everything that is connected for the walker, from nothing."""
    starts = [(cell, maze.tiles.open[maze.cards[cell]]) for cell in walker.starts]
    return _spread(maze, walker, {}, {}, starts)


def grow(maze: Maze, walker: Walker, network: Network, cell: Cell) -> Network:
    """Extend a walker's network by the card just put on this cell."""
    linked = walker.links and walker.links.get(cell) in network.lit
    if cell not in network.front and not linked:
        return network
    front = network.front.copy()
    placed = maze.cards[cell]
    entered = front.pop(cell, 0) & ~walker.shut[placed]
    if linked:
        entered = maze.tiles.open[placed]
    if not entered:
        return Network(network.lit, front)
    return _spread(maze, walker, network.lit.copy(), front, [(cell, entered)])


def _spread(
    maze: Maze,
    walker: Walker,
    lit: dict[Cell, int],
    front: dict[Cell, int],
    todo: list[tuple[Cell, int]],
) -> Network:
    cards, joined, is_open = maze.cards, maze.tiles.joined, maze.tiles.open
    _, shut, opened, links = walker
    while todo:
        cell, entered = todo.pop()
        placed = cards[cell]
        before = lit.get(cell, 0)
        now = before | joined[placed << 4 | entered]
        if now == before:
            continue
        lit[cell] = now
        fresh = now & ~before
        if cell in links:
            far = links[cell]
            todo.append((far, is_open[cards[far]]))
        if shut[placed]:
            fresh &= ~shut[placed] | opened.get(cell, 0)
        for near, back in EXITS[cell][fresh]:
            other = cards.get(near)
            if other is None:
                front[near] = front.get(near, 0) | back
            elif is_open[other] & back & ~lit.get(near, 0) and (
                not shut[other] & back or opened.get(near, 0) & back
            ):
                todo.append((near, back))
    return Network(lit, front)
