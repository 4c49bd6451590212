"""What may happen to running turns: each change is a function from table to table (time.md, 5).

A refused change raises `Refused` and changes nothing. A clock whose time is over is never drawn
anew: it is late, whether or not a sweep has been there.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

from games.clocks.rules import banks, pauses, vacations
from games.clocks.rules.clock import Clock
from games.clocks.rules.deadlines import after_outage, draw
from games.clocks.rules.grants import AtLeast, Extension, Grant, Outage
from games.clocks.rules.people import Person
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.settings import Settings
from games.clocks.rules.stretches import HOUR, Stretch
from games.clocks.rules.styles import Bank, allotment
from games.clocks.rules.table import Seat, Table, drawn, overdue, with_reminders
from games.clocks.rules.turns import begin_anew

MOST_EXTENSION = 168
BOUNCE = timedelta(hours=48)
BOUNCE_AGAIN = timedelta(days=30)
LETTER_LATE = timedelta(minutes=15)


def extend(table: Table, number: int, hours: int, *, by: int | None, now: datetime) -> Table:
    """Hours for the seat's turn, given by another seat, or by no seat: a moderator."""
    _still_open(table)
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


def pause(table: Table, until: datetime, *, by: int | None, now: datetime) -> Table:
    """The table closed from now to then: by an organiser's seat, or by none (agreed, moderator)."""
    _still_open(table)
    if table.paused_until(now):
        raise Refused(Reason.PAUSED)
    begun = pauses.pause(until, now=now)
    if by is not None and table.seats[by].clock:
        raise Refused(Reason.OWN_CLOCK)
    return _redrawn(replace(table, pauses=(*table.pauses, begun)), now)


def resume(table: Table, *, now: datetime) -> Table:
    """The table open again before the announced end."""
    _still_open(table)
    ended = replace(table, pauses=pauses.ended(table.pauses, now=now))
    return _redrawn(ended, now, shorter=True)


def leave(table: Table, number: int, wish: tuple[date | None, date], *, now: datetime) -> Table:
    """The seat's player on vacation from a first day, or at once, to a last one (6)."""
    _still_open(table)
    seat = table.seats[number]
    planned = vacations.plan(
        seat.person.zone,
        wish,
        budget=table.settings.vacation_days,
        had=seat.vacations,
        now=now,
    )
    return _seat_redrawn(table, number, replace(seat, vacations=(*seat.vacations, planned)), now)


def come_home(table: Table, number: int, *, now: datetime) -> Table:
    """The seat's player back from vacation before its end."""
    seat = table.seats[number]
    home = replace(seat, vacations=vacations.home(seat.vacations, now=now))
    return _seat_redrawn(table, number, home, now, shorter=True)


def know(table: Table, number: int, person: Person, *, now: datetime) -> Table:
    """The player's new zone or quiet hours: reminders follow, no running deadline does (4.5)."""
    seat = replace(table.seats[number], person=person)
    return table.seated(number, with_reminders(table, seat, now=now))


def rule(table: Table, settings: Settings, *, now: datetime) -> Table:
    """New time settings. They reach a running turn only if they make its deadline later."""
    _still_open(table)
    incoming = isinstance(settings.style, Bank) and not isinstance(table.settings.style, Bank)
    ruled = replace(table, settings=settings)

    def reached(seat: Seat) -> Seat:
        if incoming or not isinstance(settings.style, Bank):
            seat = replace(seat, bank=banks.at_start(settings.style))
        return _under(ruled, seat, now)

    return _each(ruled, reached)


def bounce(table: Table, number: int, *, now: datetime) -> Table:
    """The turn's letter came back, and none since was delivered: time, once in thirty days."""
    seat = table.seats[number]
    clock = seat.clock
    recent = seat.bounced is not None and now - seat.bounced < BOUNCE_AGAIN
    if recent or clock is None or clock.turn.allotment is None or overdue(seat, now=now):
        return table
    grant = AtLeast("bounce", now, min(clock.turn.allotment, BOUNCE))
    given = _granted(table, seat, clock, grant, now)
    if given.clock and given.clock.due == clock.due:
        return table
    return table.seated(number, replace(given, bounced=now))


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
    return _each(down, moved)


def substitute(
    table: Table, number: int, person: Person, *, now: datetime, mark: int | None = None
) -> Table:
    """Somebody else sits. `mark` names the turn if a bot is being asked for the seat."""
    old = table.seats[number]
    fresh = replace(old, person=person, vacations=(), bounced=None)
    return _taken_over(table, number, fresh, mark, now)


def come_back(table: Table, number: int, *, now: datetime, mark: int | None = None) -> Table:
    """The player sits again where a bot played for him; his turn begins anew (9)."""
    return _taken_over(table, number, table.seats[number], mark, now)


def hand_to_bot(table: Table, number: int) -> Table:
    """A bot plays the seat from now on: it has no clock (4.10)."""
    return table.seated(number, replace(table.seats[number], bot=True, clock=None, aside=None))


def _taken_over(table: Table, number: int, seat: Seat, mark: int | None, now: datetime) -> Table:
    style = table.settings.style
    if seat.bank is not None and isinstance(style, Bank):
        seat = replace(seat, bank=banks.taken_over(seat.bank, style))
    if seat.clock:
        mark = seat.clock.turn.mark
    seat = replace(seat, aside=None, misses=0, bot=False)
    return table.seated(number, seat if mark is None else begin_anew(table, seat, mark, now=now))


def _still_open(table: Table) -> None:
    if table.finished:
        raise Refused(Reason.FINISHED)


def _granted(table: Table, seat: Seat, clock: Clock, grant: Grant, now: datetime) -> Seat:
    return drawn(table, seat, replace(clock, grants=(*clock.grants, grant)), now=now)


def _each(table: Table, change: Callable[[Seat], Seat]) -> Table:
    return replace(table, seats={number: change(seat) for number, seat in table.seats.items()})


def _redrawn(table: Table, now: datetime, *, shorter: bool = False) -> Table:
    return _each(table, lambda seat: _again(table, seat, now, shorter=shorter))


def _seat_redrawn(
    table: Table, number: int, seat: Seat, now: datetime, *, shorter: bool = False
) -> Table:
    return table.seated(number, _again(table, seat, now, shorter=shorter))


def _again(table: Table, seat: Seat, now: datetime, *, shorter: bool) -> Seat:
    if seat.clock is None or overdue(seat, now=now):
        return seat
    return drawn(table, seat, seat.clock, now=now, shorter=shorter)


def _under(table: Table, seat: Seat, now: datetime) -> Seat:
    """The seat whose running turn gets the table's rule, if that makes its deadline later."""
    clock = seat.clock
    if clock is None or clock.due is None or overdue(seat, now=now):
        return seat
    new = _by_rule(clock, table.settings, seat.bank)
    later = draw(new, table.absences(seat)).due
    if later is not None and later <= clock.due:
        return with_reminders(table, seat, now=now)
    return drawn(table, seat, new, now=now)


def _by_rule(clock: Clock, settings: Settings, bank: timedelta | None) -> Clock:
    """The clock as if its turn had begun under those settings; what is used stays used."""
    whole = allotment(settings.style, bank)
    turn = replace(clock.turn, rule=settings, allotment=whole)
    if whole is None or clock.amount is None or clock.turn.allotment is None:
        return replace(clock, turn=turn, amount=None, ruled=True)
    amount = max(clock.amount + whole - clock.turn.allotment, HOUR * 0)
    return replace(clock, turn=turn, amount=amount, ruled=True)
