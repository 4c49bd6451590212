"""The whole table, for who may see it all: every seat, dwarf and goal, and no order or chance."""

from dataclasses import fields
from random import Random
from typing import Any

from engine.api import AnyRuleset, Seat
from engine.registry import RULESETS
from engine.values import altered
from tests.engine.contract.games import every_table
from tests.engine.contract.secrets import assert_same
from tests.engine.contract.test_rewinding import redrawn, ways_back


def shuffled(rules: AnyRuleset, state: Any) -> Any:
    """The same table with all that lies in piles in another order, and other chance."""
    stays = {"goals": state.goals}
    if hasattr(state, "goal_stock"):
        stays["goal_stock"] = state.goal_stock[::-1]
    return altered(redrawn(rules, state, 1), stays)


@every_table
def test_in_which_order_cards_lie_is_shown_to_nobody(key: str, seats: int) -> None:
    rules, differs = RULESETS[key], 0
    for _, state, *_ in ways_back(key, seats, Random(seats), 3):
        other = shuffled(rules, state)
        assert_same(rules.uncovered(state), rules.uncovered(other))
        differs += other.stock != state.stock
    assert differs


@every_table
def test_who_sees_it_all_sees_every_hand_goal_and_dwarf(key: str, seats: int) -> None:
    rules = RULESETS[key]
    for _, state, *_ in ways_back(key, seats, Random(seats), 3):
        shown = rules.uncovered(state)
        assert shown.seats == tuple(rules.view(state, Seat(at)) for at in range(seats))
        assert [goal.cell for goal in shown.goals] == [cell for cell, _ in state.goals]
        assert all(goal.code for goal in shown.goals)
        assert not {"seed", "rng"} & {field.name for field in fields(shown)}
        cards = [code for pile in shown.piles.values() for code in pile]
        held = [code for view in shown.seats for code in view.hand]
        assert len(held) == sum(map(len, state.hands))
        assert len(shown.piles["discards"]) == len(state.discards)
        assert len(cards) >= len(state.stock) + len(state.discards)
