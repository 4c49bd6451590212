"""Lines of a result as JSON, exactly; entries are named by their numbers."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.leagues.rules.values import Earned, Ending, Line


def dump(line: Line) -> dict[str, object]:
    """A line as JSON; `load` reads it back. What is usual is left out."""
    written: dict[str, object] = {
        "entrant": int(line.entry),
        "score": line.score,
        "ending": line.ending.value,
    }
    if line.won:
        written["won"] = True
    if line.side is not None:
        written["side"] = line.side
    if line.rounds:
        written["rounds"] = [[each.role, each.gold] for each in line.rounds]
    if line.misses:
        written["misses"] = line.misses
    if line.awarded is not None:
        written["awarded"] = str(line.awarded)
    return written


def load(written: Mapping[str, Any]) -> Line:
    """Read a line that `dump` wrote."""
    awarded = written.get("awarded")
    return Line(
        str(written["entrant"]),
        written["score"],
        Ending(written["ending"]),
        won=written.get("won", False),
        side=written.get("side"),
        rounds=tuple(Earned(role, gold) for role, gold in written.get("rounds", ())),
        misses=written.get("misses", 0),
        awarded=None if awarded is None else Fraction(awarded),
    )


def lines(written: Sequence[Mapping[str, Any]]) -> tuple[Line, ...]:
    """Read all lines of a result, in the order of their seats."""
    return tuple(map(load, written))
