"""How reliably a player answers, over the last twelve months (time.md, 11)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Literal

from games.clocks.rules.stretches import HOUR

YEAR = timedelta(days=365)
ONE_ABSENCE = timedelta(hours=24)
ENOUGH = 20  # turns that an organiser's bar may ask about
HIGHEST_BAR = 95  # per cent
Reply = Literal["2 h", "8 h", "day", "more"]
CLASSES: tuple[tuple[timedelta, Reply], ...] = (
    (2 * HOUR, "2 h"),
    (8 * HOUR, "8 h"),
    (24 * HOUR, "day"),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A turn that had a clock and counts: when it ended, and the running time it took."""

    at: datetime
    reply: timedelta | None  # none: missed


@dataclass(frozen=True, slots=True)
class Record:
    """What is shown where opponents are chosen."""

    in_time: int
    missed: int
    reply: Reply | None

    @property
    def turns(self) -> int:
        """All that count; misses of one absence are one."""
        return self.in_time + self.missed

    @property
    def share(self) -> int | None:
        """Per cent in time, never rounded up; none for who is new here."""
        return self.in_time * 100 // self.turns if self.turns else None


def record(kept: Iterable[Kept], *, now: datetime) -> Record:
    """The record of a player from all turns of his games."""
    recent = sorted((each for each in kept if now - YEAR < each.at <= now), key=lambda it: it.at)
    replies = [each.reply for each in recent if each.reply is not None]
    missed = sum(1 for _ in _absences(each.at for each in recent if each.reply is None))
    return Record(len(replies), missed, _class(replies))


def passes(found: Record, bar: int, *, newcomers: bool = True) -> bool:
    """Whether a player is let in at a table that asks for a share in time."""
    if found.turns < ENOUGH:
        return newcomers
    return found.in_time * 100 >= bar * found.turns


def _absences(misses: Iterable[datetime]) -> Iterator[datetime]:
    """The first miss of each absence: all within a day of its first are one."""
    first: datetime | None = None
    for at in misses:
        if first is None or at - first >= ONE_ABSENCE:
            first = at
            yield at


def _class(replies: Sequence[timedelta]) -> Reply | None:
    if not replies:
        return None
    middle = timedelta(seconds=median(each.total_seconds() for each in replies))
    return next((name for most, name in CLASSES if middle < most), "more")
