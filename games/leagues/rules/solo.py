"""Solo ladder: in every round one deal for all, and each plays it alone."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from games.leagues.rules.history import Draw

BEST = Fraction(2, 3)
"""Of a season's rounds so many count: a missed week is no disaster."""


def draw(entries: Sequence[str]) -> Draw:
    """A table for each."""
    return Draw(tuple((entry,) for entry in entries))


def counting(rounds: int, share: Fraction = BEST) -> int:
    """How many of an entry's rounds, its best ones, count for points and tie-breaks."""
    return ceil(rounds * share)
