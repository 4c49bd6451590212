"""Saboteur 2: leaks planted one by one, to see the secrecy property of the contract find each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from engine.api import AnyRuleset, Seat, Step
from engine.errors import IllegalMove, Reason
from engine.parts.facts import Dealt, Drew, GoalSeen, Passed
from engine.rulesets.saboteur2 import events as facts
from engine.rulesets.saboteur2.cards import CODES
from engine.rulesets.saboteur2.ruleset import SABOTEUR2
from engine.rulesets.saboteur2.state import State
from tests.engine.contract.games import games
from tests.engine.contract.known import KNOWN
from tests.engine.contract.secrets import compare, telling


def leak_in_view(change: Callable[[State, Any], dict[str, Any]]) -> AnyRuleset:
    """A game whose view tells something more."""

    def view(state: State, seat: Seat | None) -> Any:
        told = SABOTEUR2.view(state, seat)
        return replace(told, **change(state, told))

    return replace(SABOTEUR2, view=view)


def leak_in_event(kind: type) -> AnyRuleset:
    """A game that tells everybody all of one kind of fact."""

    @dataclass(frozen=True)
    class Loud:
        event: Any

        def seen_by(self, _seat: Seat | None) -> Any:
            return self.event

    def apply(state: State, seat: Seat, move: Any) -> Step[State]:
        after, events = SABOTEUR2.apply(state, seat, move)
        return Step(after, tuple(Loud(e) if isinstance(e, kind) else e for e in events))

    return replace(SABOTEUR2, apply=apply)


def default_by_role(state: State, seat: Seat) -> Any:
    moves = SABOTEUR2.legal_moves(state, seat)
    return moves[-1 if state.roles[seat - 1] == "saboteur" else 0]


def moves_by_pile(state: State, seat: Seat) -> Sequence[Any]:
    moves = SABOTEUR2.legal_moves(state, seat)
    return moves[::-1] if state.undealt and state.undealt[0] < "c" else moves


def refusal_by_aside(state: State, seat: Seat, move: Any) -> Step[State]:
    try:
        return SABOTEUR2.apply(state, seat, move)
    except IllegalMove as refused:
        lies_aside = isinstance(move, tuple) and move[0] in state.aside
        if lies_aside and refused.reason is Reason.NO_SUCH_CARD:
            raise IllegalMove(Reason.NOTHING_THERE) from refused
        raise


LEAKS = {
    "others' dwarves": leak_in_view(lambda state, view: {"role": state.roles[0]}),
    "what others have inspected": leak_in_view(
        lambda state, view: {"inspected": sum(state.inspected, ())}
    ),
    "the next dwarf of the pile": leak_in_view(lambda state, view: {"undealt": state.undealt[:1]}),
    "dwarves thrown away": leak_in_view(
        lambda state, view: {"undealt": state.shed or state.undealt[-1:]}
    ),
    "the cards set aside": leak_in_view(lambda state, view: {"aside": CODES[state.aside[0]]}),
    "the card discarded last": leak_in_view(
        lambda state, view: {"discards": state.discards[-1] if state.discards else 0}
    ),
    "the stock": leak_in_view(lambda state, view: {"stock": state.stock[:1]}),
    "the seed": leak_in_view(lambda state, view: {"ruleset": state.seed.hex()}),
    "what was passed": leak_in_event(Passed),
    "what was drawn": leak_in_event(Drew),
    "the deal": leak_in_event(Dealt),
    "the goal looked at": leak_in_event(GoalSeen),
    "the dwarf inspected": leak_in_event(facts.Inspected),
    "the new hat": leak_in_event(facts.HatSwapped),
    "the hands swapped": leak_in_event(facts.HandsSwapped),
    "a telling default": replace(SABOTEUR2, default_move=default_by_role),
    "moves in a telling order": replace(SABOTEUR2, legal_moves=moves_by_pile),
    "a telling refusal": replace(SABOTEUR2, apply=refusal_by_aside),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    ruleset, known = LEAKS[leak], KNOWN["saboteur2"]
    refused = [ruleset.parse(line) for line in known.notation()]
    chance = Random(leak)

    def compare_all() -> None:
        for game in games("saboteur2", 4):
            for ply in telling(game, chance, 8):
                compare(game._replace(ruleset=ruleset), ply, chance, refused)

    with pytest.raises(AssertionError):
        compare_all()


def test_without_a_leak_nothing_is_found() -> None:
    chance = Random("none")
    refused = [SABOTEUR2.parse(line) for line in KNOWN["saboteur2"].notation()]
    for game in games("saboteur2", 4)[:4]:
        for ply in telling(game, chance, 8):
            compare(game, ply, chance, refused)
