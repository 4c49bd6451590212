"""Listing moves quickly: which placed tiles a cell takes, as a set in bits."""

from engine.values import Made

PLACED: Made[int, tuple[int, ...]] = Made(
    lambda bits: tuple([placed for placed, bit in enumerate(f"{bits:b}"[::-1]) if bit == "1"])
)
"""By a set of placed tiles as bits: the tiles."""
