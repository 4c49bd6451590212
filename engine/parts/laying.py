"""Listing moves quickly: which placed tiles a cell takes, as a set in bits."""

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
