"""New time settings for a table whose game runs (time.md, 5)."""

from dataclasses import replace
from datetime import datetime, timedelta

from games.clocks.rules import banks
from games.clocks.rules.clock import Clock
from games.clocks.rules.deadlines import draw
from games.clocks.rules.settings import Settings
from games.clocks.rules.stretches import NOTHING
from games.clocks.rules.styles import Bank, Fixed, Hour, Style, Untimed, allotment
from games.clocks.rules.table import Seat, Table, drawn, overdue, with_reminders
from games.clocks.rules.walls import DAY, Night

GIVEN = ("days_off", "table_quiet", "personal_quiet", "vacation_days", "resume_floor")
"""Of these, and of time itself and of waking hours, more may be given without asking."""


def rule(table: Table, settings: Settings, *, by: int | None = None, now: datetime) -> Table:
    """New time settings. They reach a running turn only if they make its deadline later.

    `by` is the seat that gives them alone: it gives nothing to a turn of its own (14, 2).
    """
    table.must_go_on()
    incoming = isinstance(settings.style, Bank) and not isinstance(table.settings.style, Bank)
    ruled = replace(table, settings=settings)
    giver = None if by is None else table.seats[by]

    def reached(seat: Seat) -> Seat:
        own = seat is giver
        if incoming or not isinstance(settings.style, Bank):
            seat = replace(seat, bank=banks.at_start(settings.style))
        return with_reminders(ruled, seat, now=now) if own else _under(ruled, seat, now)

    return ruled.every(reached)


def only_gives(old: Settings, new: Settings) -> bool:
    """Whether new settings leave everybody at least what he had; only then nobody is asked."""
    if not _gives_time(old.style, new.style) or not _covers(new.table_quiet, old.table_quiet):
        return False
    more = (
        old.days_off <= new.days_off
        and old.personal_quiet <= new.personal_quiet
        and old.vacation_days <= new.vacation_days
        and old.resume_floor <= new.resume_floor
        and old.least_waking <= new.least_waking
    )
    given = {name: getattr(new, name) for name in GIVEN}
    return more and new == replace(old, style=new.style, least_waking=new.least_waking, **given)


def _gives_time(old: Style, new: Style) -> bool:
    match old, new:
        case Fixed(had), Fixed(has):
            return had <= has
        case Bank(first, more, cap), Bank(first_now, more_now, cap_now):
            return first <= first_now and more <= more_now and cap <= cap_now
        case Hour(at, notice, days), Hour(at_now, notice_now, days_now):
            return at == at_now and notice <= notice_now and days_now <= days
    return isinstance(new, Untimed) and isinstance(old, Untimed)


def _covers(new: Night | None, old: Night | None) -> bool:
    """Whether a night has all of another in it."""
    if old is None or new is None or new == old:
        return old is None or new == old
    starts, ends, began = (
        timedelta(hours=at.hour, minutes=at.minute) for at in (old.start, old.end, new.start)
    )
    return (starts - began) % DAY + (ends - starts) % DAY <= new.length


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
    amount = max(clock.amount + whole - clock.turn.allotment, NOTHING)
    return replace(clock, turn=turn, amount=amount, ruled=True)
