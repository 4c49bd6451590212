"""What is connected for a walker whom gates stop, and for whom distant cards may be linked.

The same `Network` as in `maze.grid`, one for each walker. Whose gates are shut and what is linked
are given as values: states and views ask alike.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.maze.cells import AROUND, EXITS, Cell
from engine.maze.grid import Maze, Network
from engine.rulesets.duel.cards import LADDERS, SHUT
from engine.values import filled

_NETWORK = filled(Network)


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


def walkers(
    maze: Maze, starts: Mapping[str, Cell], opened: Mapping[Cell, int]
) -> tuple[Walker, ...]:
    """Describe the dwarves whose start cards are named, in that order."""
    links = links_of(maze, starts)
    return tuple([Walker((cell,), SHUT[dwarf], opened, links) for dwarf, cell in starts.items()])


def trace(maze: Maze, walker: Walker) -> Network:
    """Find everything that is connected for the walker, from nothing."""
    starts = [(cell, maze.tiles.open[maze.cards[cell]]) for cell in walker.starts]
    return _spread(maze, walker, {}, {}, starts)


def grow(maze: Maze, walker: Walker, network: Network, cell: Cell) -> Network:
    """Extend a walker's network by the card just put on this cell."""
    lit, front = network
    linked = walker.links and walker.links.get(cell) in lit
    if cell not in front and not linked:
        return network
    front = front.copy()
    placed = maze.cards[cell]
    entered = front.pop(cell, 0) & ~walker.shut[placed]
    if linked:
        entered = maze.tiles.open[placed]
    if not entered:
        return _NETWORK((lit, front))
    return _spread(maze, walker, lit.copy(), front, [(cell, entered)])


def unlock(maze: Maze, walker: Walker, network: Network, cell: Cell) -> Network:
    """Extend a walker's network by what a gate on this cell shut off, now that it stands open."""
    lit = network.lit.copy()
    entered = _entered(maze, walker, lit, cell) & _passable(maze, walker, cell)
    if not entered:
        return network
    # As if the card were laid anew: its tunnels lead on to where they led, and further.
    lit.pop(cell, None)
    return _spread(maze, walker, lit, network.front.copy(), [(cell, entered)])


def shrink(maze: Maze, walker: Walker, network: Network, cell: Cell) -> Network:
    """Take the card just lifted from this cell, no ladder, out of a walker's network."""
    lit, front = network.lit.copy(), network.front.copy()
    exits = EXITS[cell][lit.pop(cell, 0)]
    if len([near for near, back in exits if lit.get(near, 0) & back]) > 1:
        # It joined cards that may hang together no more.
        return trace(maze, walker)
    for near, back in exits:
        if near in front:
            front[near] &= ~back
            if not front[near]:
                del front[near]
    if entered := _entered(maze, walker, lit, cell):
        front[cell] = entered
    return _NETWORK((lit, front))


def _entered(maze: Maze, walker: Walker, lit: Mapping[Cell, int], cell: Cell) -> int:
    """Tell on which sides of a cell the walker's tunnels end."""
    entered = 0
    for side, near, back in AROUND[cell]:
        if lit.get(near, 0) & back and _passable(maze, walker, near) & back:
            entered |= side
    return entered


def _passable(maze: Maze, walker: Walker, cell: Cell) -> int:
    """Tell which sides of a card no gate shuts to the walker."""
    return ~walker.shut[maze.cards[cell]] | walker.opened.get(cell, 0)


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
    return _NETWORK((lit, front))
