"""No player ever learns what he may not know: the property, and leaks planted to see it work."""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest

from engine.api import AnyRuleset, Seat, Step
from engine.errors import IllegalMove, Reason
from engine.parts.facts import Dealt, Drew, GoalSeen
from engine.registry import RULESETS
from engine.rulesets.saboteur.cards import CODES, GOLD_KIND
from engine.rulesets.saboteur.events import Discarded, GoldPaid
from engine.rulesets.saboteur.ruleset import SABOTEUR
from engine.rulesets.saboteur.state import State
from tests.engine.contract.games import Game, every_table, game_at, games, some_games
from tests.engine.contract.known import KNOWN
from tests.engine.contract.secrets import compare, compare_choices, telling

PLAIN = (str, int, bool, type(None))


@every_table
def test_what_a_seat_cannot_know_makes_no_difference_to_it(key: str, seats: int) -> None:
    refused = [RULESETS[key].parse(line) for line in KNOWN[key].notation()]
    chance = Random(seats)
    differed = compared = 0
    for game in some_games(key, seats):
        for ply in telling(game, chance, 6):
            differed += compare(game, ply, chance, refused)
            compared += 1
    assert differed >= 2 * compared, "hardly any table could be rearranged"


@every_table
def test_the_bot_chooses_by_what_its_seat_can_see(
    key: str, seats: int, sampled_games: list[Game]
) -> None:
    ruleset = RULESETS[key]
    for game in sampled_games:
        chance = Random(game.seed)
        state = chance.choice(game.states[:-1])
        compare_choices(ruleset, KNOWN[key], state, chance)


@every_table
def test_a_view_holds_plain_values_and_nothing_of_the_state(key: str, seats: int) -> None:
    def look(value: Any) -> None:
        if is_dataclass(value):
            assert type(value).__name__ != "State"
            for field in fields(value):
                look(getattr(value, field.name))
        elif isinstance(value, (tuple, list, frozenset)):
            for item in value:
                look(item)
        elif isinstance(value, dict):
            look([*value, *value.values()])
        else:
            assert isinstance(value, PLAIN), type(value)

    for game in (game_at(key, seats, at) for at in range(4)):
        for viewer in (None, Seat(0)):
            look(game.ruleset.view(game.states[len(game.plies) // 2], viewer))
            look(game.ruleset.view(game.states[-1], viewer))


# Planted leaks. Each is a ruleset that gives one thing away; the property must find each of them.


def leak_in_view(change: Callable[[State, Any, Seat | None], dict[str, Any]]) -> AnyRuleset:
    """A game whose view tells something more."""

    def view(state: State, seat: Seat | None) -> Any:
        told = SABOTEUR.view(state, seat)
        return replace_slots(told, **change(state, told, seat))

    return replace(SABOTEUR, view=view)


def leak_in_event(kind: type) -> AnyRuleset:
    """A game that tells everybody all of one kind of fact."""

    @dataclass(frozen=True)
    class Loud:
        event: Any

        def seen_by(self, _seat: Seat | None) -> Any:
            return self.event

    def apply(state: State, seat: Seat, move: Any) -> Step[State]:
        after, events = SABOTEUR.apply(state, seat, move)
        return Step(after, tuple(Loud(e) if isinstance(e, kind) else e for e in events))

    return replace(SABOTEUR, apply=apply)


def goal_is_gold(state: State, at: int) -> bool:
    return state.goals[at][1] == GOLD_KIND


def moves_by_stock(state: State, seat: Seat) -> list[Any]:
    moves = [*SABOTEUR.legal_moves(state, seat)]
    return moves[::-1] if state.stock and state.stock[0] % 2 else moves


def default_by_role(state: State, seat: Seat) -> Any:
    moves = SABOTEUR.legal_moves(state, seat)
    return moves[-1] if "saboteur" in (state.roles[-1], state.roles[seat - 1]) else moves[0]


def refusal_by_goal(state: State, seat: Seat, move: Any) -> Step[State]:
    try:
        return SABOTEUR.apply(state, seat, move)
    except IllegalMove as refused:
        gold = next(cell for cell, kind in state.goals if kind == GOLD_KIND)
        if getattr(move, "cell", None) == gold and refused.reason is not Reason.NOT_ASKED:
            raise IllegalMove(Reason.NEVER_REMOVED) from refused
        raise


def fewer_moves_before_gold(state: State, seat: Seat) -> list[Any]:
    moves = [*SABOTEUR.legal_moves(state, seat)]
    return moves[1:] if goal_is_gold(state, 1) and not state.seen[seat] else moves


def top_of_stock(state: State) -> str:
    return CODES[state.stock[0]] if state.stock else ""


LEAKS = {
    "others' cards": leak_in_view(
        lambda state, view, seat: {"hand": tuple(CODES[k] for k in state.hands[0])}
    ),
    "the hand in the order of the stock": leak_in_view(
        lambda state, view, seat: {"hand": tuple(sorted(view.hand, key=top_of_stock(state).find))}
    ),
    "what the goals are": leak_in_view(
        lambda state, view, seat: {
            "goals": tuple(
                replace_slots(goal, code=CODES[kind])
                for goal, (_, kind) in zip(view.goals, state.goals, strict=True)
            )
        }
    ),
    "goals in a telling order": leak_in_view(
        lambda state, view, seat: {
            "goals": tuple(
                goal
                for _, goal in sorted(
                    zip(state.goals, view.goals, strict=True), key=lambda pair: pair[0][1]
                )
            )
        }
    ),
    "which dwarf lies aside": leak_in_view(
        lambda state, view, seat: {"dwarves": (view.dwarves[0], state.roles[:-1].count("saboteur"))}
    ),
    "a saboteur by the seat order": leak_in_view(
        lambda state, view, seat: {"round": state.roles.index("saboteur")}
    ),
    "what others' gold is worth": leak_in_view(
        lambda state, view, seat: {"gold_cards": tuple(sum(cards) for cards in state.gold)}
    ),
    "the seed": leak_in_view(lambda state, view, seat: {"ruleset": state.seed.hex()}),
    "the card discarded last": leak_in_view(
        lambda state, view, seat: {"discards": state.discards[-1] if state.discards else 0}
    ),
    "what others have looked at": leak_in_view(
        lambda state, view, seat: {"stock": sum(state.seen)}
    ),
    "the drawn card": leak_in_event(Drew),
    "the discarded card": leak_in_event(Discarded),
    "the goal looked at": leak_in_event(GoalSeen),
    "the deal": leak_in_event(Dealt),
    "the gold paid": leak_in_event(GoldPaid),
    "moves in a telling order": replace(SABOTEUR, legal_moves=moves_by_stock),
    "a telling default": replace(SABOTEUR, default_move=default_by_role),
    "a telling refusal": replace(SABOTEUR, apply=refusal_by_goal),
    "a telling number of moves": replace(SABOTEUR, legal_moves=fewer_moves_before_gold),
}


def replace_slots(value: Any, **changes: Any) -> Any:
    return type(value)(**{f.name: getattr(value, f.name) for f in fields(value)} | changes)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    ruleset = LEAKS[leak]
    refused = [ruleset.parse(line) for line in KNOWN["saboteur"].notation()]
    chance = Random(leak)

    def compare_all() -> None:
        for game in games("saboteur", 4):
            for ply in telling(game, chance, 6):
                compare(game._replace(ruleset=ruleset), ply, chance, refused)

    with pytest.raises(AssertionError):
        compare_all()


def peeking_view(state: State, seat: Seat | None) -> Any:
    told = SABOTEUR.view(state, seat)
    shown = {field.name: getattr(told, field.name) for field in fields(told)}

    class Looser(type(told)):  # type: ignore[misc]
        """Equal to the true view, and looking like it."""

    looser = Looser(**shown)
    object.__setattr__(looser, "state", state)
    return looser


def peeking_choice(view: Any, moves: Any) -> Any:
    return moves[view.state.stock[0] % len(moves) if view.state.stock else 0]


PEEKING = replace(SABOTEUR, view=peeking_view, choose=peeking_choice)


def test_a_bot_that_peeks_is_found() -> None:
    def compare_all() -> None:
        for state in games("saboteur", 4)[0].states[:-1]:
            compare_choices(PEEKING, KNOWN["saboteur"], state, Random(1))

    with pytest.raises(AssertionError):
        compare_all()
