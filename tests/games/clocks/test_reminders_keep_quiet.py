"""When reminders ring, wait, are used up or dropped (time.md, 12)."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from games.clocks.rules import giving, reminders, seating, turns
from games.clocks.rules.clock import Plan, Reminder
from games.clocks.rules.people import person
from games.clocks.rules.stretches import HOUR, MINUTE, Stretch
from games.clocks.rules.table import Table
from tests.games.clocks.cast import BERLIN, START, asked, at, clock, due

SLEEPER = person("Europe/Berlin", "22:00-07:00")


def times(of: Table) -> list[datetime]:
    return [each.at for each in clock(of).plan.coming]


def test_the_next_reminder_is_stored_by_itself() -> None:
    assert clock(asked()).remind_at == at("03-02 22:00")
    assert clock(asked(reminders=[])).remind_at is None


def test_no_reminder_comes_in_the_last_quarter_of_an_hour() -> None:
    two_hours = {"style": "fixed", "hours": 2}
    assert times(asked(clock=two_hours, reminders=[85])) == [at("03-02 11:42")]
    assert times(asked(clock=two_hours, reminders=[88])) == []


def test_two_nights_that_touch_are_one() -> None:
    # The table's night goes over into the player's; an hour before the first is before both.
    one = asked(SLEEPER, table_quiet="14:00-22:00", now=at("03-02 06:30"), reminders=[60, 95])
    assert due(one) == at("03-03 06:30")
    assert times(one) == [at("03-02 12:00")]


def test_a_reminder_before_a_night_is_dropped_if_that_is_night_too() -> None:
    # Quiet 14:00-15:00 at the table and 15:30-01:30 for the player: 14:30 of the clock is blocked.
    one = asked(
        person("Europe/Berlin", "15:30-01:30"),
        table_quiet="14:00-15:00",
        clock={"style": "fixed", "hours": 16},
        personal_quiet=False,
        now=at("03-02 09:00"),
        reminders=[90],
    )
    assert due(one) == at("03-03 01:00")
    assert times(one) == []


def test_two_reminders_that_wait_for_the_same_morning_are_one() -> None:
    one = asked(SLEEPER, now=at("03-02 14:00"), reminders=[40, 50, 60])
    assert times(one) == [at("03-03 06:00")]


def test_new_quiet_hours_move_reminders_at_once_but_wake_none_that_rang() -> None:
    one = asked()
    rung = reminders.rung(clock(one).plan, now=at("03-02 22:00"))
    told = one.seated(1, replace(one.seats[1], clock=replace(clock(one), plan=rung)))
    owl = person("Europe/Berlin", "22:00-07:59")
    after = seating.know(told, 1, owl, now=at("03-02 22:30"))
    assert times(after) == [at("03-03 07:36")]
    assert times(seating.know(one, 1, owl, now=at("03-02 21:00")))[0] == at("03-03 06:59")


def test_a_moved_deadline_may_ring_a_share_again() -> None:
    one = asked()
    rung = reminders.rung(clock(one).plan, now=at("03-02 22:00"))
    told = one.seated(1, replace(one.seats[1], clock=replace(clock(one), plan=rung)))
    later = giving.extend(told, 1, 24, by=None, now=at("03-02 23:00"))
    assert [each.share for each in clock(later).plan.coming] == [50, 90]


def test_one_mail_uses_up_what_is_due_within_the_hour() -> None:
    first, soon, later = (Reminder(n, START + n * MINUTE) for n in (10, 69, 70))
    rung = reminders.rung(Plan((first, soon, later)), now=START + 10 * MINUTE)
    assert rung == Plan((later,), (10, 69), START + 10 * MINUTE)


def test_no_reminder_follows_a_mail_within_the_hour() -> None:
    one = asked(reminders=[50, 90])
    told = replace(clock(one), plan=Plan(rung_at=at("03-02 21:30")))
    after = seating.know(
        one.seated(1, replace(one.seats[1], clock=told)), 1, BERLIN, now=at("03-02 21:40")
    )
    assert times(after) == [at("03-03 07:36")]


def test_an_interrupted_turn_is_reminded_from_its_new_ask() -> None:
    aside = turns.go_on(asked(), {2: 1}, now=START + 4 * HOUR, answered=1)
    again = turns.go_on(aside, {1: 1}, now=START + 14 * HOUR, answered=2)
    assert times(again) == [START + 24 * HOUR, START + 32 * HOUR]


@pytest.mark.parametrize(
    ("late", "left", "rings"),
    [
        (timedelta(), 16 * MINUTE, True),
        (4 * MINUTE, 16 * MINUTE, True),
        (6 * MINUTE, 59 * MINUTE, False),
        (6 * MINUTE, HOUR, True),
        (timedelta(), timedelta(), False),
    ],
)
def test_a_late_reminder_is_sent_only_if_an_hour_is_left(
    late: timedelta, left: timedelta, rings: bool
) -> None:
    now = START + late
    assert reminders.still_rings(Reminder(50, START), now + left, (), now=now) == rings


def test_a_reminder_that_fell_into_an_outage_is_not_made_up() -> None:
    gone = [Stretch(START - HOUR, START + MINUTE)]
    assert not reminders.still_rings(Reminder(50, START), START + 9 * HOUR, gone, now=START)
