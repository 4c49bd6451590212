"""Listing lays quickly: which placed tiles a cell takes, as a set in bits."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from engine.maze.cells import Cell
from engine.parts.moves import Lay, Lays
from engine.values import Made


def _set_bits(bits: int) -> tuple[int, ...]:
    numbers = []
    while bits:
        low = bits & -bits
        numbers.append(low.bit_length() - 1)
        bits ^= low
    return tuple(numbers)


PLACED: Made[int, tuple[int, ...]] = Made(_set_bits)
"""By a set of placed tiles as bits: the tiles."""


def _out_of(bits: int) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    first, *others = PLACED[bits]
    # One item alone would come without a tuple around it.
    return itemgetter(first, *others) if others else itemgetter(slice(first, first + 1))


_BIT = tuple(1 << placed for placed in range(256))
OUT_OF = Made(_out_of)
"""By a set of placed tiles as bits: what takes a cell's moves with these out of all its moves."""


def lays_on(cells: Mapping[Cell, int], lays: Lays) -> list[Lay]:
    """List, cell by cell, how each takes the placed tiles that are given for it as bits.

    Bit by bit: where hands are of very many kinds, `OUT_OF` grows larger than the processor likes.
    """
    listed: list[Lay] = []
    # Sorted: equal states list equal moves, whatever order their cards were laid in. From the last
    # to the first: the highest bit of a long number is found more quickly than the lowest.
    for cell in sorted(cells, reverse=True):
        there, rest = lays[cell], cells[cell]
        while rest:
            placed = rest.bit_length() - 1
            listed.append(there[placed])
            rest ^= _BIT[placed]
    listed.reverse()
    return listed
