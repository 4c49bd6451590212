"""The tables of states: every way leads somewhere, and a condition that fails is named."""

from collections import Counter
from typing import Any

import pytest

from games.leagues.rules import states
from games.leagues.rules.states import (
    ENTRY,
    ROUND,
    SEASON,
    TABLE,
    By,
    Condition,
    Entry,
    Round,
    Season,
    Table,
    found,
    ways_on,
)

TABLES: dict[Any, Any] = {Season: SEASON, Entry: ENTRY, Round: ROUND, Table: TABLE}


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
def test_every_state_is_reached_from_the_first(kind):
    reached, todo = set(), [next(iter(kind))]
    while todo:
        state = todo.pop()
        if state not in reached:
            reached.add(state)
            todo += [one.after for one in ways_on(TABLES[kind], state)]
    assert reached == set(kind)


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
def test_a_change_stands_in_one_line(kind):
    lines = Counter((one.before, one.after, one.by) for one in TABLES[kind])
    assert set(lines.values()) == {1}


def test_every_condition_is_asked_somewhere():
    asked = {one for table in TABLES.values() for line in table for one in line.conditions}
    assert asked == set(Condition)
    assert {line.by for table in TABLES.values() for line in table} == set(By)


def test_what_ends_stays_ended():
    ends = {kind: {one for one in kind if not ways_on(TABLES[kind], one)} for kind in TABLES}
    assert ends == {
        Season: {Season.CLOSED, Season.CANCELLED},
        Entry: {Entry.SUBSTITUTE, Entry.DECLINED, Entry.FINISHED},
        Round: {Round.CLOSED},
        Table: {Table.ADJUDICATED, Table.REPLAYED},
    }


def test_what_fails_is_named_and_what_is_unknown_is_not_taken_for_granted():
    way = found(SEASON, Season.PREPARED, Season.RUNNING, By.DATE)
    assert way.conditions == (Condition.PUBLISHED_BEFORE, Condition.FIRST_DRAWN)
    assert way.failing(dict.fromkeys(way.conditions, True)) == ()
    holds = {Condition.PUBLISHED_BEFORE: True, Condition.FIRST_DRAWN: False}
    assert way.failing(holds) == (Condition.FIRST_DRAWN,)
    with pytest.raises(KeyError):
        way.failing({Condition.PUBLISHED_BEFORE: True})


def test_what_is_not_written_cannot_be():
    assert found(SEASON, Season.RUNNING, Season.CANCELLED, By.DIRECTOR) is None
    assert found(ROUND, Round.OPEN, Round.OPEN, By.POSTPONED) is None
    assert found(TABLE, Table.ADJUDICATED, Table.FINISHED, By.DIRECTOR) is None
    assert found(ENTRY, Entry.DROPPED, Entry.ACTIVE, By.DIRECTOR) is None


def test_whatever_a_director_does_to_a_table_or_an_entry_is_not_his_own_and_has_a_reason():
    for line in (*TABLES[Entry], *TABLES[Table]):
        if line.by is By.DIRECTOR:
            assert {Condition.REASON, Condition.NOT_OWN_DIVISION} <= set(line.conditions)


def test_a_round_that_is_open_is_closed_whatever_still_runs():
    assert states.ways_on(ROUND, Round.OPEN) == [
        states.Transition(Round.OPEN, Round.CLOSED, By.DATE)
    ]
