"""Half-open stretches of time and the time that runs outside them. Knows no clocks and no zones."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from itertools import chain, islice

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
NOTHING = timedelta()


@dataclass(frozen=True, slots=True, order=True)
class Stretch:
    """From its start, which is inside, to its end, which is outside."""

    start: datetime
    end: datetime

    @property
    def length(self) -> timedelta:
        """How long it is, in real time."""
        return self.end - self.start

    def holds(self, at: datetime) -> bool:
        """Whether the instant lies inside."""
        return self.start <= at < self.end

    def overlaps(self, start: datetime, end: datetime) -> bool:
        """Whether it shares any time with the stretch from start to end."""
        return self.start < end and start < self.end


def union(*rows: Iterable[Stretch]) -> Iterator[Stretch]:
    """All stretches of rows that are each in order, in order; what touches or overlaps is one.

    Rows may be endless.
    """
    last: Stretch | None = None
    begun = [chain((first,), row) for row in map(iter, rows) for first in islice(row, 1)]
    # To merge what is alone takes ten times as long as to read it.
    for each in merge(*begun) if len(begun) > 1 else chain(*begun):
        if each.start >= each.end:
            continue
        if last is None:
            last = each
        elif each.start <= last.end:
            last = Stretch(last.start, max(last.end, each.end))
        else:
            yield last
            last = each
    if last is not None:
        yield last


def holding(stretches: Iterable[Stretch], at: datetime) -> Stretch | None:
    """The first of stretches in order that holds the instant."""
    for each in stretches:
        if each.start > at:
            return None
        if each.holds(at):
            return each
    return None


def after(start: datetime, running: timedelta, still: Iterable[Stretch]) -> datetime:
    """The earliest instant by which so much time has run since start, outside a union."""
    at = start
    for each in still:
        room = each.start - at
        if running <= room:
            break
        running -= max(room, NOTHING)
        at = max(at, each.end)
    return at + running


def running(start: datetime, end: datetime, still: Iterable[Stretch]) -> timedelta:
    """How much time runs from start to end outside a union; nothing if the end is first."""
    total = max(end - start, NOTHING)
    for each in still:
        if each.start >= end:
            break
        total -= max(min(each.end, end) - max(each.start, start), NOTHING)
    return max(total, NOTHING)


def full_minute(at: datetime) -> datetime:
    """The instant, or the next full minute."""
    floor = at.replace(second=0, microsecond=0)
    return floor if floor == at else floor + MINUTE
