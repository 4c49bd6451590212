"""What orders may ask in each game, and what makes them wait: all of it from a seat's own view."""

from functools import cache
from random import Random

import pytest

from engine.api import Seat
from engine.maze.cells import cell_name
from engine.registry import RULESETS, ruleset
from tests.engine.contract.known import KNOWN

SEED = bytes(range(16))


def dealt(key: str):
    rules = ruleset(key)
    return rules, rules.setup(SEED, max(2, rules.meta.seats[0]) if key != "duel-solo" else 1, {})


@cache
def played(key: str):
    """Every state of some random games, one for each way to play, with its legal moves."""
    states = []
    for play in KNOWN[key].PLAYERS.values():
        rules, (state, _) = dealt(key)
        chance = Random(7)
        while asked := sorted(rules.to_act(state)):
            states.append((rules, state, asked[0], rules.legal_moves(state, asked[0])))
            state = rules.apply(state, asked[0], play(state, chance)).state
    return states


@pytest.mark.parametrize("key", RULESETS)
def test_every_move_begins_with_a_word_that_is_declared(key: str) -> None:
    rules = ruleset(key)
    lines = [*KNOWN[key].notation()]
    lines += [rules.format(move) for *_, legal in played(key) for move in legal]
    first = {line.split()[0] for line in lines}
    assert rules.orders.words == first - {"order"}


@pytest.mark.parametrize("key", RULESETS)
def test_a_cell_is_free_where_neither_card_nor_goal_lies(key: str) -> None:
    for rules, state, seat, _ in played(key):
        view = rules.view(state, seat)
        free = rules.orders.tests["free"]
        assert not any(free(view, cell_name(each.cell)) for each in (*view.cards, *view.goals))
        assert free(view, "t19")


@pytest.mark.parametrize("key", RULESETS)
def test_what_is_held_is_the_viewers_own_hand(key: str) -> None:
    for rules, state, seat, _ in played(key):
        view, hold = rules.view(state, seat), rules.orders.tests["hold"]
        assert all(hold(view, code.lower()) for code in view.hand)
        other = rules.view(state, Seat((seat + 1) % view.seats))
        lacks = set(other.hand) - set(view.hand)
        assert view.seats == 1 or not any(hold(view, code.lower()) for code in lacks)


def test_a_tool_is_broken_for_the_seat_that_is_named() -> None:
    found = 0
    for rules, state, seat, _ in played("saboteur"):
        view, broken = rules.view(state, seat), rules.orders.tests["broken"]
        for at in range(view.seats):
            for tool in ("pick", "lantern", "cart"):
                found += broken(view, tool, f"@{at + 1}")
                assert broken(view, tool, f"@{at + 1}") == (tool in view.broken[at])
    assert found


@pytest.mark.parametrize(
    ("test", "about"),
    [("free", ["zzz"]), ("hold", ["q99"]), ("broken", ["cart", "@0"]), ("broken", ["cart", "@9"])],
)
def test_what_names_nothing_is_told_from_what_is_not_so(test: str, about: list[str]) -> None:
    rules, (state, _) = dealt("saboteur")
    with pytest.raises((LookupError, ValueError)):
        rules.orders.tests[test](rules.view(state, Seat(0)), *about)


def test_no_tool_is_asked_for_where_there_are_none() -> None:
    assert set(ruleset("dark-cave").orders.tests) == {"free", "hold"}


@pytest.mark.parametrize("key", RULESETS)
def test_what_a_seat_learns_grows_with_what_is_turned_up_for_it(key: str) -> None:
    turned = 0
    for rules, state, seat, _legal in played(key):
        view = rules.view(state, seat)
        known = {goal.code for goal in view.goals if goal.code}
        assert len(known) <= len(rules.orders.learnt(view))
        turned += bool(known)
        assert rules.orders.own(view) is not None
    assert turned
