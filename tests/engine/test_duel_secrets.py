"""The Duel: leaks planted one by one, to see the secrecy property of the contract find each."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from typing import Any

import pytest

from engine.api import Seat, Step
from engine.errors import IllegalMove, Reason
from engine.rulesets.duel import events as facts
from engine.rulesets.duel.cards import CODES, VALUE
from engine.rulesets.duel.edition import DUEL, SOLO, Mode
from engine.rulesets.duel.ruleset import Duel
from engine.rulesets.duel.state import State
from tests.engine.contract.games import games
from tests.engine.contract.known import KNOWN
from tests.engine.contract.secrets import compare, telling


def leak_in_view(change: Callable[[State, Any], dict[str, Any]]) -> type[Duel]:
    """A game whose view tells something more."""

    class Leaky(Duel):
        def view(self, state: State, seat: Seat | None) -> Any:
            told = super().view(state, seat)
            shown = {field.name: getattr(told, field.name) for field in fields(told)}
            return type(told)(**{**shown, **change(state, told)})

    return Leaky


def leak_in_event(kind: type) -> type[Duel]:
    """A game that tells everybody all of one kind of fact."""

    @dataclass(frozen=True)
    class Loud:
        event: Any

        def seen_by(self, _seat: Seat | None) -> Any:
            return self.event

    class Leaky(Duel):
        def apply(self, state: State, seat: Seat, move: Any) -> Step[State]:
            after, events = super().apply(state, seat, move)
            return Step(after, tuple(Loud(e) if isinstance(e, kind) else e for e in events))

    return Leaky


class MovesByStock(Duel):
    def legal_moves(self, state: State, seat: Seat) -> list[Any]:
        moves = list(super().legal_moves(state, seat))
        return moves[::-1] if state.stock and state.stock[0] % 2 else moves


class DefaultByGoal(Duel):
    def default_move(self, state: State, seat: Seat) -> Any:
        moves = super().legal_moves(state, seat)
        return moves[VALUE[state.goals[0][1]] % len(moves)]


class RefusalByOtherHand(Duel):
    def apply(self, state: State, seat: Seat, move: Any) -> Step[State]:
        try:
            return super().apply(state, seat, move)
        except IllegalMove as refused:
            held = sum(map(sum, state.hands)) - sum(state.hands[seat])
            if held % 2 and refused.reason is Reason.NOT_CONNECTED:
                raise IllegalMove(Reason.DOES_NOT_FIT) from refused
            raise


LEAKS: dict[str, tuple[type[Duel], Mode]] = {
    "the other hand": (
        leak_in_view(lambda state, view: {"hand": tuple(CODES[k] for k in state.hands[0])}),
        DUEL,
    ),
    "what the covered goals are worth": (
        leak_in_view(lambda state, view: {"price": sum(VALUE[kind] for _, kind in state.goals)}),
        DUEL,
    ),
    "what the next card is": (
        leak_in_view(lambda state, view: {"keys": state.stock[0] if state.stock else 0}),
        SOLO,
    ),
    "what lies aside": (
        leak_in_view(lambda state, view: {"aside": sum(state.aside)}),
        SOLO,
    ),
    "what was discarded": (
        leak_in_view(lambda state, view: {"discards": state.discards[-1] if state.discards else 0}),
        DUEL,
    ),
    "which goals come later": (
        leak_in_view(
            lambda state, view: {"counters": state.goal_stock[0] if state.goal_stock else 0}
        ),
        SOLO,
    ),
    "what the other has looked at": (
        leak_in_view(lambda state, view: {"stock": sum(state.seen)}),
        DUEL,
    ),
    "the seed": (leak_in_view(lambda state, view: {"ruleset": state.seed.hex()}), DUEL),
    "the drawn card": (leak_in_event(facts.Drew), DUEL),
    "the passed cards": (leak_in_event(facts.Passed), DUEL),
    "the goal looked at": (leak_in_event(facts.GoalSeen), DUEL),
    "the deal": (leak_in_event(facts.Dealt), DUEL),
    "moves in a telling order": (MovesByStock, DUEL),
    "a telling default": (DefaultByGoal, SOLO),
    "a telling refusal": (RefusalByOtherHand, DUEL),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    kind, mode = LEAKS[leak]
    ruleset, key = kind(mode), mode.meta.key
    refused = [ruleset.parse(line) for line in KNOWN[key].notation()]
    chance = Random(leak)

    def compare_all() -> None:
        for game in games(key, mode.meta.seats[0]):
            for ply in telling(game, chance, 8):
                compare(game._replace(ruleset=ruleset), ply, chance, refused)

    with pytest.raises(AssertionError):
        compare_all()
