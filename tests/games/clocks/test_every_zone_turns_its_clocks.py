"""Deadlines around each change of the clock in every zone there is, and on leap days."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import pytest

from games.clocks.rules.people import person
from games.clocks.rules.stretches import HOUR
from games.clocks.rules.walls import DAY
from tests.games.clocks.cast import asked, clock, due
from tests.games.clocks.worlds import is_quiet, shows

YEARS = (2026, 2027, 2028)


def turned(name: str) -> Iterator[datetime]:
    """The hours in which a zone turns its clocks."""
    zone = ZoneInfo(name)
    at, end = datetime(YEARS[0], 1, 1, tzinfo=UTC), datetime(YEARS[-1] + 1, 1, 1, tzinfo=UTC)
    while at < end:
        if at.astimezone(zone).utcoffset() != (at + DAY).astimezone(zone).utcoffset():
            hours = (at + hour * HOUR for hour in range(24))
            yield next(
                hour
                for hour in hours
                if hour.astimezone(zone).utcoffset() != (hour + HOUR).astimezone(zone).utcoffset()
            )
        at += DAY


@cache
def changes() -> tuple[tuple[str, datetime], ...]:
    """One zone for each way and instant of turning clocks that there is."""
    found = {
        (at, at.astimezone(ZoneInfo(name)).utcoffset()): name
        for name in sorted(available_timezones())
        for at in turned(name)
    }
    return tuple((name, at) for (at, _), name in found.items())


def test_there_are_many() -> None:
    assert len(changes()) > 40


@pytest.mark.parametrize("before", [1, 12, 23])
def test_twenty_four_hours_are_twenty_four_hours_on_every_day(before: int) -> None:
    for name, at in changes():
        begun = at - before * HOUR
        assert due(asked(person(name), now=begun, zone=name)) == begun + DAY, name


def test_the_fixed_hour_is_shown_by_the_clock_on_the_wall_of_that_day() -> None:
    style = {"style": "hour", "at": "20:00", "notice": 12}
    for name, at in changes():
        for begun in (at - 30 * HOUR, at - 12 * HOUR, at):
            end = due(asked(person(name), now=begun, zone=name, clock=style))
            assert f"{shows(end, name):%H:%M}" == "20:00", name
            assert 12 * HOUR <= end - begun <= 37 * HOUR, name


def test_no_deadline_falls_into_the_night_in_which_the_clock_is_turned() -> None:
    for name, at in changes():
        for hours in range(6):
            table = asked(person(name, "22:00-07:00"), now=at - DAY + (hours - 3) * HOUR, zone=name)
            who = table.seats[1].person
            assert not is_quiet(due(table), name, who.quiet), name
            assert timedelta() <= due(table) - clock(table).asked - DAY <= 10 * HOUR, name


@pytest.mark.parametrize("year", [2024, 2028])
def test_a_leap_day_is_a_day_like_others(year: int) -> None:
    begun = datetime(year, 2, 28, 20, tzinfo=UTC)
    table = asked(person("UTC"), now=begun, zone="UTC", days_off=["sat"])
    assert due(table).date() == date(year, 2, 29), "neither is a Saturday"
    hour = {"style": "hour", "at": "20:00", "notice": 12}
    assert due(asked(person("UTC"), now=begun, zone="UTC", clock=hour)).date() == date(year, 2, 29)
