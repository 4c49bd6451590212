"""What gold a role can expect at a table of some size, frozen at announcement (leagues.md, 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.leagues.rules.numbers import to_hundredths
from games.leagues.rules.refusals import Reason, Refused

WEIGHT = 20
"""So many rounds the prior counts for: no rare role shall rest on three lucky rounds."""


class Cell(NamedTuple):
    """A role at a table of so many."""

    size: int
    role: str

    def __str__(self) -> str:
        """As rules write it: 4/digger."""
        return f"{self.size}/{self.role}"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is expected of a cell, and the numbers that it comes from."""

    observed: int  # rounds
    gold: int  # in all of them
    prior: Fraction
    expected: Fraction

    @property
    def mean(self) -> Fraction | None:
        """The observed mean, if anything was observed."""
        return Fraction(self.gold, self.observed) if self.observed else None


def read_cell(text: str) -> Cell:
    """The cell that was written as 4/digger."""
    size, _, role = text.partition("/")
    if not (role and size.isascii() and size.isdecimal() and len(size) < 4):
        raise Refused(Reason.UNKNOWN, text)
    return Cell(int(size), role)


def freeze(
    samples: Mapping[Cell, Sequence[int]], prior: Mapping[Cell, Fraction]
) -> dict[Cell, Expectation]:
    """The expectation of each cell, observed gold being drawn towards the prior."""
    if missing := samples.keys() - prior.keys():
        raise Refused(Reason.NO_PRIOR, str(min(missing)))
    return {cell: _of(samples.get(cell, ()), prior[cell]) for cell in sorted(prior)}


def _of(sample: Sequence[int], prior: Fraction) -> Expectation:
    observed, gold = len(sample), sum(sample)
    expected = to_hundredths((gold + WEIGHT * prior) / (observed + WEIGHT))
    return Expectation(observed, gold, prior, expected)
