"""How far the lantern light reaches: what an unbroken way joins with the start, plain for all."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.maze.cells import AROUND, Cell
from engine.maze.grid import CardSight
from engine.maze.sides import letters_of

Tunnel = tuple[Cell, str]
"""One way of one card."""

_SPRINGS = ("start", "ladder")


# Kept, since each step of choosing a move shows the same maze again.
@lru_cache(maxsize=256)
def lit_tunnels(cards: tuple[CardSight, ...]) -> frozenset[Tunnel]:
    """Find the tunnels that hang together with the start."""
    ways = {card.cell: card.ways for card in cards}
    todo = [(card.cell, way) for card in cards if card.mark in _SPRINGS for way in card.ways]
    lit = set(todo)
    while todo:
        for tunnel in _beyond(ways, *todo.pop()):
            if tunnel not in lit:
                lit.add(tunnel)
                todo.append(tunnel)
    return frozenset(lit)


@lru_cache(maxsize=256)
def open_ends(cards: tuple[CardSight, ...]) -> tuple[Cell, ...]:
    """List the cells without an open card that the maze could go on to."""
    taken = {card.cell for card in cards}
    ends = {
        near
        for cell, way in lit_tunnels(cards)
        if len(way) > 1
        for near, _back in _exits(cell, way)
        if near not in taken
    }
    return tuple(sorted(ends))


def _beyond(ways: Mapping[Cell, tuple[str, ...]], cell: Cell, way: str) -> Iterator[Tunnel]:
    for near, back in _exits(cell, way):
        for other in ways.get(near, ()):
            if back in other:
                yield near, other


def _exits(cell: Cell, sides: str) -> Iterator[tuple[Cell, str]]:
    for side, near, back in AROUND[cell]:
        if letters_of(side) in sides:
            yield near, letters_of(back)
