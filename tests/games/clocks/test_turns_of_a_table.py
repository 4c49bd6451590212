"""Interrupted and missed turns, and what a bank pays for them (time.md, 4.7 to 4.9)."""

import json
from typing import Any

import pytest

from games.clocks.rules import breaks, seating, stored, turns
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.stretches import HOUR
from games.clocks.rules.table import Table
from tests.games.clocks.cast import START, asked, at, clock, due, table

BANK: dict[str, Any] = {"style": "bank", "initial": 24, "increment": 12, "cap": 96}


def interrupted(**form: Any) -> Table:
    """Seat 1 asked for four hours, then seat 2 for ten under the same mark, then seat 1 again."""
    aside = turns.go_on(asked(**form), {2: 1}, now=START + 4 * HOUR, answered=1)
    return turns.go_on(aside, {1: 1}, now=START + 14 * HOUR, answered=2)


def test_a_turn_that_stands_aside_reads_back() -> None:
    aside = turns.go_on(asked(), {2: 1}, now=START + 4 * HOUR, answered=1).seats[1].aside
    assert aside is not None
    assert aside.left == 20 * HOUR
    assert stored.load_aside(json.loads(json.dumps(stored.dump_aside(aside)))) == aside


def test_a_bank_pays_for_both_parts_and_gets_one_increment() -> None:
    again = interrupted(clock=BANK)
    assert again.seats[1].bank == 24 * HOUR
    over = turns.go_on(again, {2: 2}, now=START + 16 * HOUR, answered=1)
    assert over.seats[1].bank == (24 - 4 - 2 + 12) * HOUR


def test_an_interruption_does_not_add_waking_hours_again() -> None:
    awake: dict[str, Any] = {"clock": {"style": "fixed", "hours": 2}, "least_waking": 10}
    first = asked(**awake)
    assert due(first) == START + 10 * HOUR
    aside = turns.go_on(first, {2: 1}, now=START + 9 * HOUR, answered=1)
    again = turns.go_on(aside, {1: 1}, now=START + 11 * HOUR, answered=2)
    assert due(again) == START + 12 * HOUR


def test_the_one_favour_of_a_fixed_hour_is_used_up_by_the_first_interruption() -> None:
    by_eight = {"style": "hour", "at": "20:00", "notice": 12}
    aside = turns.go_on(asked(clock=by_eight), {2: 1}, now=at("03-02 12:00"), answered=1)
    again = turns.go_on(aside, {1: 1}, now=at("03-02 14:00"), answered=2)
    assert due(again) == at("03-03 19:00")
    aside = turns.go_on(again, {2: 1}, now=at("03-02 15:00"), answered=1)
    rest = turns.go_on(aside, {1: 1}, now=at("03-02 20:00"), answered=2)
    assert due(rest) == at("03-04 00:00")


def test_an_old_hour_that_lies_in_a_pause_cannot_stand() -> None:
    by_eight = {"style": "hour", "at": "20:00", "notice": 12}
    first = asked(clock=by_eight, now=at("03-02 06:00"))
    aside = turns.go_on(first, {2: 1}, now=at("03-02 08:00"), answered=1)
    again = turns.go_on(aside, {1: 1}, now=at("03-02 14:00"), answered=2)
    assert due(again) == at("03-02 19:00")
    paused = breaks.pause(again, at("03-02 19:30"), by=None, now=at("03-02 18:30"))
    assert due(paused) == at("03-03 19:00")


def test_a_new_mark_is_a_new_turn_though_others_are_asked_under_the_old_one() -> None:
    both = turns.go_on(table(clock=BANK), {1: 1, 2: 1}, now=START)
    aside = turns.go_on(both, {2: 1}, now=START + 4 * HOUR, answered=1)
    assert aside.seats[1].bank == 24 * HOUR
    fresh = turns.go_on(aside, {1: 2, 2: 1}, now=START + 5 * HOUR)
    assert fresh.seats[1].bank == 32 * HOUR
    assert due(fresh) == START + 37 * HOUR


def test_floors_count_from_the_new_ask() -> None:
    away = breaks.pause(asked(), START + 40 * HOUR, by=None, now=START + HOUR)
    aside = turns.go_on(away, {2: 1}, now=START + 62 * HOUR, answered=1)
    again = turns.go_on(aside, {1: 1}, now=START + 70 * HOUR, answered=2)
    # Two hours were left; the quarter, not the floor of a pause long over, makes six of them.
    assert due(again) == START + 76 * HOUR


def test_who_keeps_his_night_for_a_turn_keeps_it_through_an_interruption() -> None:
    aside = turns.go_on(asked(), {2: 1}, now=START + 4 * HOUR, answered=1)
    sleepy = seating.know(aside, 1, aside.seats[2].person, now=START + 5 * HOUR)
    again = turns.go_on(sleepy, {1: 1}, now=START + 6 * HOUR, answered=2)
    assert clock(again).turn.quiet is None


def test_a_turn_is_missed_once_however_often_its_time_is_over() -> None:
    aside = turns.time_out(asked(), [1], {2: 1}, now=due(asked()))
    assert aside.seats[1].misses == 1
    again = turns.go_on(aside, {1: 1}, now=at("03-03 12:00"), answered=2)
    assert due(again) == at("03-03 18:00")
    missed = turns.time_out(again, [1], {2: 2}, now=at("03-03 18:00"))
    assert missed.seats[1].misses == 1


def test_misses_add_up_until_a_move_of_ones_own() -> None:
    once = turns.time_out(asked(), [1], {1: 2}, now=due(asked()))
    twice = turns.time_out(once, [1], {1: 3}, now=due(once))
    assert twice.seats[1].misses == 2
    assert turns.go_on(twice, {2: 4}, now=due(once), answered=1).seats[1].misses == 0


def test_a_miss_behind_a_dead_address_is_not_counted() -> None:
    missed = turns.time_out(asked(clock=BANK), [1], {2: 2}, now=due(asked()), unreached=[1])
    assert missed.seats[1].misses == 0
    assert missed.seats[1].bank == 12 * HOUR


def test_who_is_not_asked_may_not_move() -> None:
    with pytest.raises(Refused) as refusal:
        turns.may_move(asked(), 2, now=START)
    assert refusal.value.reason == Reason.NOT_ASKED


def test_a_table_without_a_clock_asks_for_ever() -> None:
    one = asked(clock={"style": "none"})
    assert due_or_none(one) is None
    turns.may_move(one, 1, now=at("12-31 00:00"))
    aside = turns.go_on(one, {2: 1}, now=START + HOUR, answered=1)
    assert due_or_none(turns.go_on(aside, {1: 1}, now=START + 2 * HOUR)) is None


def test_nobody_asked_is_nobody_due() -> None:
    assert table().due is None


def due_or_none(of: Table) -> object:
    assert clock(of).causes == ("turn",)
    return clock(of).due
