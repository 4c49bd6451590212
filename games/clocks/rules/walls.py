"""What clocks on the wall show in a zone: when a local time comes, nights, days off, dates."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.stretches import Stretch

DAY = timedelta(days=1)
MIDNIGHT = time()
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def zone(name: str) -> ZoneInfo:
    """The zone of that name; refused if there is none."""
    if name not in _zones():
        raise Refused(Reason.UNKNOWN_ZONE)
    return ZoneInfo(name)


def local(at: datetime, where: str) -> datetime:
    """The instant as a wall clock there shows it."""
    return at.astimezone(ZoneInfo(where))


@lru_cache(maxsize=1 << 16)
def comings(where: str, day: date, at: time) -> tuple[datetime, datetime]:
    """The first and the last coming of a local time; both are the leap if it is leapt over."""
    wall = datetime.combine(day, at, ZoneInfo(where))
    early, late = (wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    if early <= late:
        return early, late
    leap = _leap(late, early, where, wall.replace(tzinfo=None))
    return leap, leap


def first(where: str, day: date, at: time) -> datetime:
    """The earliest instant at which the local clock has reached it."""
    return comings(where, day, at)[0]


def last(where: str, day: date, at: time) -> datetime:
    """The earliest instant after which the local clock never shows less."""
    return comings(where, day, at)[1]


def _leap(low: datetime, high: datetime, where: str, wall: datetime) -> datetime:
    """When the clock leaps over a time, somewhere in (low, high], to the second."""
    while high - low > timedelta(seconds=1):
        middle = (low + (high - low) / 2).replace(microsecond=0)
        if local(middle, where).replace(tzinfo=None) < wall:
            low = middle
        else:
            high = middle
    return high


def exists(where: str, day: date) -> bool:
    """Whether the zone has that date; crossing the date line may leave one out."""
    return first(where, day, MIDNIGHT) < last(where, day + DAY, MIDNIGHT)


def dates(where: str, since: date) -> Iterator[date]:
    """The zone's dates from that one on, without those that are left out."""
    while True:
        if exists(where, since):
            yield since
        since += DAY


def dates_around(where: str, at: datetime) -> Iterator[date]:
    """The zone's dates from two before the instant's on: whatever reaches into it began there."""
    return dates(where, local(at, where).date() - 2 * DAY)


@dataclass(frozen=True, slots=True)
class Night:
    """Quiet hours on a wall clock, over midnight if they end no later than they start."""

    start: time
    end: time

    def __str__(self) -> str:
        """As it is read: 22:00-07:00."""
        return f"{self.start:%H:%M}-{self.end:%H:%M}"

    @property
    def length(self) -> timedelta:
        """How long it is on a day without changes."""
        start, end = (timedelta(hours=at.hour, minutes=at.minute) for at in (self.start, self.end))
        return (end - start) % DAY


DEFAULT_NIGHT = Night(time(23), time(7))
LONGEST_NIGHT = timedelta(hours=10)


def clock_time(text: str) -> time:
    """Read hh:mm; refused if it is none."""
    hours, colon, minutes = text.strip().partition(":")
    if not (colon and hours.isdecimal() and minutes.isdecimal() and len(minutes) == 2):
        raise Refused(Reason.SYNTAX)
    if int(hours) > 23 or int(minutes) > 59:
        raise Refused(Reason.SYNTAX)
    return time(int(hours), int(minutes))


def night(text: str | None) -> Night | None:
    """Read quiet hours; nothing is none. Refused if they have no length or more than ten hours."""
    if not text:
        return None
    start, _, end = text.partition("-")
    quiet = Night(clock_time(start), clock_time(end))
    if not quiet.length:
        raise Refused(Reason.EMPTY)
    if quiet.length > LONGEST_NIGHT:
        raise Refused(Reason.TOO_LONG)
    return quiet


def nights(where: str, quiet: Night | None, at: datetime) -> Iterator[Stretch]:
    """Endless quiet hours in order, from one before the instant on."""
    if quiet is None:
        return
    for day, following in pairwise(dates_around(where, at)):
        # The night before a date that is left out goes on into the next that is there.
        ends = day if quiet.start < quiet.end else following
        yield Stretch(first(where, day, quiet.start), last(where, ends, quiet.end))


def days_off(where: str, weekdays: frozenset[str], at: datetime) -> Iterator[Stretch]:
    """Endless days off in order, from one before the instant on."""
    if not weekdays:
        return
    for day in dates_around(where, at):
        if weekday(day) in weekdays:
            yield Stretch(first(where, day, MIDNIGHT), last(where, day + DAY, MIDNIGHT))


def weekday(day: date) -> str:
    """The name of its day of the week: mon to sun."""
    return WEEKDAYS[day.weekday()]
