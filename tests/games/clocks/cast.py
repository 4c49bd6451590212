"""A table of two in Berlin for tests of time, and how to say when."""

from datetime import UTC, datetime
from typing import Any

from games.clocks.rules import settings, turns
from games.clocks.rules.banks import at_start
from games.clocks.rules.clock import Clock
from games.clocks.rules.people import Person, person
from games.clocks.rules.table import Seat, Table

BERLIN = person("Europe/Berlin")


def at(text: str) -> datetime:
    """An instant in UTC: 03-02 10:00 of 2026."""
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=UTC)


START = at("03-02 10:00")


def table(who: Person = BERLIN, **form: Any) -> Table:
    """Two people in Berlin with a day for a turn, if nothing else is said."""
    chosen = {"clock": {"style": "fixed", "hours": 24}, "zone": "Europe/Berlin"} | form
    rules = settings.load(chosen)
    return Table(rules, {n: Seat(who, bank=at_start(rules.style)) for n in (1, 2)})


def asked(who: Person = BERLIN, *, now: datetime = START, **form: Any) -> Table:
    """That table, seat 1 asked."""
    return turns.go_on(table(who, **form), {1: 1}, now=now)


def clock(of: Table, number: int = 1) -> Clock:
    """The clock of a seat that is asked."""
    found = of.seats[number].clock
    assert found is not None
    return found


def due(of: Table, number: int = 1) -> datetime:
    """The deadline of a seat that is asked."""
    found = clock(of, number).due
    assert found is not None
    return found
