"""Worked examples of sizes, byes, draws, schedules, calendars."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from itertools import combinations
from typing import Any

from games.leagues.rules import byes, calendar, groups, swiss
from games.leagues.rules.balance import balance
from games.leagues.rules.bracket import first_pairs
from games.leagues.rules.history import Draw, History
from games.leagues.rules.sizes import Seating, Sizes, seating, seating_in_duplicate

Given = dict[str, Any]


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def past(given: Given) -> History:
    return History(met=Counter({frozenset((p, q)): times for p, q, times in given["met"]}))


def all_draws(free: Sequence[str], sizes: Sequence[int]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to seat them at tables of these sizes, each once."""
    if not free:
        yield []
        return
    for size in set(sizes):
        others = list(sizes)
        others.remove(size)
        for rest in combinations(free[1:], size - 1):
            table = (free[0], *rest)
            for more in all_draws([each for each in free if each not in table], others):
                yield [table, *more]


def times(given: Given, then: Given) -> None:
    ways = {"open": calendar.opening, "close": calendar.closing}
    found = [ways[way](datetime.fromisoformat(wall), zone) for wall, zone, way in given["times"]]
    assert found == [instant(text) for text in then["instants"]]


def rounds(given: Given, then: Given) -> None:
    found = calendar.windows(
        datetime.fromisoformat(given["first"]),
        given["zone"],
        days=given["days"],
        rounds=given["rounds"],
        pauses=[date.fromisoformat(day) for day in given["pauses"]],
    )
    assert [
        {
            "round": window.round,
            "opens": window.opens_at,
            "closes": window.closes_at,
            "hours": (window.closes_at - window.opens_at).total_seconds() / 3600,
        }
        for window in found
    ] == [
        row | {"opens": instant(row["opens"]), "closes": instant(row["closes"])}
        for row in then["rounds"]
    ]


def sizes(given: Given, then: Given) -> None:
    limits = Sizes(given["low"], given["high"], given["preferred"])
    assert seating(given["players"], limits) == Seating(tuple(then["sizes"]), then["byes"])


def sizes_in_duplicate(given: Given, then: Given) -> None:
    limits = Sizes(given["low"], given["high"], given["preferred"])
    found = seating_in_duplicate(given["players"], limits)
    assert found == Seating(tuple(then["sizes"]), then["byes"])


def bye(given: Given, then: Given) -> None:
    assert byes.forced(given["standing"], given["had"]) == (then["bye"],)


def draw_cost(given: Given, then: Given) -> None:
    found = swiss.cost(given["tables"], given["standing"], past(given).met)
    assert found == (then["repeats"], then["spread"])


def cheapest(given: Given, then: Given) -> None:
    standing, before = given["standing"], past(given)
    drawn = swiss.draw(standing, given["sizes"], before)
    least = swiss.Cost(then["repeats"], then["spread"])
    assert (drawn.cost, drawn.proven) == (least, True)
    every = Counter(
        swiss.cost(tables, standing, before.met) for tables in all_draws(standing, given["sizes"])
    )
    assert (every.total(), min(every), every[least]) == (
        then["draws"],
        least,
        then["optimal_draws"],
    )
    assert swiss.cost(drawn.draw.tables, standing, before.met) == least


def below_a_draw(given: Given, then: Given) -> None:
    standing, before = given["standing"], past(given)
    drawn = swiss.draw(standing, given["sizes"], before)
    asked = swiss.Cost(then["repeats"], then["spread"])
    assert drawn.cost <= drawn.baseline == asked
    assert swiss.cost(drawn.draw.tables, standing, before.met) == drawn.cost


def quantities(given: Given, then: Given) -> None:
    drawn = [Draw(tuple(map(tuple, tables))) for tables in given["rounds"]]
    entries = sorted({entry for draw in drawn for table in draw.tables for entry in table})
    found = balance(entries, drawn)
    assert {
        "meetings_least": found.meetings_least,
        "meetings_most": found.meetings_most,
        "sum_of_squares": found.squares,
        "ideal_sum_of_squares": found.bound,
        "seat_sum_of_squares": found.seat_squares,
        "seat_spread": found.seat_spread,
        "comparisons_least": found.comparisons_least,
        "comparisons_most": found.comparisons_most,
        "byes_least": found.byes_least,
        "byes_most": found.byes_most,
    } == then


def planned(given: Given) -> groups.Plan:
    entries = [f"p{number:02}" for number in range(sum(given["sizes"]))]
    seats = Seating(tuple(given["sizes"]), 0)
    return groups.plan(entries, seats, rounds=given["rounds"], seed="example")


def least(given: Given, then: Given) -> None:
    reached = planned(given).balance
    assert reached.squares == then["sum_of_squares"]
    assert reached.meetings_most - reached.meetings_least == then["meetings_difference"]


def below_a_plan(given: Given, then: Given) -> None:
    plan = planned(given)
    assert plan.balance.squares <= plan.baseline <= then["sum_of_squares"]
    found = plan.balance.meetings_most - plan.balance.meetings_least
    assert (plan.balance.squares, found) <= (then["sum_of_squares"], then["meetings_difference"])


def bracket(given: Given, then: Given) -> None:
    assert [list(pair) for pair in first_pairs(given["players"])] == then["pairs"]


KINDS: dict[str, Callable[[Given, Given], None]] = {
    "calendar": times,
    "rounds": rounds,
    "sizes": sizes,
    "sizes in duplicate": sizes_in_duplicate,
    "bye": bye,
    "draw cost": draw_cost,
    "swiss": cheapest,
    "swiss baseline": below_a_draw,
    "balance": quantities,
    "least": least,
    "planned baseline": below_a_plan,
    "bracket": bracket,
}
