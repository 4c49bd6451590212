"""Points are exact fractions: how they are read, written, and rounded where they are shown."""

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import floor, lcm

from games.leagues.rules.refusals import Reason, Refused

# No exponents: the number is small, but to read 1e999999999 takes all memory there is.
_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?")


def read(number: object, field: str) -> Fraction:
    """A whole number, "3/2" or "2.85", exactly; refused by the name of the field otherwise."""
    match number:
        case bool():
            pass
        case int():
            return Fraction(number)
        case str() if _NUMBER.fullmatch(number):
            return Fraction(number)
    raise Refused(Reason.NO_NUMBER, field)


def text(number: Fraction) -> str:
    """A number as text that `read` takes back."""
    return str(number)


def over_one(numbers: Iterable[Fraction]) -> tuple[list[int], int]:
    """Fractions as whole numbers over their common denominator.

    What is summed and compared by the ten thousand is so many times faster, and as exact.
    """
    ratios = [number.as_integer_ratio() for number in numbers]
    common = lcm(*(below for _, below in ratios))
    return [above * (common // below) for above, below in ratios], common


def total(numbers: Iterable[Fraction]) -> Fraction:
    """The sum of fractions."""
    wholes, common = over_one(numbers)
    return Fraction(sum(wholes), common)


def to_hundredths(number: Fraction) -> Fraction:
    """The nearest hundredth, half to even."""
    return round(number, 2)


def down_to_hundredths(number: Fraction) -> Fraction:
    """The next hundredth that is not greater."""
    return Fraction(floor(number * 100), 100)


def shown(number: Fraction) -> Decimal:
    """A number as pages show it, with two decimals. Nothing is computed with it."""
    return Decimal(round(number * 100)).scaleb(-2)
