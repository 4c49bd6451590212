"""When rounds open and close: wall times in a league's zone, and the instants of these."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from games.leagues.rules.refusals import Reason, Refused

DRAWING = 2
"""So many local days before the next opening a round closes whose results that one's draw needs."""


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def zone(name: str) -> ZoneInfo:
    """The zone of that name; refused if there is none."""
    if name not in _zones():
        raise Refused(Reason.UNKNOWN_ZONE)
    return ZoneInfo(name)


def _comings(wall: datetime, where: str) -> tuple[datetime, datetime]:
    there = zone(where)
    before, after = (wall.replace(tzinfo=there, fold=fold).astimezone(UTC) for fold in (0, 1))
    return before, after


def opening(wall: datetime, where: str) -> datetime:
    """When a wall time comes for the first time; if it is leapt over, as much later as the leap."""
    # As the clock went before it was turned: that is the first coming, and forward by the gap.
    return _comings(wall, where)[0]


def closing(wall: datetime, where: str) -> datetime:
    """When a wall time comes for the last time; if it is leapt over, as much later as the leap."""
    return max(_comings(wall, where))


@dataclass(frozen=True, slots=True)
class Window:
    """A round's dates on the wall of a zone. The instants follow the zone's rules of today."""

    round: int
    zone: str
    opens: datetime
    closes: datetime

    @property
    def opens_at(self) -> datetime:
        """The instant at which it opens."""
        return opening(self.opens, self.zone)

    @property
    def closes_at(self) -> datetime:
        """The instant at which it closes."""
        return closing(self.closes, self.zone)

    def postponed(self, days: int) -> "Window":
        """The same round so many whole days later."""
        by = timedelta(days=days)
        return Window(self.round, self.zone, self.opens + by, self.closes + by)


def windows(
    first: datetime,
    where: str,
    *,
    days: int,
    rounds: int,
    pauses: Collection[date] = (),
    drawing: int = 0,
    together: int = 1,
) -> tuple[Window, ...]:
    """All rounds' windows from the first opening on.

    A pause on which a round would open shifts it and all later ones by whole round lengths. With
    `drawing` each closes so many days before the next may open; so many as `together` says share
    one window. Refused are an unknown zone and a close that is not after its opening.
    """
    zone(where)
    if days <= drawing:
        raise Refused(Reason.CLOSE_BEFORE_OPENING)
    length, found, opens = timedelta(days=days), list[Window](), first
    for number in range(1, rounds + 1):
        if number > 1 and (number - 1) % together == 0:
            opens += length
        while opens.date() in pauses:
            opens += length
        found.append(Window(number, where, opens, opens + length - timedelta(days=drawing)))
    return tuple(found)


def must_be_ahead(calendar: Collection[Window], *, now: datetime) -> None:
    """Refused if any round opens no later than now."""
    if any(window.opens_at <= now for window in calendar):
        raise Refused(Reason.IN_THE_PAST)
