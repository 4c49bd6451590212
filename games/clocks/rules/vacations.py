"""Whole days of a player that stop his clocks, paid from a yearly budget (time.md, 6)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import takewhile

from games.clocks.rules import forms, walls
from games.clocks.rules.forms import Form
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.standstills import Standstill, in_order
from games.clocks.rules.stretches import Stretch, holding
from games.clocks.rules.walls import DAY, MIDNIGHT

FURTHEST = 800 * DAY  # ahead: no budget lasts longer


@dataclass(frozen=True, slots=True)
class Vacation:
    """Days of a player, in the zone he had when he planned them, and the stretch that they are."""

    zone: str
    first: date
    last: date
    start: datetime
    end: datetime
    early: bool = False

    @property
    def days(self) -> frozenset[date]:
        """The days it costs: those that had begun when it ended."""
        return frozenset(day for day in _days(self.zone, self.first, self.last) if self._has(day))

    @property
    def standstill(self) -> Standstill:
        """What it does to the clocks of the player's seats."""
        return Standstill("vacation", self.start, self.end, self.early)

    def _has(self, day: date) -> bool:
        return walls.first(self.zone, day, MIDNIGHT) < self.end


def taken(vacations: Iterable[Vacation]) -> frozenset[date]:
    """All days of some vacations; a day taken twice counts once."""
    return frozenset[date]().union(*(each.days for each in vacations))


def by_year(days: Iterable[date]) -> dict[int, int]:
    """How many days lie in which year."""
    return dict(sorted(Counter(day.year for day in days).items()))


def plan(
    zone: str,
    wish: tuple[date | None, date],
    *,
    budget: int,
    had: Iterable[Vacation],
    now: datetime,
) -> Vacation:
    """The vacation from a first day, or from now if there is none, to a last, as far as it is paid.

    Compare its `last` with the wish before it is confirmed: it may have been cut. Refused if it is
    in the past, too far ahead or empty, if the game knows no vacations, and if no day is left.
    """
    whole = wished(zone, wish, now=now)
    if not budget:
        raise Refused(Reason.NO_VACATIONS_HERE)
    paid = list(_paid(_days(zone, whole.first, whole.last), budget, taken(had)))
    if not paid:
        raise Refused(Reason.NO_DAYS_LEFT)
    return replace(whole, last=paid[-1], end=walls.last(zone, paid[-1] + DAY, MIDNIGHT))


def wished(zone: str, wish: tuple[date | None, date], *, now: datetime) -> Vacation:
    """All that is wished, whether or not it is paid. Refused if past, too far ahead or empty."""
    today = walls.local(now, zone).date()
    first, last = wish[0] or today, wish[1]
    if wish[0] is not None and first <= today:
        raise Refused(Reason.IN_THE_PAST)
    if first > today + FURTHEST:
        raise Refused(Reason.TOO_LONG)
    days = list(_days(zone, first, min(last, today + FURTHEST)))
    if not days:
        raise Refused(Reason.EMPTY)
    start = now if wish[0] is None else walls.first(zone, first, MIDNIGHT)
    return Vacation(zone, first, days[-1], start, walls.last(zone, days[-1] + DAY, MIDNIGHT))


def unpaid(
    announced: Iterable[Vacation], paid: Iterable[Vacation], *, now: datetime
) -> Stretch | None:
    """From when till when the player is away, as he announced, though no vacation pays for it.

    The first such stretch that is not over; announced absences that touch are one.
    """
    vacations = list(in_order(each.standstill for each in paid))
    for each in in_order(each.standstill for each in announced):
        covered = holding(vacations, each.start)
        start = covered.end if covered else each.start
        if start < each.end and now < each.end:
            return Stretch(start, each.end)
    return None


def home(vacations: tuple[Vacation, ...], *, now: datetime) -> tuple[Vacation, ...]:
    """The vacations when the player is back now."""
    return tuple(
        replace(each, end=now, early=True) if each.start <= now < each.end else each
        for each in vacations
    )


def called_off(
    vacations: tuple[Vacation, ...], days: tuple[date, date], *, now: datetime
) -> tuple[Vacation, ...]:
    """The vacations without one that has not begun, named by its days."""
    return tuple(each for each in vacations if (each.first, each.last) != days or each.start <= now)


def taken_back(
    announced: tuple[Vacation, ...], paid: tuple[Vacation, ...], first: date, *, now: datetime
) -> tuple[Vacation, ...]:
    """The announced absences without those from a day on of which nothing unpaid has begun."""

    def stays(each: Vacation) -> bool:
        beyond = unpaid([each], paid, now=now)
        return each.first != first or beyond is None or beyond.start <= now

    return tuple(filter(stays, announced))


def away(vacations: Iterable[Vacation], *, now: datetime) -> datetime | None:
    """Until when the player is away now; none if he is not."""
    return max((each.end for each in vacations if each.start <= now < each.end), default=None)


def dump(vacation: Vacation) -> dict[str, object]:
    """A vacation as JSON; `load` reads it back."""
    return {
        "zone": vacation.zone,
        "first": vacation.first.isoformat(),
        "last": vacation.last.isoformat(),
        "start": forms.instant(vacation.start),
        "end": forms.instant(vacation.end),
        "early": vacation.early,
    }


def load(form: Form) -> Vacation:
    """The vacation that `dump` wrote."""
    return Vacation(
        forms.text(form, "zone"),
        date.fromisoformat(forms.text(form, "first")),
        date.fromisoformat(forms.text(form, "last")),
        forms.read_instant(form["start"]),
        forms.read_instant(form["end"]),
        forms.yes_or_no(form, "early", default=False),
    )


def _days(zone: str, first: date, last: date) -> Iterator[date]:
    return takewhile(lambda day: day <= last, walls.dates(zone, first))


def _paid(wished: Iterable[date], budget: int, had: frozenset[date]) -> Iterator[date]:
    """The days up to the first that is not paid for."""
    used = Counter(day.year for day in had)
    for day in wished:
        if day not in had:
            used[day.year] += 1
            if used[day.year] > budget:
                return
        yield day
