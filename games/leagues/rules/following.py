"""The rules that a league's next season starts from: those of the last one, with later dates."""

from dataclasses import replace
from datetime import datetime, timedelta

from games.leagues.rules import calendar
from games.leagues.rules.terms import Terms

AHEAD = timedelta(days=7)
"""So long before its registration directors find the next season prepared."""
WEEK = timedelta(weeks=1)


def following(terms: Terms, *, now: datetime) -> Terms:
    """The same rules, all dates moved by as few whole weeks as leave directors time to look."""
    weeks = max(1, (now + AHEAD - terms.registers_at) // WEEK)
    while calendar.opening(terms.registers + weeks * WEEK, terms.zone) < now + AHEAD:
        weeks += 1
    moved = weeks * WEEK
    registers = terms.registers + moved
    return replace(
        terms,
        registers=registers,
        registered=terms.registered + moved,
        first=terms.first + moved,
        pauses=tuple(day for day in terms.pauses if day > registers.date()),
    )
