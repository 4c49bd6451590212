"""How far the lantern light reaches: what an unbroken way joins with the start, plain for all."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.maze.cells import AROUND, Cell
from engine.maze.grid import CardSight
from engine.maze.sides import letters_of
from engine.values import Made

Tunnel = tuple[Cell, str]
"""One way of one card."""

_SPRINGS = ("start", "ladder")


class Light(NamedTuple):
    """What is lit, and where the light could go on."""

    tunnels: frozenset[Tunnel]
    ends: tuple[Cell, ...]
    """Cells without an open card that a lit tunnel leads to."""


class Closed(NamedTuple):
    """What makes light go other ways than along the tunnels."""

    shut: frozenset[tuple[Cell, str]] = frozenset()
    """Sides that let no light through."""
    links: tuple[tuple[Cell, Cell], ...] = ()
    """Cards that hang together from afar, both ways."""


_NOTHING = Closed()


def light(cards: tuple[CardSight, ...]) -> Light:
    """Follow the tunnels from every start and ladder."""
    return light_from(cards, frozenset(card.cell for card in cards if card.mark in _SPRINGS))


# Kept, since each step of choosing a move shows the same maze again.
@lru_cache(maxsize=256)
def light_from(
    cards: tuple[CardSight, ...], springs: frozenset[Cell], closed: Closed = _NOTHING
) -> Light:
    """Follow the tunnels from these cards as far as they are open."""
    ways = {card.cell: card.ways for card in cards}
    links, shut = dict(closed.links), closed.shut
    todo = [(cell, way) for cell in springs for way in ways[cell]]
    lit = set(todo)
    while todo:
        cell, way = todo.pop()
        beyond = [
            (near, other)
            for letter, near, back in _EXITS[cell, way]
            if not shut or ((cell, letter) not in shut and (near, back) not in shut)
            for other in ways.get(near, ())
            if back in other
        ]
        if cell in links:
            beyond += [(links[cell], other) for other in ways[links[cell]]]
        for tunnel in beyond:
            if tunnel not in lit:
                lit.add(tunnel)
                todo.append(tunnel)
    return Light(frozenset(lit), tuple(_ends(ways, lit, springs, closed)))


def together(lights: Iterable[Light]) -> Light:
    """Shed several lights at once."""
    lights = tuple(lights)
    return Light(
        frozenset().union(*(light.tunnels for light in lights)),
        tuple(sorted({cell for light in lights for cell in light.ends})),
    )


def _ends(
    ways: Mapping[Cell, tuple[str, ...]],
    lit: Iterable[Tunnel],
    springs: frozenset[Cell],
    closed: Closed,
) -> list[Cell]:
    return sorted(
        {
            near
            for cell, way in lit
            if len(way) > 1 or cell in springs
            for letter, near, _back in _EXITS[cell, way]
            if near not in ways and (cell, letter) not in closed.shut
        }
    )


_EXITS: Made[Tunnel, tuple[tuple[str, Cell, str], ...]] = Made(
    lambda tunnel: tuple(
        [
            (letters_of(side), near, letters_of(back))
            for side, near, back in AROUND[tunnel[0]]
            if letters_of(side) in tunnel[1]
        ]
    )
)
"""For each tunnel, in letters: a side that it opens to, the cell there, that cell's side to it."""
