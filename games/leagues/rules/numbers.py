"""Points are exact fractions: how they are read, written, and rounded where they are shown."""

import re
from decimal import Decimal
from fractions import Fraction
from math import floor

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


def to_hundredths(number: Fraction) -> Fraction:
    """The nearest hundredth, half to even."""
    return round(number, 2)


def down_to_hundredths(number: Fraction) -> Fraction:
    """The next hundredth that is not greater."""
    return Fraction(floor(number * 100), 100)


def shown(number: Fraction) -> Decimal:
    """A number as pages show it, with two decimals. Nothing is computed with it."""
    return Decimal(round(number * 100)).scaleb(-2)
