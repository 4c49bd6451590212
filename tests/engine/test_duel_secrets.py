"""The Duel: leaks planted one by one, to see the secrecy property of the contract find each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

import pytest

from engine.api import Ruleset, Seat, Step
from engine.errors import IllegalMove, Reason
from engine.parts import facts
from engine.parts.facts import Passed
from engine.rulesets.duel.cards import CODES, VALUE
from engine.rulesets.duel.moves import Move
from engine.rulesets.duel.ruleset import DUEL, SOLO
from engine.rulesets.duel.state import State
from engine.rulesets.duel.view import View
from tests.engine.contract.games import games
from tests.engine.contract.known import KNOWN
from tests.engine.contract.secrets import compare, telling

Game: TypeAlias = Ruleset[State, Move, View]
Change = Callable[[State, View], dict[str, Any]]


def leak_in_view(game: Game, change: Change) -> Game:
    """A game whose view tells something more."""

    def view(state: State, seat: Seat | None) -> View:
        told = game.view(state, seat)
        return replace(told, **change(state, told))

    return replace(game, view=view)


def leak_in_event(kind: type) -> Game:
    """A game that tells everybody all of one kind of fact."""

    @dataclass(frozen=True)
    class Loud:
        event: Any

        def seen_by(self, _seat: Seat | None) -> Any:
            return self.event

    def apply(state: State, seat: Seat, move: Move) -> Step[State]:
        after, events = DUEL.apply(state, seat, move)
        return Step(after, tuple(Loud(e) if isinstance(e, kind) else e for e in events))

    return replace(DUEL, apply=apply)


def moves_by_stock(state: State, seat: Seat) -> list[Move]:
    moves = [*DUEL.legal_moves(state, seat)]
    return moves[::-1] if state.stock and state.stock[0] % 2 else moves


def default_by_goal(state: State, seat: Seat) -> Move:
    moves = SOLO.legal_moves(state, seat)
    return moves[VALUE[state.goals[0][1]] % len(moves)]


def refusal_by_other_hand(state: State, seat: Seat, move: Move) -> Step[State]:
    try:
        return DUEL.apply(state, seat, move)
    except IllegalMove as refused:
        held = sum(map(sum, state.hands)) - sum(state.hands[seat])
        if held % 2 and refused.reason is Reason.NOT_CONNECTED:
            raise IllegalMove(Reason.DOES_NOT_FIT) from refused
        raise


LEAKS: dict[str, Game] = {
    "the other hand": leak_in_view(
        DUEL, lambda state, _: {"hand": tuple(CODES[k] for k in state.hands[0])}
    ),
    "what the covered goals are worth": leak_in_view(
        DUEL, lambda state, _: {"price": sum(VALUE[kind] for _, kind in state.goals)}
    ),
    "what the next card is": leak_in_view(
        SOLO, lambda state, _: {"keys": state.stock[0] if state.stock else 0}
    ),
    "what lies aside": leak_in_view(SOLO, lambda state, _: {"aside": sum(state.aside)}),
    "what was discarded": leak_in_view(
        DUEL, lambda state, _: {"discards": state.discards[-1] if state.discards else 0}
    ),
    "which goals come later": leak_in_view(
        SOLO, lambda state, _: {"counters": state.goal_stock[0] if state.goal_stock else 0}
    ),
    "what the other has looked at": leak_in_view(DUEL, lambda state, _: {"stock": sum(state.seen)}),
    "the seed": leak_in_view(DUEL, lambda state, _: {"ruleset": state.seed.hex()}),
    "the drawn card": leak_in_event(facts.Drew),
    "the passed cards": leak_in_event(Passed),
    "the goal looked at": leak_in_event(facts.GoalSeen),
    "the deal": leak_in_event(facts.Dealt),
    "moves in a telling order": replace(DUEL, legal_moves=moves_by_stock),
    "a telling default": replace(SOLO, default_move=default_by_goal),
    "a telling refusal": replace(DUEL, apply=refusal_by_other_hand),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    ruleset, chance = LEAKS[leak], Random(leak)
    key, seats = ruleset.meta.key, ruleset.meta.seats[0]
    refused = [ruleset.parse(line) for line in KNOWN[key].notation()]

    def compare_all() -> None:
        for game in games(key, seats):
            for ply in telling(game, chance, 16):
                compare(game._replace(ruleset=ruleset), ply, chance, refused)

    with pytest.raises(AssertionError):
        compare_all()
