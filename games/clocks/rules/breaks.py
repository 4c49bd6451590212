"""Clocks that stand still: pauses and vacations begin and end early (time.md, 4.6, 5 and 6).

A refused change raises `Refused` and changes nothing. A clock whose time is over is never drawn
anew: it is late, whether or not a sweep has been there.
"""

from dataclasses import replace
from datetime import date, datetime, timedelta

from games.clocks.rules import pauses, vacations
from games.clocks.rules.grants import AtLeast
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.table import Seat, Table, drawn, overdue

UNPAID = (Reason.NO_VACATIONS_HERE, Reason.NO_DAYS_LEFT)


def pause(table: Table, until: datetime, *, by: int | None, now: datetime) -> Table:
    """The table closed from now to then: by an organiser's seat, or by none (agreed, moderator)."""
    table.must_go_on()
    if table.paused_until(now):
        raise Refused(Reason.PAUSED)
    begun = pauses.pause(until, now=now)
    if by is not None and table.seats[by].clock:
        raise Refused(Reason.OWN_CLOCK)
    return _redrawn(replace(table, pauses=(*table.pauses, begun)), now)


def resume(table: Table, *, now: datetime, floor: timedelta = timedelta()) -> Table:
    """The table open again before the announced end; who is asked finds a floor, or a turn."""
    table.must_go_on()
    ended = replace(table, pauses=pauses.ended(table.pauses, now=now))
    opened = _redrawn(ended, now, shorter=True)
    return opened.every(lambda seat: _on_the_floor(opened, seat, floor, now))


def _on_the_floor(table: Table, seat: Seat, floor: timedelta, now: datetime) -> Seat:
    clock = seat.clock
    if not floor or clock is None or clock.turn.allotment is None or overdue(seat, now=now):
        return seat
    least = AtLeast("resumed", now, min(floor, clock.turn.allotment))
    held = drawn(table, seat, replace(clock, grants=(*clock.grants, least)), now=now)
    lifted = held.clock is not None and held.clock.due != clock.due
    return held if lifted else seat


def leave(table: Table, number: int, wish: tuple[date | None, date], *, now: datetime) -> Table:
    """The seat's player on vacation from a first day, or at once, to a last one (6)."""
    table.must_go_on()
    seat = table.seats[number]
    planned = vacations.plan(
        seat.person.zone,
        wish,
        budget=table.settings.vacation_days,
        had=seat.vacations,
        now=now,
    )
    return _seat_redrawn(table, number, replace(seat, vacations=(*seat.vacations, planned)), now)


def announce(table: Table, number: int, wish: tuple[date | None, date], *, now: datetime) -> Table:
    """The same where somebody else may play on: also beyond what is paid for, as he says.

    Clocks stand still for what is paid for alone.
    """
    zone = table.seats[number].person.zone
    whole = vacations.wished(zone, wish, now=now)
    try:
        table = leave(table, number, wish, now=now)
    except Refused as refused:
        if refused.reason not in UNPAID:
            raise
    seat = table.seats[number]
    known = any(
        each.first <= whole.first and whole.last <= each.last and now < each.end
        for each in seat.announced
    )
    if known or vacations.unpaid([whole], seat.vacations, now=now) is None:
        return table
    return table.seated(number, replace(seat, announced=(*seat.announced, whole)))


def come_home(table: Table, number: int, *, now: datetime) -> Table:
    """The seat's player back before the end of his absence, paid for or not."""
    seat = table.seats[number]
    if not vacations.away((*seat.vacations, *seat.announced), now=now):
        raise Refused(Reason.NOT_AWAY)
    home = replace(
        seat,
        vacations=vacations.home(seat.vacations, now=now),
        announced=vacations.home(seat.announced, now=now),
    )
    return _seat_redrawn(table, number, home, now, shorter=True)


def call_off(table: Table, number: int, days: tuple[date, date], *, now: datetime) -> Table:
    """The seat's player not away after all on days that have not begun.

    So, too, of what goes beyond them, or goes on from their first day unpaid.
    """
    seat = table.seats[number]
    stays = replace(
        seat,
        vacations=vacations.called_off(seat.vacations, days, now=now),
        announced=vacations.taken_back(seat.announced, seat.vacations, days[0], now=now),
    )
    if stays == seat:
        raise Refused(Reason.NOT_AWAY)
    return _seat_redrawn(table, number, stays, now, shorter=True)


def _redrawn(table: Table, now: datetime, *, shorter: bool = False) -> Table:
    return table.every(lambda seat: _again(table, seat, now, shorter=shorter))


def _seat_redrawn(
    table: Table, number: int, seat: Seat, now: datetime, *, shorter: bool = False
) -> Table:
    return table.seated(number, _again(table, seat, now, shorter=shorter))


def _again(table: Table, seat: Seat, now: datetime, *, shorter: bool) -> Seat:
    if seat.clock is None or overdue(seat, now=now):
        return seat
    return drawn(table, seat, seat.clock, now=now, shorter=shorter)
