"""First and last comings, nights, days off and dates that are left out (time.md, 2)."""

from datetime import UTC, date, datetime, time
from itertools import islice

import pytest

from games.clocks.rules import walls
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.stretches import Stretch
from tests.games.clocks.cast import at

BERLIN, APIA = "Europe/Berlin", "Pacific/Apia"


def utc(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


def test_a_time_comes_once_on_most_days() -> None:
    assert walls.comings(BERLIN, date(2026, 3, 2), time(20)) == (at("03-02 19:00"),) * 2


def test_a_time_comes_twice_where_the_clock_is_turned_back() -> None:
    both = at("10-25 00:30"), at("10-25 01:30")
    assert walls.comings(BERLIN, date(2026, 10, 25), time(2, 30)) == both


def test_a_time_that_is_leapt_over_comes_with_the_leap() -> None:
    assert walls.comings(BERLIN, date(2026, 3, 29), time(2, 30)) == (at("03-29 01:00"),) * 2


def test_half_an_hour_may_be_leapt_over() -> None:
    leap = walls.first("Australia/Lord_Howe", date(2026, 10, 4), time(2, 10))
    assert leap == at("10-03 15:30")


def test_midnight_may_be_leapt_over() -> None:
    assert walls.first("America/Sao_Paulo", date(2018, 11, 4), time()) == utc(2018, 11, 4, 3)


def test_the_hour_before_a_midnight_may_come_twice() -> None:
    evening = walls.comings("America/Sao_Paulo", date(2018, 2, 17), time(23))
    assert evening == (utc(2018, 2, 18, 1), utc(2018, 2, 18, 2))
    assert walls.comings("America/Sao_Paulo", date(2018, 2, 18), time())[0] == utc(2018, 2, 18, 3)


def test_a_date_may_be_left_out() -> None:
    assert not walls.exists(APIA, date(2011, 12, 30))
    found = list(islice(walls.dates(APIA, date(2011, 12, 29)), 2))
    assert found == [date(2011, 12, 29), date(2011, 12, 31)]


def test_the_night_before_a_date_left_out_ends_on_the_next_morning() -> None:
    quiet = walls.night("22:00-07:00")
    night = Stretch(utc(2011, 12, 30, 8), utc(2011, 12, 30, 17))
    assert night in list(islice(walls.nights(APIA, quiet, utc(2011, 12, 30)), 5))


def test_a_date_left_out_is_no_day_off() -> None:
    days = walls.days_off(APIA, frozenset({"fri"}), utc(2011, 12, 29))
    assert next(days).start == walls.first(APIA, date(2012, 1, 6), time())


def test_a_day_off_has_23_or_25_hours_where_the_clock_is_turned() -> None:
    sundays = frozenset({"sun"})
    lengths = [
        next(walls.days_off(BERLIN, sundays, at(near))).length.total_seconds() / 3600
        for near in ("03-28 00:00", "10-24 00:00")
    ]
    assert lengths == [23, 25]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("20:00-07:00", Reason.TOO_LONG),
        ("07:00-07:00", Reason.EMPTY),
        ("24:00-07:00", Reason.SYNTAX),
        ("22-07", Reason.SYNTAX),
        ("22:00", Reason.SYNTAX),
    ],
)
def test_a_night_that_is_none_is_refused(text: str, reason: Reason) -> None:
    with pytest.raises(Refused) as refusal:
        walls.night(text)
    assert refusal.value.reason == reason


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../UTC", "Europe", "europe/berlin "])
def test_a_zone_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        walls.zone(name)
    assert refusal.value.reason == Reason.UNKNOWN_ZONE
