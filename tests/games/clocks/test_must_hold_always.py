"""What must hold always, for random tables in zones with every oddity (time.md, 14)."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.clocks.rules import breaks, giving, reminders, ruling, seating, stored, turns
from games.clocks.rules.clock import Clock
from games.clocks.rules.deadlines import draw
from games.clocks.rules.people import Person
from games.clocks.rules.refusals import Refused
from games.clocks.rules.settings import Settings
from games.clocks.rules.stretches import HOUR, MINUTE, Stretch
from games.clocks.rules.styles import Fixed
from games.clocks.rules.table import Seat, Table, overdue, running_left, waking_left
from games.clocks.rules.walls import Night
from tests.games.clocks.worlds import (
    ZONES,
    counted,
    instants,
    is_away,
    is_day_off,
    is_quiet,
    nights,
    shows,
    tables,
)

hours = st.integers(1, 100)
minutes = st.integers(0, 3000)
INSTANT = timedelta(microseconds=1)


def of(table: Table, number: int = 1) -> Clock:
    """The clock of a seat that is asked."""
    found = table.seats[number].clock
    assert found is not None
    return found


def due(table: Table, number: int = 1) -> datetime:
    """The deadline of a seat that is asked."""
    found = of(table, number).due
    assert found is not None
    return found


def attempt(table: Table, change: Callable[[Table], Table]) -> Table:
    """The table after a change, or as it was if that is refused."""
    try:
        return change(table)
    except Refused:
        return table


@st.composite
def changed(pick: st.DrawFn, table: Table, now: datetime) -> Table:
    """The table after something that may happen, all of it at one instant."""
    length, number = pick(hours), pick(st.sampled_from([1, 2, 3]))
    person = Person(pick(st.sampled_from(ZONES)), pick(st.none() | nights()))
    last = now.date() + timedelta(days=pick(st.integers(0, 6)))
    first = pick(st.none() | st.just(now.date() + timedelta(days=2)))
    happening: list[Callable[[Table], Table]] = [
        lambda old: giving.extend(old, number, length, by=None, now=now),
        lambda old: breaks.pause(old, now + length * HOUR, by=None, now=now),
        lambda old: breaks.resume(old, now=now),
        lambda old: breaks.leave(old, number, (first, last), now=now),
        lambda old: breaks.come_home(old, number, now=now),
        lambda old: seating.know(old, number, person, now=now),
        lambda old: giving.bounce(old, number, now=now),
        lambda old: giving.letter_left(old, number, at=now),
        lambda old: giving.outage(old, Stretch(now - length * HOUR, now)),
        lambda old: seating.substitute(old, number, person, now=now),
        lambda old: ruling.rule(old, pick(tables()).settings, now=now),
    ]
    return attempt(table, pick(st.sampled_from(happening)))


@st.composite
def histories(pick: st.DrawFn) -> tuple[list[Table], datetime]:
    """A table with seats asked, and up to six changes within the first hours."""
    table, now = pick(tables()), pick(instants())
    asked = dict.fromkeys(pick(st.sets(st.sampled_from([1, 2, 3]))), 1)
    told = [turns.go_on(table, asked | {1: 1}, now=now)]
    for _ in range(pick(st.integers(0, 6))):
        now += pick(st.integers(0, 40)) * 15 * MINUTE
        told.append(pick(changed(told[-1], now)))
    return told, now


@given(histories())
def test_no_deadline_lies_in_a_standstill_or_in_quiet_hours_that_count(
    story: tuple[list[Table], datetime],
) -> None:
    table = story[0][-1]
    for number, seat in table.seats.items():
        if seat.clock is None or overdue(seat, now=story[1]):
            continue
        turn, at = seat.clock.turn, due(table, number)
        assert not is_away(at, table.absences(seat))
        assert not is_day_off(at, turn.rule)
        assert not is_quiet(at, turn.rule.zone, turn.rule.table_quiet)
        assert not (turn.rule.personal_quiet and is_quiet(at, turn.zone, turn.quiet))
        assert at == at.replace(second=0, microsecond=0)


@given(histories())
def test_no_turn_has_less_running_time_than_its_allotment(
    story: tuple[list[Table], datetime],
) -> None:
    table = story[0][-1]
    for seat in table.seats.values():
        if seat.clock is None or overdue(seat, now=story[1]):
            continue
        turn = seat.clock.turn
        assert turn.allotment is not None
        assert seat.clock.due is not None
        had = counted(turn.begun, seat.clock.due, turn.rule, table.absences(seat))
        assert had >= turn.allotment


@given(histories())
def test_no_deadline_comes_earlier_than_shown_unless_an_absence_ends_early(
    story: tuple[list[Table], datetime],
) -> None:
    for before, after in pairwise(story[0]):
        for number in before.seats:
            old, new = before.seats[number], after.seats[number]
            if old.clock is None or new.clock is None:
                continue
            early = after.pauses != before.pauses or new.vacations != old.vacations
            ended = any(each.early for each in after.absences(new))
            if not (early and ended):
                assert due(after, number) >= due(before, number)


@given(histories(), st.sampled_from(ZONES), st.none() | nights(), tables())
def test_no_act_of_a_seat_moves_its_own_deadline(
    story: tuple[list[Table], datetime], zone: str, quiet: Night | None, other: Table
) -> None:
    table, now = story[0][-1], story[1]
    person = replace(Person(zone), quiet=quiet)
    assert due(seating.know(table, 1, person, now=now)) == due(table)
    assert due(ruling.rule(table, other.settings, by=1, now=now)) == due(table)
    with pytest.raises(Refused):
        giving.extend(table, 1, 1, by=1, now=now)
    with pytest.raises(Refused):
        breaks.pause(table, now + HOUR, by=1, now=now)


@given(histories())
def test_a_further_question_of_the_same_turn_moves_and_charges_nothing(
    story: tuple[list[Table], datetime],
) -> None:
    table, now = story[0][-1], story[1]
    asked = {number: 1 for number, seat in table.seats.items() if seat.clock}
    again = turns.go_on(table, asked, now=now, answered=1)
    assert again.seats[1].clock == table.seats[1].clock
    assert again.seats[1].bank == table.seats[1].bank


@given(st.integers(1, 96), instants(), st.lists(st.tuples(minutes, minutes), max_size=12))
def test_who_interrupts_his_turn_at_every_step_wins_a_quarter_at_most(
    allotted: int, now: datetime, steps: list[tuple[int, int]]
) -> None:
    seats = {number: Seat(Person()) for number in (1, 2)}
    table = turns.go_on(Table(Settings(Fixed(allotted)), seats), {1: 1}, now=now)
    used = timedelta()
    for thought, waited in steps:
        asked, now = now, min(now + thought * MINUTE, due(table) - MINUTE)
        used += max(now - asked, timedelta())
        table = turns.go_on(table, {2: 1}, now=now, answered=1)
        now += waited * MINUTE
        table = turns.go_on(table, {1: 1}, now=now, answered=2)
    assert used + (due(table) - now) <= allotted * HOUR * 5 / 4


@given(histories())
def test_an_answer_a_vacation_or_a_miss_touches_no_other_clock(
    story: tuple[list[Table], datetime],
) -> None:
    table, now = story[0][-1], story[1]
    others = {number: 1 for number, seat in table.seats.items() if seat.clock and number != 1}
    assume(others)
    for after in (
        turns.go_on(table, others, now=now, answered=1),
        turns.time_out(table, [1], others, now=now),
        attempt(table, lambda old: breaks.leave(old, 1, (None, now.date()), now=now)),
    ):
        assert all(after.seats[n].clock == table.seats[n].clock for n in others)


def proposals(now: datetime, more: int) -> list[Callable[[Table], Table]]:
    """Each kind of time that may be given, in an amount."""
    days = timedelta(days=more // 24)
    return [
        lambda old: giving.extend(old, 1, more, by=None, now=now),
        lambda old: breaks.pause(old, now + more * HOUR, by=None, now=now),
        lambda old: breaks.leave(old, 1, (None, shows(now, "UTC").date() + days), now=now),
        lambda old: giving.outage(old, Stretch(now - more * HOUR, now)),
    ]


@given(histories(), hours, hours, st.integers(0, 3))
def test_more_time_given_never_makes_a_deadline_earlier(
    story: tuple[list[Table], datetime], some: int, more: int, which: int
) -> None:
    table, now = story[0][-1], story[1]
    some, more = sorted((some, more))
    less = attempt(table, proposals(now, some)[which])
    longer = attempt(table, proposals(now, more)[which])
    if which == 0:
        assume(of(table).hours_granted + more <= giving.MOST_EXTENSION)
    assert due(table) <= due(less) <= due(longer)


@given(histories())
def test_what_is_shown_is_what_is_enforced_to_the_minute(
    story: tuple[list[Table], datetime],
) -> None:
    table = story[0][-1]
    for number, seat in table.seats.items():
        if seat.clock is None:
            continue
        again = stored.load(json.loads(json.dumps(stored.dump(seat.clock))))
        assert again == seat.clock
        at = due(table, number)
        assert number in turns.too_late(table, now=at)
        assert number not in turns.too_late(table, now=at - INSTANT)


@given(histories(), st.integers(0, 14), st.data())
def test_between_two_sweeps_nothing_brings_a_late_seat_back(
    story: tuple[list[Table], datetime], minutes: int, data: st.DataObject
) -> None:
    table = story[0][-1]
    now = due(table) + minutes * MINUTE
    person = Person("UTC")
    late: list[Callable[[Table], Table]] = [
        lambda old: giving.extend(old, 1, 5, by=None, now=now),
        lambda old: breaks.pause(old, now + 5 * HOUR, by=None, now=now),
        lambda old: breaks.leave(old, 1, (None, now.date()), now=now),
        lambda old: giving.bounce(old, 1, now=now),
        lambda old: seating.know(old, 1, person, now=now),
        lambda old: ruling.rule(old, data.draw(tables()).settings, now=now),
    ]
    after = attempt(table, data.draw(st.sampled_from(late)))
    assert due(after) == due(table)
    with pytest.raises(Refused):
        turns.may_move(after, 1, now=now)


@given(histories())
def test_reading_and_drawing_again_changes_no_deadline(
    story: tuple[list[Table], datetime],
) -> None:
    table, now = story[0][-1], story[1]
    for seat in table.seats.values():
        left, awake = running_left(table, seat, now=now), waking_left(table, seat, now=now)
        assert left is None or awake is None or awake <= left
        if seat.clock is None or overdue(seat, now=now):
            continue
        again = draw(seat.clock, table.absences(seat))
        if "promised" not in seat.clock.causes:
            assert (again.due, again.causes) == (seat.clock.due, seat.clock.causes)


@given(histories())
def test_reminders_ring_once_an_hour_at_most_and_in_no_night(
    story: tuple[list[Table], datetime],
) -> None:
    table, now = story[0][-1], story[1]
    for number, seat in table.seats.items():
        if seat.clock is None or overdue(seat, now=now):
            continue
        times = [each.at for each in seat.clock.plan.coming]
        assert all(later - earlier >= HOUR for earlier, later in pairwise(times))
        for at in times:
            assert seat.clock.asked < at < due(table, number) - 15 * MINUTE
            assert at - seat.clock.asked >= HOUR
            assert not is_away(at, table.absences(seat))
            assert not is_day_off(at, seat.clock.turn.rule)
            assert not is_quiet(at, table.settings.zone, table.settings.table_quiet)
            assert not is_quiet(at, seat.person.zone, seat.person.quiet)
        rung = reminders.rung(seat.clock.plan, now=now)
        assert len(rung.coming) + len(rung.rung) == len(seat.clock.plan.coming) + len(
            seat.clock.plan.rung
        )
