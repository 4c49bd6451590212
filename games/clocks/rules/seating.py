"""Who plays a seat: a substitute, a bot, the player who comes back (time.md, 4.5, 9 and 10)."""

from dataclasses import replace
from datetime import datetime

from games.clocks.rules import banks
from games.clocks.rules.people import Person
from games.clocks.rules.styles import Bank
from games.clocks.rules.table import Seat, Table, with_reminders
from games.clocks.rules.turns import begin_anew


def know(table: Table, number: int, person: Person, *, now: datetime) -> Table:
    """The player's new zone or quiet hours: reminders follow, no running deadline does (4.5)."""
    seat = replace(table.seats[number], person=person)
    return table.seated(number, with_reminders(table, seat, now=now))


def substitute(
    table: Table, number: int, person: Person, *, now: datetime, mark: int | None = None
) -> Table:
    """Somebody else sits. `mark` names the turn if a bot is being asked for the seat."""
    old = table.seats[number]
    fresh = replace(old, person=person, vacations=(), bounced=None, unreached=False)
    return _taken_over(table, number, _refilled(table, fresh), mark, now)


def come_back(
    table: Table, number: int, *, now: datetime, mark: int | None = None, refill: bool = True
) -> Table:
    """The player sits again where a bot played for him; his turn begins anew (9)."""
    seat = table.seats[number]
    return _taken_over(table, number, _refilled(table, seat) if refill else seat, mark, now)


def hand_to_bot(table: Table, number: int) -> Table:
    """A bot plays the seat from now on: it has no clock (4.10)."""
    return table.seated(number, replace(table.seats[number], bot=True, clock=None, aside=None))


def _refilled(table: Table, seat: Seat) -> Seat:
    style = table.settings.style
    if seat.bank is None or not isinstance(style, Bank):
        return seat
    return replace(seat, bank=banks.taken_over(seat.bank, style))


def _taken_over(table: Table, number: int, seat: Seat, mark: int | None, now: datetime) -> Table:
    if seat.clock:
        mark = seat.clock.turn.mark
    seat = replace(seat, aside=None, misses=0, bot=False)
    return table.seated(number, seat if mark is None else begin_anew(table, seat, mark, now=now))
