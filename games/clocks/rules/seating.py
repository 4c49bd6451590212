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
    fresh = replace(old, person=person, vacations=(), announced=(), bounced=None, unreached=False)
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


def leave_to_bot(table: Table, number: int, person: Person) -> Table:
    """The seat is a bot's own until somebody sits: nothing of its player's time stays there."""
    left = hand_to_bot(table, number)
    nobodys = replace(
        left.seats[number],
        person=person,
        misses=0,
        vacations=(),
        announced=(),
        bounced=None,
        unreached=False,
    )
    return left.seated(number, nobodys)


def swap(table: Table, one: int, other: int, *, now: datetime) -> Table:
    """Two people change places, each with his own hours, absences and bank; turns begin anew."""
    seats = table.seats[one], table.seats[other]
    for place, who in (seats, seats[::-1]):
        number = one if place is seats[0] else other
        seat = replace(
            place,
            person=who.person,
            vacations=who.vacations,
            announced=who.announced,
            bounced=who.bounced,
            unreached=who.unreached,
            bank=who.bank,
        )
        table = _taken_over(table, number, seat, None, now)
    return table


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
