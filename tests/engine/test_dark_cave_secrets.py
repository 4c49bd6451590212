"""The Dark Cave: leaks planted one by one; the secrecy property of the contract finds each."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

import pytest

from engine.api import AnyRuleset, Seat, Step
from engine.errors import IllegalMove, Reason
from engine.parts.facts import Drew, GoalSeen
from engine.rulesets.dark_cave import events
from engine.rulesets.dark_cave.cards import CODES
from engine.rulesets.dark_cave.moves import PROPOSE, LookAtGoal
from engine.rulesets.dark_cave.ruleset import DARK_CAVE
from engine.rulesets.dark_cave.state import State
from tests.engine.contract.games import games, some_games
from tests.engine.contract.known import KNOWN
from tests.engine.contract.secrets import compare


def leak_in_view(change: Callable[[State, Any, Seat | None], dict[str, Any]]) -> AnyRuleset:
    """A game whose view tells something more."""

    def view(state: State, seat: Seat | None) -> Any:
        told = DARK_CAVE.view(state, seat)
        return replace(told, **change(state, told, seat))

    return replace(DARK_CAVE, view=view)


def leak_in_event(kind: type) -> AnyRuleset:
    """A game that tells everybody all of one kind of fact."""

    @dataclass(frozen=True)
    class Loud:
        event: Any

        def seen_by(self, _seat: Seat | None) -> Any:
            return self.event

    def apply(state: State, seat: Seat, move: Any) -> Step[State]:
        after, told = DARK_CAVE.apply(state, seat, move)
        return Step(after, tuple(Loud(e) if isinstance(e, kind) else e for e in told))

    return replace(DARK_CAVE, apply=apply)


def default_by_role(state: State, seat: Seat) -> Any:
    moves = DARK_CAVE.legal_moves(state, seat)
    return moves[0 if state.clans[seat - 1].role == "loyal" else -1]


def moves_by_stock(state: State, seat: Seat) -> list[Any]:
    moves = [*DARK_CAVE.legal_moves(state, seat)]
    return moves[::-1] if state.stock and state.stock[0] % 2 else moves


def no_proposal_while_orders_are_kept(state: State, seat: Seat) -> list[Any]:
    kept = any(dwarf.keep for at, dwarf in enumerate(state.dwarves) if at != seat)
    return [m for m in DARK_CAVE.legal_moves(state, seat) if not (kept and m == PROPOSE)]


def refusal_by_goal(state: State, seat: Seat, move: Any) -> Step[State]:
    try:
        return DARK_CAVE.apply(state, seat, move)
    except IllegalMove as refused:
        exit_cell = next(cell for cell, kind in state.goals if CODES[kind] == "GOAL-EXIT")
        if isinstance(move, LookAtGoal) and move.cell == exit_cell:
            raise IllegalMove(Reason.NEVER_REMOVED) from refused
        raise


def every_goal(state: State, view: Any, seat: Seat | None) -> dict[str, Any]:
    faces = [CODES[kind] for _, kind in state.goals]
    goals = zip(view.goals, faces, strict=True)
    return {"goals": tuple(replace(goal, code=face) for goal, face in goals)}


def every_role(state: State, view: Any, seat: Seat | None) -> dict[str, Any]:
    clans = zip(view.dwarves, state.clans, strict=False)
    return {"dwarves": tuple(replace(dwarf, role=clan.role) for dwarf, clan in clans)}


LEAKS = {
    "others' cards": leak_in_view(
        lambda state, view, seat: {"hand": tuple(CODES[card] for card in state.hands[0])}
    ),
    "what the goals are": leak_in_view(every_goal),
    "who is a saboteur": leak_in_view(every_role),
    "the clan cards aside": leak_in_view(
        lambda state, view, seat: {"aside": tuple(map(" ".join, state.clans[view.seats :]))}
    ),
    "others' orders": leak_in_view(
        lambda state, view, seat: {"gold": sum(dwarf.keep for dwarf in state.dwarves)}
    ),
    "what others have looked at": leak_in_view(
        lambda state, view, seat: {"gold": sum(d.seen + d.known for d in state.dwarves)}
    ),
    "the next card": leak_in_view(
        lambda state, view, seat: {"stock": state.stock[0] if state.stock else 0}
    ),
    "the card discarded last": leak_in_view(
        lambda state, view, seat: {"discards": state.discards[-1] if state.discards else 0}
    ),
    "the cards in the box": leak_in_view(
        lambda state, view, seat: {"stacks": (state.boxed[0], state.boxed[1], 0)}
    ),
    "the seed": leak_in_view(lambda state, view, seat: {"ruleset": state.seed.hex()}),
    "the drawn card": leak_in_event(Drew),
    "the discarded cards": leak_in_event(events.Discarded),
    "the goal looked at": leak_in_event(GoalSeen),
    "the clan card looked at": leak_in_event(events.ClanSeen),
    "the swapped hands": leak_in_event(events.HandsSwapped),
    "the card the rat took": leak_in_event(events.CardLost),
    "moves in a telling order": replace(DARK_CAVE, legal_moves=moves_by_stock),
    "a telling default": replace(DARK_CAVE, default_move=default_by_role),
    "a telling refusal": replace(DARK_CAVE, apply=refusal_by_goal),
    "a telling list": replace(DARK_CAVE, legal_moves=no_proposal_while_orders_are_kept),
}
KINDS = {
    Drew, GoalSeen, events.Discarded, events.ClanSeen, events.HandsSwapped, events.CardLost
}  # fmt: skip


def plies() -> list[tuple[Any, Any]]:
    """Some plies, among them several of every kind of fact that hides something."""
    every = [(game, ply) for game in games("dark-cave", 5) for ply in game.plies]
    chosen = Random(5).sample(every, 20)
    for kind in sorted(KINDS, key=str):
        told = [p for p in every if any(isinstance(e, kind) for e in p[1].step.events)]
        chosen += told[:6]
    return chosen


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    ruleset = LEAKS[leak]
    refused = [ruleset.parse(line) for line in KNOWN["dark-cave"].notation()]
    refused = [move for move in refused if isinstance(move, LookAtGoal)] * 4
    chance = Random(leak)

    def compare_all() -> None:
        for game, ply in plies():
            compare(game._replace(ruleset=ruleset), ply, chance, refused)

    with pytest.raises(AssertionError):
        compare_all()


def test_the_true_game_gives_nothing_away_there() -> None:
    refused = [DARK_CAVE.parse(line) for line in KNOWN["dark-cave"].notation()]
    chance = Random(6)
    assert sum(compare(game, ply, chance, refused) for game, ply in plies()) > 40


def test_the_first_to_leave_alone_knows_the_clan_cards_aside() -> None:
    seen = 0
    for game in some_games("dark-cave", 5):
        for state in game.states[:-1]:
            for seat in (None, *map(Seat, range(5))):
                shown = game.ruleset.view(state, seat).aside is not None
                assert shown == (state.left[:1] == (seat,))
                seen += shown
    assert seen


def test_the_view_names_every_field_with_its_meaning() -> None:
    view = DARK_CAVE.setup(bytes(16), 3, {}).state
    names = {field.name for field in fields(DARK_CAVE.view(view, None))}
    generic = "ruleset options seat seats round rounds asked cards goals hand role hand_sizes"
    assert names >= {*generic.split(), "stock", "discards", "results", "outcome"}
