"""Schedules planned as a whole: least squares in small fields, fair seats, plans anew."""

from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.leagues.rules import groups
from games.leagues.rules.balance import balance, bound
from games.leagues.rules.history import Draw, history
from games.leagues.rules.sizes import Seating, Sizes, seating
from tests.games.leagues.kinds.draws import all_draws


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def least(tables: tuple[int, ...], rounds: int) -> tuple[int, int]:
    """Of all schedules: the least squares and then the least difference."""
    pairs = list(combinations(names(sum(tables)), 2))
    draws = [
        {frozenset(pair) for table in draw for pair in combinations(table, 2)}
        for draw in all_draws(names(sum(tables)), tables)
    ]
    rows = [[int(frozenset(pair) in draw) for pair in pairs] for draw in draws]
    found = []
    # Names can be changed and rounds put in order, so that the first draw is always among them.
    for others in combinations_with_replacement(rows, rounds - 1):
        met = [sum(column) for column in zip(rows[0], *others, strict=True)]
        found.append((sum(n * n for n in met), max(met) - min(met)))
    return min(found)


@pytest.mark.parametrize(
    ("tables", "rounds"),
    [((3, 3), 2), ((3, 3), 3), ((3, 3), 4), ((3, 2), 4), ((2, 2, 2), 3), ((4, 3), 3), ((4, 4), 3)],
)
def test_a_small_schedule_has_the_least_squares_there_are(tables, rounds) -> None:
    plan = groups.plan(names(sum(tables)), Seating(tables, 0), rounds=rounds, seed="s")
    found = plan.balance
    reached = found.squares, found.meetings_most - found.meetings_least
    assert reached == least(tables, rounds)


@settings(max_examples=5, deadline=None, derandomize=True)
@given(count=st.integers(10, 19), rounds=st.integers(1, 3), low=st.integers(2, 4))
def test_a_plan_is_whole_and_never_above_drawing_one_after_another(count, rounds, low) -> None:
    entries, seat = names(count), seating(count, Sizes(low, low + 1, low + 1))
    plan = groups.plan(entries, seat, rounds=rounds, seed="s")
    for draw in plan.rounds:
        assert sorted([p for table in draw.tables for p in table] + list(draw.byes)) == entries
        assert sorted(map(len, draw.tables), reverse=True) == list(seat.tables)
    assert plan.balance == balance(entries, plan.rounds)
    assert plan.balance.bound <= plan.balance.squares <= plan.baseline
    assert plan.balance.byes_most - plan.balance.byes_least <= 1
    if len(set(seat.tables)) == 1:
        assert plan.balance.seat_spread <= 1


@pytest.mark.parametrize(("size", "rounds"), [(3, 5), (4, 3), (6, 2)])
def test_seats_at_equal_tables_differ_by_one_at_most(size: int, rounds: int) -> None:
    entries = names(3 * size + 1)
    plan = groups.plan(entries, Seating((size,) * 3, 1), rounds=rounds, seed="s")
    assert plan.balance.seat_spread <= 1


def test_a_plan_depends_on_its_seed_alone() -> None:
    def of(seed: str) -> groups.Plan:
        return groups.plan(names(12), Seating((4, 4, 4), 0), rounds=4, seed=seed)

    assert of("one") == of("one") != of("two")


def test_sixteen_meet_everyone_once_in_five_rounds_of_fours() -> None:
    plan = groups.plan(names(16), Seating((4,) * 4, 0), rounds=5, seed="s")
    assert (plan.balance.meetings_least, plan.balance.meetings_most) == (1, 1)


def test_after_a_withdrawal_the_rest_is_planned_from_what_stands() -> None:
    entries = names(12)
    before = groups.plan(entries, Seating((4, 4, 4), 0), rounds=4, seed="s").rounds[:2]
    stay = entries[1:]
    again = groups.plan(stay, Seating((4, 4, 3), 0), rounds=2, seed="s", before=history(before))
    assert all(sorted(p for table in draw.tables for p in table) == stay for draw in again.rounds)
    whole = history((*before, *again.rounds))
    assert again.balance.squares == sum(
        whole.met[frozenset(pair)] ** 2 for pair in combinations(stay, 2)
    )
    assert again.balance.bound <= again.balance.squares <= again.baseline


def test_progress_is_told_and_ends() -> None:
    told = list[tuple[int, int]]()
    groups.plan(
        names(11),
        Seating((4, 4, 3), 0),
        rounds=2,
        seed="s",
        progress=lambda done, of: told.append((done, of)),
    )
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] - 1


def test_too_few_for_a_table_all_sit_out() -> None:
    plan = groups.plan(["a", "b"], seating(2, Sizes(3, 5, 4)), rounds=2, seed="s")
    assert plan.rounds == (Draw((), ("b", "a")),) * 2


@settings(max_examples=40, deadline=None, derandomize=True)
@given(stands=st.lists(st.integers(0, 3), min_size=1, max_size=5), more=st.integers(0, 5))
def test_the_bound_of_squares_is_what_even_meetings_give(stands, more) -> None:
    met = list(stands)
    for _ in range(more):
        met[met.index(min(met))] += 1
    assert bound(stands, more) == sum(n * n for n in met)
