"""Outages, misses, silence, records and the pace of orders (time.md, 7 to 11)."""

from datetime import timedelta

import pytest

from games.clocks.rules import outages, pace, record, silence
from games.clocks.rules.record import Kept
from games.clocks.rules.settings import Policy
from games.clocks.rules.silence import Consequence
from games.clocks.rules.stretches import HOUR, MINUTE, Stretch
from tests.games.clocks.cast import START

DAY = 24 * HOUR


def test_a_quarter_of_an_hour_without_a_sign_is_an_outage() -> None:
    sign = START - 15 * MINUTE
    assert outages.outage(sign, START) == Stretch(sign, START)
    assert outages.outage(sign + timedelta(seconds=1), START) is None


def test_a_clock_that_was_set_back_enforces_nothing() -> None:
    assert outages.may_enforce(START, START)
    assert not outages.may_enforce(START + MINUTE, START)


def test_an_outage_reaches_as_far_as_its_length_but_an_hour_at_least() -> None:
    assert outages.reach(Stretch(START, START + 20 * MINUTE)).end == START + 80 * MINUTE
    assert outages.reach(Stretch(START, START + 5 * HOUR)).end == START + 10 * HOUR


DEFAULT = Consequence(bot_plays=False, bot_stays=False, offered=False)
BOT = Consequence(bot_plays=True, bot_stays=True, offered=False)
OFFERED = Consequence(bot_plays=True, bot_stays=True, offered=True)


@pytest.mark.parametrize(
    ("policy", "misses", "limit", "follows"),
    [
        ("autopilot", 1, 2, DEFAULT),
        ("autopilot", 2, 2, OFFERED),
        ("autopilot", 1, 1, OFFERED),
        ("bot", 1, 2, BOT),
        ("bot", 2, 2, OFFERED),
        ("bot", 3, 2, OFFERED),
    ],
)
def test_what_follows_from_a_miss(
    policy: Policy, misses: int, limit: int, follows: Consequence
) -> None:
    assert silence.consequence(policy, misses, limit) == follows


def test_a_table_without_a_clock_is_warned_a_week_before_it_is_closed() -> None:
    assert silence.silent_until(START) == (START + 53 * DAY, START + 60 * DAY)


def kept(days_ago: float, reply: float | None) -> Kept:
    at = START - days_ago * DAY
    return Kept(at, None if reply is None else reply * HOUR)


def test_a_record_tells_turns_in_time_and_a_class_of_reply() -> None:
    found = record.record([kept(n, 3) for n in range(1, 50)] + [kept(60, None)], now=START)
    assert (found.turns, found.share, found.reply) == (50, 98, "8 h")


def test_misses_of_one_absence_are_one() -> None:
    absences = [kept(10, None), kept(9.5, None), kept(9.01, None), kept(9, None)]
    assert record.record(absences, now=START).missed == 2


def test_a_record_forgets_after_a_year() -> None:
    assert record.record([kept(365, None), kept(364, 1)], now=START).missed == 0


def test_who_is_new_has_no_share() -> None:
    found = record.record([], now=START)
    assert (found.turns, found.share, found.reply) == (0, None, None)


@pytest.mark.parametrize(
    ("replies", "told"),
    [([1, 1.9], "2 h"), ([2], "8 h"), ([1, 23], "day"), ([24], "more"), ([99, 1], "more")],
)
def test_the_median_reply_is_told_in_classes(replies: list[float], told: str) -> None:
    assert record.record([kept(1, each) for each in replies], now=START).reply == told


def test_a_bar_asks_for_a_share_of_twenty_turns() -> None:
    good, bad = record.Record(19, 1, "2 h"), record.Record(18, 2, "2 h")
    assert record.passes(good, 95)
    assert not record.passes(bad, 95)
    fresh = record.Record(0, 19, None)
    assert record.passes(fresh, 95)
    assert not record.passes(fresh, 95, newcomers=False)


def test_an_unhurried_answer_takes_minutes_drawn_at_random() -> None:
    assert pace.unhurried(first_ask=True, pick=min) == 5 * MINUTE
    assert pace.unhurried(first_ask=True, pick=max) == 65 * MINUTE
    assert pace.unhurried(first_ask=False, pick=min) == MINUTE
    assert pace.unhurried(first_ask=False, pick=max) == 5 * MINUTE


def test_orders_are_looked_at_before_the_deadline_and_not_before_the_ask() -> None:
    delay = 30 * MINUTE
    assert pace.looked_at(START, delay, None) == START + delay
    assert pace.looked_at(START, delay, START + 40 * MINUTE) == START + 25 * MINUTE
    assert pace.looked_at(START, delay, START + 10 * MINUTE) == START
