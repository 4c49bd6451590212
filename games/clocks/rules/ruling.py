"""New time settings for a table whose game runs (time.md, 5)."""

from dataclasses import replace
from datetime import datetime, timedelta

from games.clocks.rules import banks
from games.clocks.rules.clock import Clock
from games.clocks.rules.deadlines import draw
from games.clocks.rules.settings import Settings
from games.clocks.rules.stretches import NOTHING
from games.clocks.rules.styles import Bank, allotment
from games.clocks.rules.table import Seat, Table, drawn, overdue, with_reminders


def rule(table: Table, settings: Settings, *, now: datetime) -> Table:
    """New time settings. They reach a running turn only if they make its deadline later."""
    table.must_go_on()
    incoming = isinstance(settings.style, Bank) and not isinstance(table.settings.style, Bank)
    ruled = replace(table, settings=settings)

    def reached(seat: Seat) -> Seat:
        if incoming or not isinstance(settings.style, Bank):
            seat = replace(seat, bank=banks.at_start(settings.style))
        return _under(ruled, seat, now)

    return ruled.every(reached)


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
