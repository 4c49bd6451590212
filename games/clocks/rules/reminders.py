"""When a seat that is asked is reminded, never in quiet hours (time.md, 12)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import takewhile

from games.clocks.rules import walls
from games.clocks.rules.clock import Clock, Plan, Reminder
from games.clocks.rules.people import Person
from games.clocks.rules.ruler import Ruler
from games.clocks.rules.settings import Settings
from games.clocks.rules.stretches import HOUR, MINUTE, Stretch, full_minute, holding, union

LAST_QUARTER = 15 * MINUTE
LATE = 5 * MINUTE  # a sweep comes far more often


def planned(
    clock: Clock, ruler: Ruler, settings: Settings, reader: Person, *, now: datetime
) -> Plan:
    """The reminders still to come for the clock's deadline; those that rang stay rung."""
    if clock.due is None:
        return replace(clock.plan, coming=())
    blocked = list(_blocked(clock, clock.due, ruler, settings, reader))
    wanted = sorted(_wanted(clock, clock.due, ruler, settings.reminders, blocked))
    coming = tuple(_spaced(clock, clock.due, wanted, now))
    return replace(clock.plan, coming=coming)


def rung(plan: Plan, *, now: datetime) -> Plan:
    """After a mail to the reader: it uses up what is due within the next hour."""
    used = tuple(each.share for each in plan.coming if each.at < now + HOUR)
    coming = tuple(each for each in plan.coming if each.at >= now + HOUR)
    return Plan(coming, plan.rung + used, now)


def still_rings(
    reminder: Reminder, due: datetime, outages: Iterable[Stretch], *, now: datetime
) -> bool:
    """Whether a reminder whose time has come is worth sending now."""
    if any(outage.holds(reminder.at) for outage in outages):
        return False
    return now < due if now <= reminder.at + LATE else due - now >= HOUR


def _blocked(
    clock: Clock, due: datetime, ruler: Ruler, settings: Settings, reader: Person
) -> Iterator[Stretch]:
    """Standstills and the present quiet hours of table and reader up to the deadline."""
    rows = union(
        ruler.still(clock.asked),
        walls.nights(settings.zone, settings.table_quiet, clock.asked),
        walls.nights(reader.zone, reader.quiet, clock.asked),
    )
    return takewhile(lambda each: each.start < due, rows)


def _wanted(
    clock: Clock, due: datetime, ruler: Ruler, shares: Iterable[int], blocked: list[Stretch]
) -> Iterator[tuple[datetime, int]]:
    whole = ruler.running(clock.asked, due)
    for share in shares:
        at = _placed(full_minute(ruler.after(clock.asked, _part(whole, share))), due, blocked)
        if at is not None and share not in clock.plan.rung:
            yield at, share


def _part(whole: timedelta, share: int) -> timedelta:
    return whole * share / 100


def _placed(at: datetime, due: datetime, blocked: list[Stretch]) -> datetime | None:
    """The instant, the end of the night it lies in, an hour before that night, or none."""
    night = holding(blocked, at)
    if night is None:
        return at
    morning = full_minute(night.end)
    if due - morning >= HOUR:
        return morning
    evening = full_minute(night.start) - HOUR
    return None if holding(blocked, evening) else evening


def _spaced(
    clock: Clock, due: datetime, wanted: list[tuple[datetime, int]], now: datetime
) -> Iterator[Reminder]:
    last = max(filter(None, (clock.asked, clock.plan.rung_at)))
    for at, share in wanted:
        if now < at < due - LAST_QUARTER and at - last >= HOUR:
            yield Reminder(share, at)
            last = at
