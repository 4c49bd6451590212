"""The box of The Duel against the totals that the rulebook and the deck study state."""

from collections import Counter

import pytest

from engine.decks import duel as deck
from engine.maze.sides import sides_of
from engine.rulesets.duel.scoring import cheapest_payments
from tests.rows import each_row

ROWS = (*deck.PATHS, *deck.STARTS, *deck.GOALS, *deck.RETIRED_GOALS)


def test_36_path_cards_18_goals_and_18_action_cards() -> None:
    assert sum(row.copies for row in (*deck.PATHS, *deck.STARTS)) == 36
    assert [row.copies for row in deck.GOALS] == [1] * 18
    assert sum(row.copies for row in deck.ACTIONS) == 18
    assert len(deck.GOALS) == 3 * deck.GOALS_A_ROUND


def test_the_special_path_cards_are_as_many_as_the_rules_say() -> None:
    two_ways = [row for row in deck.PATHS if sorted(map(len, row.ways.split())) == [2, 2]]
    assert Counter(row.ways == "NS EW" for row in two_ways) == {True: 2, False: 2}
    assert sum(row.mark == "ladder" for row in deck.PATHS) == 2
    assert sum(row.mark == "gold" for row in deck.PATHS) == 5
    assert sum("troll" in row.gates for row in deck.PATHS) == 3
    for rows, doors in ((deck.PATHS, 6), (deck.GOALS, 8)):
        gates = Counter(gate.split(":")[1] for row in rows for gate in row.gates.split())
        assert gates["green"] == gates["blue"] == doors / 2
        assert max(row.gates.count(":") for row in rows) == 1, "one picture of a door a card"


def test_thirty_nuggets_lie_on_goals_and_path_cards() -> None:
    assert Counter(row.gold for row in deck.GOALS) == {0: 4, 1: 6, 2: 5, 3: 3}
    assert sum(row.gold for row in deck.GOALS) == 25
    assert sum(row.gold * row.copies for row in deck.PATHS) == 5
    for row in ROWS:
        assert bool(row.gold) == bool(row.gold_sides) == (row.mark == "gold")


def test_the_mended_goals_lie_as_the_deck_study_has_them() -> None:
    rows = {row.code: row for row in deck.GOALS}
    for code, ways, gates, gold_sides in (
        ("DU-GOAL-16", "E S", "", "E"),
        ("DU-GOAL-17", "ES", "E:green", "ES"),
        ("DU-GOAL-18", "SW", "W:blue", "SW"),
    ):
        row = rows[code]
        assert (row.ways, row.gates, row.gold, row.gold_sides) == (ways, gates, 1, gold_sides)


def test_a_retired_goal_is_in_no_box_and_differs_from_the_one_in_its_place() -> None:
    rows = {row.code: row for row in deck.GOALS}
    for row in deck.RETIRED_GOALS:
        mended = rows[row.code.removesuffix(deck.RETIRED)]
        assert (row.copies, row.ways, row.gold) == (0, mended.ways, mended.gold)
        assert (row.gates, row.gold_sides) != (mended.gates, mended.gold_sides)


@each_row("row", ROWS)
def test_whatever_is_on_a_card_is_on_one_of_its_ways(row: deck.PathRow) -> None:
    ways = [sides_of(way) for way in row.ways.split()]
    assert sum(ways) < 16, "no side belongs to two ways"
    gold = sides_of(row.gold_sides)
    assert gold == sum(way for way in ways if way & gold)
    for gate in row.gates.split():
        assert sides_of(gate.split(":")[0]) & sum(ways)


def test_every_tool_can_be_broken_twice_and_mended_three_times() -> None:
    for tool in ("pick", "lantern", "cart"):
        by_act: Counter[str] = Counter()
        for row in deck.ACTIONS:
            by_act[row.act] += row.copies * (tool in row.tools)
        assert by_act == {"break": 2, "fix": 3, "key": 0, "rockfall": 0, "map": 0}


def test_there_is_a_key_for_every_key_card() -> None:
    assert sum(row.copies for row in deck.ACTIONS if row.act == "key") == deck.KEYS


def test_four_columns_lie_between_in_the_duel_and_seven_alone() -> None:
    assert {x for x, _ in deck.STARTS_AT.values()} == {0}
    assert min(x for x, _ in deck.GOALS_AT) - 1 == 4
    assert min(x for x, _ in deck.GOALS_AT_SOLO) - deck.START_AT_SOLO[0] - 1 == 7
    shift = {(ax - x, ay - y) for (x, y), (ax, ay) in zip(deck.GOALS_AT, deck.GOALS_AT_SOLO)}  # noqa: B905
    assert shift == {(3, 0)}, "the same triangle"


@pytest.mark.parametrize(
    ("stock", "price", "payments"),
    [
        ((), 0, [()]),
        ((1, 2), 0, [()]),
        ((), 2, [()]),
        ((1,), 2, [(1,)]),
        ((3,), 1, [(3,)]),
        ((1, 3), 1, [(1,)]),
        ((1, 3), 2, [(3,)]),
        ((1, 1, 2), 2, [(2,), (1, 1)]),
        ((1, 1, 1, 2, 3), 3, [(3,), (2, 1), (1, 1, 1)]),
        ((2, 2), 3, [(2, 2)]),
        ((2, 3, 3), 3, [(3,)]),
        ((2, 2, 3), 1, [(2,)]),
    ],
)
def test_the_cheapest_payments_waste_least_and_keep_most_cards_first(
    stock: tuple[int, ...], price: int, payments: list[tuple[int, ...]]
) -> None:
    assert list(cheapest_payments(stock, price)) == payments
