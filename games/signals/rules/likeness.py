"""How unlikely and how alike: a hypergeometric tail, and the cosine of two counts."""

from collections.abc import Mapping
from math import comb, sqrt


def tail(days: int, one: int, other: int, both: int) -> float:
    """Say how likely it is by chance that two miss together at least so often.

    Of so many days one of them missed some and the other some; `both` were the same ones.
    """
    ways = sum(comb(one, at) * comb(days - one, other - at) for at in range(both, one + 1))
    return ways / comb(days, other)


def cosine(one: Mapping[int, int], other: Mapping[int, int]) -> float:
    """Say how alike two counts are: 1 the same shape, 0 nothing in common."""
    length = sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return sum(n * other.get(at, 0) for at, n in one.items()) / length if length else 0.0
