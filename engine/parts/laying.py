"""Listing moves quickly: which placed tiles a cell takes, as a set in bits."""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

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


OUT_OF = Made(_out_of)
"""By a set of placed tiles as bits: what takes a cell's moves with these out of all its moves."""
