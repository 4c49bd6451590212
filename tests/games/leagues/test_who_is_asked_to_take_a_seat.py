"""The search for a substitute: stages, and who is asked in each."""

from datetime import UTC, datetime, timedelta

import pytest

from games.leagues.rules.searching import Candidate, Pool, asked, current, may_be_asked, stages

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
HERE = frozenset({Pool.DIVISION, Pool.LEAGUE})
LEAGUE = frozenset({Pool.LEAGUE})


def hours(found) -> list[tuple[Pool, int | None, int, int]]:
    return [
        (one.pool, one.many, (one.begins - BEGAN) // HOUR, (one.ends - BEGAN) // HOUR)
        for one in found
    ]


def test_a_table_that_waits_is_searched_for_in_two_days():
    assert hours(stages(BEGAN, opened=True)) == [
        (Pool.DIVISION, 3, 0, 12),
        (Pool.LEAGUE, 6, 12, 24),
        (Pool.ALL, None, 24, 48),
    ]
    assert hours(stages(BEGAN, longest=24 * HOUR, opened=True))[-1] == (Pool.ALL, None, 12, 24)


def test_before_a_round_opens_every_stage_has_a_day():
    assert [step[2:] for step in hours(stages(BEGAN, opened=False))] == [
        (0, 24),
        (24, 48),
        (48, 72),
    ]


def test_after_the_last_stage_the_service_plays():
    found = stages(BEGAN, opened=True)
    assert current(found, BEGAN) == found[0]
    assert current(found, BEGAN + 12 * HOUR) == found[1]
    assert current(found, BEGAN + 48 * HOUR) is None


def test_the_nearest_rating_is_asked_first_and_nobody_twice():
    first, second, third = stages(BEGAN, opened=True)
    pool = [Candidate(f"d{n}", 1000 + 100 * n, HERE) for n in range(5)]
    pool += [Candidate(f"l{n}", 1200 + n, LEAGUE) for n in range(8)]
    pool.append(Candidate("far", 1200, frozenset()))
    one = asked(first, pool, (), 1210)
    assert one == ("d2", "d3", "d1")
    two = asked(second, pool, one, 1210)
    assert two == ("l7", "l6", "l5", "l4", "l3", "l2")
    assert set(asked(third, pool, one + two, 1210)) == {"l0", "l1", "d0", "d4", "far"}


def test_who_has_no_rating_is_asked_last_and_equals_as_they_offered_themselves():
    first, *_ = stages(BEGAN, opened=True)
    pool = [Candidate("new", None, HERE), Candidate("far", 100, HERE), Candidate("near", 990, HERE)]
    assert asked(first, pool, (), 1000) == ("near", "far", "new")
    assert asked(first, pool, (), None) == ("far", "near", "new"), (
        "to an unrated seat none is nearer"
    )


@pytest.mark.parametrize(
    "bar",
    [
        {"at_table": True},
        {"saw_deal": True},
        {"on_vacation": True},
        {"blocked": True},
        {"silences": 2},
    ],
    ids=lambda bar: next(iter(bar)),
)
def test_somebody_is_not_asked_who_may_not_or_would_not(bar):
    assert may_be_asked(Candidate("a", 1000, HERE, silences=1))
    assert not may_be_asked(Candidate("a", 1000, HERE, **bar))
    assert asked(stages(BEGAN, opened=True)[0], [Candidate("a", 1, HERE, **bar)], (), 1) == ()
