"""Short ways to write what happened in a division, and random ones."""

from fractions import Fraction
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


@st.composite
def lines_of(draw: st.DrawFn, entry: str) -> Line:
    """A line of any ending that needs no second thought."""
    return Line(
        entry,
        draw(st.integers(0, 4)),
        draw(st.sampled_from([Ending.PLAYED] * 5 + [Ending.FORFEIT, Ending.SUBSTITUTED])),
        rounds=(Earned("digger", draw(st.integers(0, 3))),),
        misses=draw(st.integers(0, 2)),
    )


@st.composite
def divisions(draw: st.DrawFn) -> Facts:
    """A division after some rounds at tables of three."""
    tables = []
    for played_in in range(1, draw(st.integers(0, 3)) + 1):
        seated = draw(st.permutations(NAMES))
        for at in range(0, len(NAMES), 3):
            lines = tuple(draw(lines_of(entry)) for entry in seated[at : at + 3])
            status = draw(st.sampled_from([Status.FINAL] * 5 + [Status.OPEN, Status.ANNULLED]))
            tables.append(Table(f"{played_in}{at}", played_in, lines, status))
    return Facts(tuple(NAMES), tuple(tables))


def exact(*numbers: object) -> list[Fraction]:
    """Numbers as they are compared."""
    return [Fraction(str(number)) for number in numbers]
