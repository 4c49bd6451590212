"""The calendar of a season: nobody loses an hour, pauses shift, bad dates are refused."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest

from games.leagues.rules import calendar
from games.leagues.rules.refusals import Reason, Refused

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MONDAY = datetime(2026, 10, 12, 20)  # noqa: DTZ001 - a wall time


def changes() -> Iterator[tuple[str, datetime, timedelta]]:
    """One zone for each way and day of turning clocks in a year, and by how much."""
    seen = set()
    for name in sorted(available_timezones()):
        there, at = ZoneInfo(name), datetime(2027, 1, 1, tzinfo=UTC)
        offsets = [(at + days * DAY).astimezone(there).utcoffset() for days in range(366)]
        for day, (before, after) in enumerate(pairwise(offsets)):
            if before != after and (day, before, after) not in seen:
                seen.add((day, before, after))
                yield name, at + day * DAY, abs(after - before)


def test_nobody_loses_an_hour_where_clocks_are_turned() -> None:
    many = 0
    for name, at, turned in changes():
        many += 1
        day = at.astimezone(ZoneInfo(name)).replace(tzinfo=None, hour=0, minute=0)
        for half_hours in range(48):
            wall = day + half_hours * HOUR / 2
            before, window = calendar.windows(wall - DAY, name, days=1, rounds=2)
            assert abs(window.closes_at - window.opens_at - DAY) <= turned, (name, window)
            assert window.opens_at <= before.closes_at, (name, window)
            for minutes in range(10, 180, 10):
                # The wall shows the time neither before an opening nor after a close.
                early = window.opens_at - timedelta(minutes=minutes)
                late = before.closes_at + timedelta(minutes=minutes)
                assert early.astimezone(ZoneInfo(name)).replace(tzinfo=None) != wall, (name, wall)
                assert late.astimezone(ZoneInfo(name)).replace(tzinfo=None) != wall, (name, wall)
    assert many > 10


def test_a_pause_shifts_its_round_and_all_later_ones() -> None:
    pauses = [date(2026, 10, 26), date(2026, 11, 9), date(2026, 12, 8)]
    found = calendar.windows(MONDAY, "Europe/Berlin", days=14, rounds=3, pauses=pauses)
    assert [window.opens.date() for window in found] == [
        date(2026, 10, 12),
        date(2026, 11, 23),
        date(2026, 12, 7),
    ]
    assert found[0].closes == MONDAY + 14 * DAY


def test_a_round_whose_results_are_needed_closes_two_days_before_the_next() -> None:
    first, second = calendar.windows(
        MONDAY, "Europe/Berlin", days=14, rounds=2, drawing=calendar.DRAWING
    )
    assert second.opens - first.closes == 2 * DAY


def test_rounds_may_open_together_with_numbers_of_their_own() -> None:
    found = calendar.windows(MONDAY, "Europe/Berlin", days=7, rounds=5, together=2)
    assert [window.round for window in found] == [1, 2, 3, 4, 5]
    assert [(window.opens - MONDAY).days for window in found] == [0, 0, 7, 7, 14]


def test_a_round_is_postponed_by_whole_days_on_the_wall() -> None:
    (window,) = calendar.windows(datetime(2027, 3, 27, 20), "Europe/Berlin", days=7, rounds=1)  # noqa: DTZ001
    assert window.postponed(1).opens_at - window.opens_at == 23 * HOUR


@pytest.mark.parametrize(
    ("zone", "days", "reason"),
    [
        ("Europe/Entenhausen", 7, Reason.UNKNOWN_ZONE),
        ("Europe/Berlin", 2, Reason.CLOSE_BEFORE_OPENING),
    ],
)
def test_bad_calendars_are_refused(zone: str, days: int, reason: Reason) -> None:
    with pytest.raises(Refused) as refused:
        calendar.windows(MONDAY, zone, days=days, rounds=2, drawing=2)
    assert refused.value.reason is reason


def test_a_calendar_that_has_begun_is_refused() -> None:
    found = calendar.windows(MONDAY, "Europe/Berlin", days=7, rounds=2)
    calendar.must_be_ahead(found, now=found[0].opens_at - HOUR)
    with pytest.raises(Refused) as refused:
        calendar.must_be_ahead(found, now=found[0].opens_at)
    assert refused.value.reason is Reason.IN_THE_PAST
