"""Time given to a running turn: extensions, returned letters, what our own outages took (5, 7)."""

from dataclasses import replace
from datetime import datetime, timedelta

from games.clocks.rules.clock import Clock
from games.clocks.rules.deadlines import after_outage
from games.clocks.rules.grants import AtLeast, Extension, Grant, Outage
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.standstills import HOLD, Standstill
from games.clocks.rules.stretches import HOUR, Stretch
from games.clocks.rules.table import Seat, Table, drawn, overdue

MOST_EXTENSION = 168
"""So many hours an organiser gives a turn in all."""
BOUNCE = timedelta(hours=48)
BOUNCE_AGAIN = timedelta(days=30)
LETTER_LATE = timedelta(minutes=15)


def extend(
    table: Table,
    number: int,
    hours: int,
    *,
    by: int | None,
    now: datetime,
    most: int | None = MOST_EXTENSION,
) -> Table:
    """Hours for the seat's turn, given by another seat, or by no seat: a moderator.

    `most` in all for this turn; who counts otherwise names none.
    """
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
    if most is not None and clock.hours_granted + hours > most:
        raise Refused(Reason.TOO_LONG)
    return table.seated(number, _granted(table, seat, clock, Extension(hours), now))


def take_back(table: Table, number: int, hours: int, *, least: datetime, now: datetime) -> Table:
    """The same turn without hours that were given, but with no nearer deadline than the least."""
    table.must_go_on()
    seat = table.seats[number]
    clock = seat.clock
    if clock is None or Extension(hours) not in clock.grants:
        raise Refused(Reason.NOT_ASKED)
    if overdue(seat, now=now):
        raise Refused(Reason.TOO_LATE)
    last = len(clock.grants) - 1 - clock.grants[::-1].index(Extension(hours))
    rest = (*clock.grants[:last], *clock.grants[last + 1 :])
    floor = AtLeast("extension", least, timedelta())
    shorter = drawn(table, seat, replace(clock, grants=(*rest, floor)), now=now, shorter=True)
    return table.seated(number, shorter)


def bounce(table: Table, number: int, *, now: datetime) -> Table:
    """The turn's letter came back, and none since was delivered: time, once in thirty days."""
    seat = replace(table.seats[number], unreached=True)
    clock, table = seat.clock, table.seated(number, seat)
    recent = seat.bounced is not None and now - seat.bounced < BOUNCE_AGAIN
    if recent or clock is None or clock.turn.allotment is None or overdue(seat, now=now):
        return table
    grant = AtLeast("bounce", now, min(clock.turn.allotment, BOUNCE))
    given = _granted(table, seat, clock, grant, now)
    stands = any(each.stretch.holds(now) for each in table.absences(seat))
    # A standstill that ends early brings the deadline nearer (4.6): what is given now counts then.
    if given.clock and given.clock.due == clock.due and not stands:
        return table
    return table.seated(number, replace(given, bounced=now))


def lost(table: Table, number: int) -> Table:
    """Letters to a seat do not get through, whatever is asked of it: the table is told."""
    return table.seated(number, replace(table.seats[number], unreached=True))


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


def held(table: Table, span: Stretch, *, over: bool, cause: str = HOLD) -> Table:
    """The service, or a game, is held since the stretch began, and so far; or that is `over` now.

    Every clock stands meanwhile, overlaps with other standstills once. When it is over who is
    asked finds what he had left, and no less than an hour.
    """
    others = [each for each in table.pauses if (each.cause, each.start) != (cause, span.start)]
    still = replace(table, pauses=(*others, Standstill(cause, span.start, span.end)))

    def stood(seat: Seat) -> Seat:
        clock = seat.clock
        if clock is None or clock.due is None or clock.due < span.start:
            return seat
        if not over:
            return drawn(still, seat, clock, now=span.end)
        since = max(clock.asked, span.start)
        left = max(table.ruler(seat, clock.turn).running(since, clock.due), HOUR)
        return _granted(still, seat, clock, AtLeast(cause, span.end, left), span.end)

    return still.every(stood)


def _granted(table: Table, seat: Seat, clock: Clock, grant: Grant, now: datetime) -> Seat:
    return drawn(table, seat, replace(clock, grants=(*clock.grants, grant)), now=now)
