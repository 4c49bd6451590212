"""Why a game waits: one reason for a closed table, else one for each seat that is asked (9)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from games.clocks.rules.table import Seat, Table
from games.clocks.rules.vacations import away


class Why(StrEnum):
    """The names under which a waiting game names its reason."""

    HELD = "held"
    SET_ASIDE = "set aside"
    PAUSED = "paused"
    AWAY = "away"
    OFFERED = "offered"
    UNREACHED = "cannot be reached"
    ASKED = "asked"


CLOSED = frozenset({Why.HELD, Why.PAUSED})
"""Reasons for which nobody can move."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The whole service is held by its operators, who say why."""

    since: datetime
    reason: str


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
    if hold:
        return (Wait(Why.HELD, at=hold.since, said=hold.reason),)
    if set_aside:
        return (Wait(Why.SET_ASIDE),)
    if until := table.paused_until(now):
        return (Wait(Why.PAUSED, at=until),)
    if offered and all(seat.bot for seat in table.seats.values()):
        # Bots do not play on among themselves.
        return tuple(Wait(Why.OFFERED, number) for number in sorted(offered))
    return tuple(_of_seat(number, table.seats[number], now) for number in asked)


def _of_seat(number: int, seat: Seat, now: datetime) -> Wait:
    if until := away(seat.vacations, now=now):
        return Wait(Why.AWAY, number, until)
    if seat.unreached:
        return Wait(Why.UNREACHED, number)
    return Wait(Why.ASKED, number, seat.clock.due if seat.clock else None)
