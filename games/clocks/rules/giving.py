"""Time given to a running turn: extensions, returned letters, what our own outages took (5, 7)."""

from dataclasses import replace
from datetime import datetime, timedelta

from games.clocks.rules.clock import Clock
from games.clocks.rules.deadlines import after_outage
from games.clocks.rules.grants import AtLeast, Extension, Grant, Outage
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.table import Seat, Table, drawn, overdue

MOST_EXTENSION = 168
BOUNCE = timedelta(hours=48)
BOUNCE_AGAIN = timedelta(days=30)
LETTER_LATE = timedelta(minutes=15)


def extend(table: Table, number: int, hours: int, *, by: int | None, now: datetime) -> Table:
    """Hours for the seat's turn, given by another seat, or by no seat: a moderator."""
    table.must_go_on()
    seat = table.seats[number]
    clock = seat.clock
    if clock is None or clock.due is None:
        raise Refused(Reason.NOT_ASKED)
    if overdue(seat, now=now):
        raise Refused(Reason.TOO_LATE)
    if by == number:
        raise Refused(Reason.OWN_CLOCK)
    if hours < 1:
        raise Refused(Reason.EMPTY)
    if clock.hours_granted + hours > MOST_EXTENSION:
        raise Refused(Reason.TOO_LONG)
    return table.seated(number, _granted(table, seat, clock, Extension(hours), now))


def bounce(table: Table, number: int, *, now: datetime) -> Table:
    """The turn's letter came back, and none since was delivered: time, once in thirty days."""
    seat = replace(table.seats[number], unreached=True)
    clock, table = seat.clock, table.seated(number, seat)
    recent = seat.bounced is not None and now - seat.bounced < BOUNCE_AGAIN
    if recent or clock is None or clock.turn.allotment is None or overdue(seat, now=now):
        return table
    grant = AtLeast("bounce", now, min(clock.turn.allotment, BOUNCE))
    given = _granted(table, seat, clock, grant, now)
    if given.clock and given.clock.due == clock.due:
        return table
    return table.seated(number, replace(given, bounced=now))


def reached(table: Table, number: int) -> Table:
    """A letter was delivered to a seat that could not be reached."""
    return table.seated(number, replace(table.seats[number], unreached=False))


def letter_left(table: Table, number: int, *, at: datetime) -> Table:
    """The turn's letter could leave only then, for a fault of ours: its time runs from there."""
    seat = table.seats[number]
    clock = seat.clock
    if clock is None or clock.amount is None or at - clock.asked < LETTER_LATE:
        return table
    return table.seated(
        number, _granted(table, seat, clock, AtLeast("outage", at, clock.amount), at)
    )


def outage(table: Table, gone: Stretch) -> Table:
    """The service was down, or held, and is back at the stretch's end (7)."""

    def moved(seat: Seat) -> Seat:
        clock = seat.clock
        if clock is None or clock.due is None:
            return seat
        later = after_outage(clock.due, gone)
        if later == clock.due:
            return seat
        left = table.ruler(seat, clock.turn).running(gone.end, later)
        return _granted(down, seat, clock, Outage(gone, left), gone.end)

    down = replace(table, outages=(*table.outages, gone))
    return down.every(moved)


def _granted(table: Table, seat: Seat, clock: Clock, grant: Grant, now: datetime) -> Seat:
    return drawn(table, seat, replace(clock, grants=(*clock.grants, grant)), now=now)
