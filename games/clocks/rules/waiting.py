"""Why a game waits: one reason for a closed table, else one for each seat that is asked (9)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from games.clocks.rules.table import Seat, Table
from games.clocks.rules.vacations import away


class Why(StrEnum):
    """The names under which a waiting game names its reason."""

    HELD = "held"
    STOOD = "clocks stand"
    SET_ASIDE = "set aside"
    PAUSED = "paused"
    AWAY = "away"
    OFFERED = "offered"
    UNREACHED = "cannot be reached"
    ASKED = "asked"


CLOSED = frozenset({Why.HELD, Why.SET_ASIDE, Why.PAUSED})
"""Reasons for which nobody can move."""
OF_ALL = frozenset({Why.HELD, Why.STOOD})
"""Reasons that all games have, and every page tells once."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The service is held by its operators, who say why: the whole of it, or its clocks alone."""

    since: datetime
    reason: str
    whole: bool = True

    @property
    def wait(self) -> "Wait":
        """The same as a reason for which every game waits."""
        return Wait(Why.HELD if self.whole else Why.STOOD, at=self.since, said=self.reason)


@dataclass(frozen=True, slots=True)
class Wait:
    """A reason, whose it is, and until or since when if that is known."""

    why: Why
    seat: int | None = None
    at: datetime | None = None
    said: str = ""


def waits(
    table: Table,
    asked: Sequence[int],
    *,
    hold: Hold | None,
    set_aside: bool,
    offered: Collection[int] = (),
    now: datetime,
) -> tuple[Wait, ...]:
    """Name why a game that is not over waits; nothing once it is.

    `offered` names the seats that somebody else may take.
    """
    if not asked:
        return ()
    if hold and hold.whole:
        return (hold.wait,)
    stood = (hold.wait,) if hold else ()
    if set_aside:
        return (*stood, Wait(Why.SET_ASIDE))
    if until := table.stands_until(now, held=hold.since if hold else None):
        return (*stood, Wait(Why.PAUSED, at=until))
    if offered and all(seat.bot for seat in table.seats.values()):
        # Bots do not play on among themselves.
        return (*stood, *(Wait(Why.OFFERED, number) for number in sorted(offered)))
    # Until when somebody has time nobody knows while no clock runs.
    each = (_of_seat(number, table.seats[number], now) for number in asked)
    return (*stood, *(replace(wait, at=None) if _runs_out(wait, hold) else wait for wait in each))


def _runs_out(wait: Wait, hold: Hold | None) -> bool:
    return hold is not None and wait.why == Why.ASKED


def _of_seat(number: int, seat: Seat, now: datetime) -> Wait:
    if until := away(seat.vacations, now=now):
        return Wait(Why.AWAY, number, until)
    if seat.unreached:
        return Wait(Why.UNREACHED, number)
    return Wait(Why.ASKED, number, seat.clock.due if seat.clock else None)
