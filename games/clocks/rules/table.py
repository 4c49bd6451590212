"""All that is known of time at one table: what every change below is made to, and returns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from games.clocks.rules import reminders
from games.clocks.rules.clock import Aside, Clock, Plan, Turn
from games.clocks.rules.deadlines import draw
from games.clocks.rules.people import Person
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.ruler import Ruler
from games.clocks.rules.settings import Settings
from games.clocks.rules.standstills import Standstill
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.vacations import Vacation
from games.clocks.rules.waking import waking_hours


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: who sits there, what he has saved, and his clock while he is asked."""

    person: Person
    vacations: tuple[Vacation, ...] = ()
    announced: tuple[Vacation, ...] = ()
    """Absences that are longer than what is paid for, each as a whole. No clock stands for them."""
    bank: timedelta | None = None
    clock: Clock | None = None
    aside: Aside | None = None
    bounced: datetime | None = None  # when a returned letter last gave time
    unreached: bool = False  # letters come back, and none since was delivered
    misses: int = 0  # in a row
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A game as far as time goes. `outages` are those that lie in turns not yet over.

    Among the `pauses` are holds of the whole service: they stop every clock and close no table.
    """

    settings: Settings
    seats: Mapping[int, Seat] = field(default_factory=dict)
    pauses: tuple[Standstill, ...] = ()
    outages: tuple[Stretch, ...] = ()
    finished: bool = False

    @property
    def due(self) -> datetime | None:
        """The first deadline of all seats."""
        dues = (seat.clock.due for seat in self.seats.values() if seat.clock)
        return min((due for due in dues if due), default=None)

    def seated(self, number: int, seat: Seat) -> "Table":
        """The table with that seat as it is now."""
        return replace(self, seats={**self.seats, number: seat})

    def every(self, change: Callable[[Seat], Seat]) -> "Table":
        """The table with every seat changed."""
        return replace(self, seats={number: change(seat) for number, seat in self.seats.items()})

    def must_go_on(self) -> None:
        """Refused if the game is over."""
        if self.finished:
            raise Refused(Reason.FINISHED)

    def absences(self, seat: Seat) -> tuple[Standstill, ...]:
        """The pauses and vacations that stop this seat's clock."""
        return self.pauses + tuple(each.standstill for each in seat.vacations)

    def ruler(self, seat: Seat, turn: Turn) -> Ruler:
        """What a turn of that seat is measured with."""
        return Ruler(turn, self.absences(seat))

    def paused_until(self, now: datetime) -> datetime | None:
        """When the pause ends that the table is in; none if it is open."""
        return max((each.end for each in self.pauses if each.pauses(now)), default=None)

    def stands_until(self, now: datetime, *, held: datetime | None) -> datetime | None:
        """The same while the service may be held since then: no pause ends by itself in a hold."""
        until = self.paused_until(now)
        return until if until or held is None else self.paused_until(held)


def drawn(table: Table, seat: Seat, clock: Clock, *, now: datetime, shorter: bool = False) -> Seat:
    """The seat with its clock's deadline and reminders drawn anew.

    Never earlier than shown, unless a pause or vacation of his own has ended early (4.6).
    """
    shown = seat.clock.due if seat.clock else None
    promise = None if shorter else shown
    fresh = draw(clock, table.absences(seat), promise=promise)
    moved = fresh.due != shown
    # What a reminder told is no longer true: its share may ring again.
    plan = Plan(rung_at=clock.plan.rung_at) if moved else clock.plan
    return with_reminders(table, replace(seat, clock=replace(fresh, plan=plan)), now=now)


def with_reminders(table: Table, seat: Seat, *, now: datetime) -> Seat:
    """The seat with its reminders planned by the quiet hours of today."""
    clock = seat.clock
    if clock is None:
        return seat
    ruler = table.ruler(seat, clock.turn)
    plan = reminders.planned(clock, ruler, table.settings, seat.person, now=now)
    return replace(seat, clock=replace(clock, plan=plan))


def overdue(seat: Seat, *, now: datetime) -> bool:
    """Whether the seat is asked and its time is over."""
    return bool(seat.clock and seat.clock.due and seat.clock.due <= now)


def running_left(table: Table, seat: Seat, *, now: datetime) -> timedelta | None:
    """The running time to the seat's deadline; none without one."""
    clock = seat.clock
    if clock is None or clock.due is None:
        return None
    return table.ruler(seat, clock.turn).running(now, clock.due)


def waking_left(table: Table, seat: Seat, *, now: datetime) -> timedelta | None:
    """How much of that its player is awake, by his present zone and nights."""
    clock = seat.clock
    if clock is None or clock.due is None:
        return None
    still = table.ruler(seat, clock.turn).still(now)
    return waking_hours(seat.person, still, now, clock.due)
