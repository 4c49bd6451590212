"""Short ways to write what happened in a division, and random ones."""

from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.leagues.rules.values import Earned, Ending, Facts, Line, Status, Table

NAMES = "ABCDEFGHI"


def line(entry: str, score: int = 0, ending: Ending = Ending.PLAYED, **more: Any) -> Line:
    """A line that was played, if nothing else is said."""
    return Line(entry, score, ending, **more)


def table(name: str, *lines: Line, played_in: int = 1, **more: Any) -> Table:
    """A table of the first round."""
    return Table(name, played_in, lines, **more)


def scores(name: str, played_in: int = 1, **by_entry: int) -> Table:
    """A table that was played to these scores."""
    return table(
        name, *(line(entry, score) for entry, score in by_entry.items()), played_in=played_in
    )


def duel(name: str, *entries: str, played_in: int = 1, status: Status = Status.FINAL) -> Table:
    """A game of two that the first one won, or that is open."""
    lines = (line(entry, score) for entry, score in zip(entries, (5, 2), strict=True))
    return table(name, *lines, played_in=played_in, status=status)


def _any_line(entry: str, random: Random) -> Line:
    endings = [Ending.PLAYED] * 5 + [Ending.FORFEIT, Ending.SUBSTITUTED]
    return Line(
        entry,
        random.randrange(5),
        random.choice(endings),
        rounds=(Earned("digger", random.randrange(4)),),
        misses=random.randrange(3),
    )


def _any_division(seed: int) -> Facts:
    random, tables = Random(seed), []
    for played_in in range(1, random.randrange(4) + 1):
        seated = random.sample(NAMES, len(NAMES))
        for at in range(0, len(NAMES), 3):
            lines = tuple(_any_line(entry, random) for entry in seated[at : at + 3])
            status = random.choice([Status.FINAL] * 5 + [Status.OPEN, Status.ANNULLED])
            tables.append(Table(f"{played_in}{at}", played_in, lines, status))
    return Facts(tuple(NAMES), tuple(tables))


# From one number each: to draw every field by itself takes ten times as long.
divisions = st.integers(0, 2**32).map(_any_division)
"""Divisions after some rounds at tables of three."""


def exact(*numbers: object) -> list[Fraction]:
    """Numbers as they are compared."""
    return [Fraction(str(number)) for number in numbers]
