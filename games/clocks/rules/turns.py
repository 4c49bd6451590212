"""Turns begin, stand aside, go on, are missed and end (time.md, 3 and 4.7 to 4.11)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from games.clocks.rules import banks
from games.clocks.rules.clock import Aside, Clock, Turn
from games.clocks.rules.grants import AtLeast, Grant
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.stretches import NOTHING, running, union
from games.clocks.rules.styles import Bank, Hour, allotment
from games.clocks.rules.table import Seat, Table, drawn, overdue

QUARTER = 4
NO_BANKS: Mapping[int, timedelta] = {}


def may_move(table: Table, number: int, *, now: datetime) -> None:
    """Refused if no move of that seat is taken in now; the rules of the game are asked after."""
    seat = table.seats[number]
    if table.finished:
        raise Refused(Reason.FINISHED)
    if table.paused_until(now):
        raise Refused(Reason.PAUSED)
    if seat.clock is None:
        raise Refused(Reason.NOT_ASKED)
    if overdue(seat, now=now):
        raise Refused(Reason.TOO_LATE)


def too_late(table: Table, *, now: datetime) -> list[int]:
    """The seats whose time is over. A closed table times nobody out."""
    if table.finished or table.paused_until(now):
        return []
    return [number for number, seat in table.seats.items() if overdue(seat, now=now)]


def go_on(
    table: Table, asked: Mapping[int, int], *, now: datetime, answered: int | None = None
) -> Table:
    """The table after a move, or at the start: who is asked now, each with the mark of his turn."""
    seats = dict(table.seats)
    if answered is not None:
        seats[answered] = replace(seats[answered], misses=0, unreached=False)
    return _asked(replace(table, seats=seats), asked, now)


def time_out(
    table: Table,
    late: Iterable[int],
    asked: Mapping[int, int],
    *,
    now: datetime,
    unreached: Collection[int] = (),
) -> Table:
    """The table after the default moves of those who were late: one miss each.

    Not counted for seats that no letter reached.
    """
    seats = dict(table.seats)
    for number in late:
        seats[number] = _missed(seats[number], counted=number not in unreached)
    return _asked(replace(table, seats=seats), asked, now)


def finish(table: Table, *, now: datetime) -> Table:
    """The table when the game is over: no clock runs, all banks are settled."""
    return replace(_asked(table, {}, now), finished=True)


def taken_back(table: Table, saved: Mapping[int, timedelta] = NO_BANKS) -> Table:
    """The table without its running turns: these cost nobody anything, and no bank is empty.

    Seats have again what they had `saved` then, where that is known.
    """
    style, seats = table.settings.style, dict(table.seats)
    for number, seat in seats.items():
        bank = seat.bank
        if bank is not None and isinstance(style, Bank):
            bank = banks.at_least(saved.get(number, bank), style)
        seats[number] = replace(seat, clock=None, aside=None, bank=bank)
    return replace(table, seats=seats)


def begin_anew(table: Table, seat: Seat, mark: int, *, now: datetime) -> Seat:
    """The seat with its turn begun afresh, not earlier than the deadline it has shown."""
    shown = seat.clock.due if seat.clock else None
    if seat.clock is None or shown is None:
        return _opened(table, seat, mark, now)
    left = table.ruler(seat, seat.clock.turn).running(now, shown)
    return _opened(table, seat, mark, now, AtLeast("promised", now, left))


def taken(table: Table, seat: Seat, clock: Clock, now: datetime) -> timedelta:
    """The running time of an ask so far; what was our own fault costs nothing (7)."""
    still = table.ruler(seat, clock.turn).still(clock.asked)
    return running(clock.runs_from, now, union(still, sorted(table.outages)))


def _asked(table: Table, asked: Mapping[int, int], now: datetime) -> Table:
    seats = {
        number: _seat(table, seat, asked.get(number), set(asked.values()), now)
        for number, seat in table.seats.items()
    }
    return replace(table, seats=seats)


def _seat(table: Table, seat: Seat, mark: int | None, marks: set[int], now: datetime) -> Seat:
    """One seat, given the mark it is asked under, if it is, and all marks of the table."""
    if seat.clock and seat.clock.turn.mark != mark:
        seat = _set_aside(table, seat, seat.clock, now)
    going_on = marks if mark is None else {mark}
    if seat.aside and seat.aside.turn.mark not in going_on:
        seat = _over(seat, seat.aside)
    if mark is None or seat.clock or seat.bot:
        return seat
    return _resumed(table, seat, seat.aside, now) if seat.aside else _opened(table, seat, mark, now)


def _opened(table: Table, seat: Seat, mark: int, now: datetime, *grants: Grant) -> Seat:
    person, rule = seat.person, table.settings
    amount = allotment(rule.style, seat.bank)
    turn = Turn(mark, rule, person.zone, person.quiet, now, amount)
    clock = Clock(turn, now, amount, grants=grants)
    return drawn(table, replace(seat, aside=None), clock, now=now)


def _set_aside(table: Table, seat: Seat, clock: Clock, now: datetime) -> Seat:
    ruler = table.ruler(seat, clock.turn)
    left = None if clock.due is None else ruler.running(now, clock.due)
    turn = replace(
        clock.turn, used=clock.turn.used + taken(table, seat, clock, now),
        extended=clock.hours_granted,
    )  # fmt: skip
    return replace(seat, clock=None, aside=Aside(turn, left, clock.due))


def _resumed(table: Table, seat: Seat, aside: Aside, now: datetime) -> Seat:
    """A turn goes on with what was left, once with at least a quarter (4.8)."""
    turn, left = aside.turn, aside.left
    quarter = None if turn.allotment is None else turn.allotment / QUARTER
    if left is None or quarter is None:
        clock = Clock(turn, now, turn.allotment)
    elif turn.favoured:
        clock = Clock(turn, now, left, "rest")
    elif isinstance(turn.rule.style, Hour):
        clock = Clock(replace(turn, favoured=True), now, quarter, "stands", aside.due)
    elif left < quarter:
        clock = Clock(replace(turn, favoured=True), now, quarter, "rest")
    else:
        clock = Clock(turn, now, left, "rest")
    return drawn(table, replace(seat, aside=None), clock, now=now)


def _missed(seat: Seat, *, counted: bool) -> Seat:
    """Its clock has run out: what is left of the turn is nothing, and it counts once."""
    clock = seat.clock
    assert clock is not None
    again = clock.turn.missed or not counted
    turn = replace(clock.turn, missed=True, extended=clock.hours_granted)
    aside = Aside(turn, NOTHING, clock.due)
    return replace(seat, clock=None, aside=aside, misses=seat.misses + (not again))


def _over(seat: Seat, aside: Aside) -> Seat:
    """The turn is over: a bank is charged for all its asks and gets one increment."""
    style, turn = aside.turn.rule.style, aside.turn
    if seat.bank is None or not isinstance(style, Bank):
        return replace(seat, aside=None)
    bank = banks.after_turn(seat.bank, style, turn.used, missed=turn.missed)
    return replace(seat, aside=None, bank=bank)
