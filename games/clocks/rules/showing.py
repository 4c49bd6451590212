"""A table's clocks as one viewer may know them: what is shown is what is enforced."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks.rules import banks
from games.clocks.rules.clock import Clock
from games.clocks.rules.people import Person
from games.clocks.rules.settings import Settings
from games.clocks.rules.table import Seat, Table, running_left, waking_left
from games.clocks.rules.turns import begin_anew

QUIET = "quiet"
NIGHTS = {"table-quiet": QUIET, "personal-quiet": QUIET}
"""Others learn that quiet hours moved a deadline, not whose they are."""


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The time of one seat that is asked."""

    seat: int
    own: bool
    rule: Settings
    whole: timedelta | None
    """The running time that its turn began with."""
    rest: bool
    """Whether it goes on with what was left, because others were asked in between."""
    due: datetime | None
    causes: tuple[str, ...]
    left: timedelta | None
    """Running time to the deadline."""
    waking: timedelta | None
    """How much of it the viewer is awake; of others nobody is told."""


def clocks(table: Table, viewer: int | None, *, now: datetime) -> tuple[SeatClock, ...]:
    """Show the clocks that run, the first deadline first."""
    found = list(_clocks(table, viewer, now))
    return tuple(sorted(found, key=lambda clock: (clock.due is None, clock.due or now)))


def deadline(shown: tuple[SeatClock, ...]) -> datetime | None:
    """Say until when: the viewer's own deadline if he is asked, else the first."""
    own = (clock for clock in shown if clock.own)
    clock = next(own, shown[0] if shown else None)
    return clock.due if clock else None


def waking_of_a_turn(settings: Settings, person: Person, *, now: datetime) -> timedelta | None:
    """Say how much of a turn that begins now somebody would be awake; none without a deadline."""
    table = Table(settings)
    seat = begin_anew(table, Seat(person, bank=banks.at_start(settings.style)), 0, now=now)
    return waking_left(table, seat, now=now)


def _clocks(table: Table, viewer: int | None, now: datetime) -> Iterator[SeatClock]:
    for number, seat in table.seats.items():
        if seat.clock:
            yield _shown(table, number, seat, seat.clock, own=number == viewer, now=now)


def _shown(
    table: Table, number: int, seat: Seat, clock: Clock, *, own: bool, now: datetime
) -> SeatClock:
    told = clock.causes if own else tuple(NIGHTS.get(cause, cause) for cause in clock.causes)
    return SeatClock(
        seat=number,
        own=own,
        rule=clock.turn.rule,
        whole=clock.turn.allotment,
        rest=clock.measure == "rest",
        due=clock.due,
        causes=tuple(dict.fromkeys(told)),
        left=running_left(table, seat, now=now),
        waking=waking_left(table, seat, now=now) if own else None,
    )
