"""Points of a deal that was played at several tables (leagues.md, 5, duplicate)."""

from fractions import Fraction

HALF = Fraction(1, 2)


def percentage(match_points: Fraction, scores: int, tables: int) -> Fraction:
    """Neuberg's formula: match points among `scores` that count, of `tables` with this deal.

    The fewer scores count, the nearer to the mean: what is missing could have been anything.
    """
    if tables == 1:
        return Fraction(50)
    full = Fraction(tables, scores) * (match_points + HALF) - HALF
    return 100 * full / (tables - 1)
