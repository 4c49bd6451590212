"""Which new rules only give, and what a table's record says of proposals."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from games.clocks.rules.pauses import pause
from games.clocks.rules.people import Person
from games.clocks.rules.proposals import standing
from games.clocks.rules.ruling import only_gives
from games.clocks.rules.settings import Settings
from games.clocks.rules.showing import waking_of_a_turn
from games.clocks.rules.styles import Bank, Fixed, Hour, Untimed
from games.clocks.rules.table import Table
from games.clocks.rules.walls import clock_time, night

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)

OLD = Settings(
    Fixed(24), days_off=frozenset({"sun"}), table_quiet=night("23:00-06:00"), least_waking=2
)
EVENING = Hour(clock_time("20:00"), 12, frozenset({"mon", "tue"}))
BANK = Bank(72, 12, 120)


@pytest.mark.parametrize(
    ("old", "new", "gives"),
    [
        (OLD, replace(OLD, style=Fixed(25)), True),
        (OLD, replace(OLD, style=Fixed(23)), False),
        (OLD, replace(OLD, style=BANK), False),
        (OLD, replace(OLD, style=Untimed()), False),
        (OLD, replace(OLD, days_off=frozenset({"sat", "sun"})), True),
        (OLD, replace(OLD, days_off=frozenset({"sat", "mon"})), False),
        (OLD, replace(OLD, table_quiet=night("22:00-06:00")), True),
        (OLD, replace(OLD, table_quiet=night("22:00-05:00")), False),
        (OLD, replace(OLD, table_quiet=night("01:00-09:00")), False),
        (OLD, replace(OLD, table_quiet=None), False),
        (replace(OLD, table_quiet=None), OLD, True),
        (OLD, replace(OLD, personal_quiet=False), False),
        (replace(OLD, personal_quiet=False), OLD, True),
        (OLD, replace(OLD, vacation_days=29), True),
        (OLD, replace(OLD, vacation_days=27), False),
        (OLD, replace(OLD, resume_floor=48), True),
        (OLD, replace(OLD, resume_floor=23), False),
        (OLD, replace(OLD, least_waking=3), True),
        (OLD, replace(OLD, least_waking=1), False),
        (OLD, replace(OLD, zone="Europe/Berlin"), False),
        (OLD, replace(OLD, reminders=()), False),
        (OLD, replace(OLD, policy="bot"), False),
        (OLD, replace(OLD, misses=3), False),
        (OLD, replace(OLD, pace="off"), False),
        (OLD, replace(OLD, style=Fixed(48), vacation_days=0), False),
        (replace(OLD, style=BANK), replace(OLD, style=Bank(72, 13, 121)), True),
        (replace(OLD, style=BANK), replace(OLD, style=Bank(96, 12, 100)), False),
        (replace(OLD, style=EVENING), replace(OLD, style=replace(EVENING, notice=24)), True),
        (
            replace(OLD, style=EVENING),
            replace(OLD, style=replace(EVENING, days=frozenset({"mon"}))),
            True,
        ),
        (
            replace(OLD, style=EVENING),
            replace(OLD, style=replace(EVENING, at=clock_time("21:00"))),
            False,
        ),
    ],
)
def test_only_what_leaves_everybody_at_least_what_he_had_is_given(
    old: Settings, new: Settings, *, gives: bool
) -> None:
    assert only_gives(old, new) is gives


class Line(NamedTuple):
    """A line of a record."""

    act: str
    seat: int | None
    said: dict[str, Any]
    made_at: datetime


def line(act: str, seat: int | None = None, *, hours: int = 0, **said: Any) -> Line:
    return Line(act, seat, said, NOW + hours * HOUR)


OPEN = Table(OLD)
PAUSED = replace(OPEN, pauses=(pause(NOW + 48 * HOUR, now=NOW),))


def test_a_proposal_stands_with_those_who_agreed_until_its_time_is_over() -> None:
    record = [line("proposed-pause", 1), line("agreed", 2, hours=3, kind="pause")]
    found = standing(record, OPEN, now=NOW + 71 * HOUR)["pause"]
    assert (found.seat, found.agreed) == (1, {1: NOW, 2: NOW + 3 * HOUR})
    assert found.act == "proposed-pause"
    assert not standing(record, OPEN, now=NOW + 72 * HOUR)


@pytest.mark.parametrize(
    "after",
    [
        line("declined", 2, kind="pause"),
        line("paused"),
    ],
)
def test_a_proposal_ends_when_it_is_refused_or_done(after: Line) -> None:
    record = [line("proposed-pause", 1), line("proposed-rule", 0), after]
    assert set(standing(record, OPEN, now=NOW)) == {"rule"}


def test_a_new_proposal_of_a_kind_begins_without_the_old_ones_answers() -> None:
    record = [
        line("proposed-pause", 1), line("agreed", 2, kind="pause"), line("proposed-pause", 0)
    ]  # fmt: skip
    assert set(standing(record, OPEN, now=NOW)["pause"].agreed) == {0}


def test_what_cannot_be_done_now_is_not_asked() -> None:
    record = [line("proposed-pause", 1), line("proposed-end", 1)]
    assert set(standing(record, OPEN, now=NOW)) == {"pause"}
    assert set(standing(record, PAUSED, now=NOW)) == {"end"}
    assert not standing(record, replace(OPEN, finished=True), now=NOW)


def test_a_pause_that_would_be_over_is_not_asked_any_more() -> None:
    until = (NOW + 5 * HOUR).isoformat()
    record = [line("proposed-pause", 1, until=until)]
    assert standing(record, OPEN, now=NOW + 4 * HOUR)
    assert not standing(record, OPEN, now=NOW + 5 * HOUR)


def test_an_end_of_one_pause_is_no_end_of_the_next() -> None:
    record = [line("paused"), line("proposed-end", 1), line("paused", hours=10)]
    assert not standing(record, PAUSED, now=NOW + 11 * HOUR)


def test_of_a_turn_that_begins_now_waking_hours_are_those_outside_ones_night() -> None:
    tokyo = Person("Asia/Tokyo", night("22:00-08:00"))
    assert waking_of_a_turn(Settings(Fixed(24)), tokyo, now=NOW) == 14 * HOUR
    assert waking_of_a_turn(Settings(Fixed(24)), Person(), now=NOW) == 16 * HOUR
    assert waking_of_a_turn(Settings(Untimed()), tokyo, now=NOW) is None
