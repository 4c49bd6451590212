"""A bot decides by its view and the facts that its seat was told; leaks are planted and found."""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest

from engine.api import Event, Seat, Strength
from engine.bots.course import told
from engine.parts.facts import Dealt, RoundBegan
from engine.registry import RULESETS
from engine.rulesets.saboteur.events import Discarded
from engine.rulesets.saboteur.ruleset import SABOTEUR
from tests.engine.contract.games import Game, every_table, game_at, games
from tests.engine.contract.known import KNOWN
from tests.engine.contract.secrets import assert_same

Hear = Callable[[Sequence[Event], Seat], Sequence[Event]]


def rearranged(events: Sequence[Any], seat: Seat, chance: Random) -> list[Any]:
    """Give each fact other secrets, as far as this seat was not told them."""
    return [_with_other_secrets(event, events, seat, chance) for event in events]


def _with_other_secrets(event: Any, events: Sequence[Any], seat: Seat, chance: Random) -> Any:
    heard = event.seen_by(seat)
    if heard == event or not is_dataclass(event) or isinstance(event, type):
        return event
    others = [other for other in events if type(other) is type(event)]
    hidden = [
        field.name
        for field in fields(event)
        if field.name != "seat"
        and (heard is None or getattr(heard, field.name) != getattr(event, field.name))
    ]
    return replace(event, **{name: getattr(chance.choice(others), name) for name in hidden})


def compare_decisions(
    game: Game, at: int, chance: Random, strengths: Sequence[Strength], hear: Hear = told
) -> None:
    """Let bots decide at a table and at its twin, which has other secrets, past ones included."""
    ruleset, state = game.ruleset, game.states[at]
    events = [event for step in game.steps[: at + 1] for event in step.events]
    for seat in ruleset.to_act(state):
        twin = KNOWN[ruleset.meta.key].twin(state, seat, chance, None)
        for strength in strengths:
            choices = []
            for table, past in ((state, events), (twin, rearranged(events, seat, chance))):
                moves = ruleset.legal_moves(table, seat)
                course = hear(past, seat)
                choices.append(ruleset.decide(ruleset.view(table, seat), moves, course, strength))
                assert choices[-1] in moves
            assert_same(*choices)


@every_table
def test_a_bot_decides_the_same_however_the_secrets_lie(key: str, seats: int) -> None:
    chance = Random(seats)
    for game in (game_at(key, seats, number) for number in range(4)):
        at = chance.randrange(len(game.plies))
        compare_decisions(game, at, chance, (chance.choice([*Strength]),))


def gossip(view: Any, moves: Any, course: Sequence[Event], _strength: Strength) -> Any:
    """Decide by what somebody else discarded face down, if that is told."""
    secrets = sum(
        len(event.card or "") for event in course if isinstance(event, Discarded) and event.card
    )
    return sorted(moves, key=repr)[secrets % len(moves)]


def deal_reader(view: Any, moves: Any, course: Sequence[Event], _strength: Strength) -> Any:
    """Decide by which seat was dealt which cards, if that is told."""
    dealt = [event for event in course if isinstance(event, Dealt) and event.seat != view.seat]
    return sorted(moves, key=repr)[len(repr(dealt)) % len(moves)]


def unfiltered(events: Sequence[Event], _seat: Seat) -> Sequence[Event]:
    return events


def one_seat_further(events: Sequence[Event], seat: Seat) -> Sequence[Event]:
    return told(events, Seat((seat + 1) % 4))


@pytest.mark.parametrize("hear", [unfiltered, one_seat_further])
@pytest.mark.parametrize("decide", [gossip, deal_reader])
def test_a_bot_that_hears_more_than_its_seat_is_found(decide: Any, hear: Hear) -> None:
    ruleset = replace(SABOTEUR, decide=decide)

    def compare_all() -> None:
        chance = Random(1)
        for game in games("saboteur", 4):
            for at in range(len(game.plies)):
                easy = (Strength.EASY,)
                compare_decisions(game._replace(ruleset=ruleset), at, chance, easy, hear)

    with pytest.raises(AssertionError):
        compare_all()


def peeking_view(state: Any, seat: Seat | None) -> Any:
    shown = SABOTEUR.view(state, seat)

    class Looser(type(shown)):  # type: ignore[misc]
        """Equal to the true view, with the state attached."""

    looser = Looser(**{field.name: getattr(shown, field.name) for field in fields(shown)})
    object.__setattr__(looser, "state", state)
    return looser


def test_a_bot_that_peeks_at_the_state_is_found() -> None:
    def peek(view: Any, moves: Any, _course: Any, _strength: Strength) -> Any:
        return moves[view.state.stock[0] % len(moves) if view.state.stock else 0]

    ruleset = replace(SABOTEUR, view=peeking_view, decide=peek)
    game, chance = game_at("saboteur", 4, 0), Random(1)

    def compare_all() -> None:
        for at in range(len(game.plies)):
            compare_decisions(game._replace(ruleset=ruleset), at, chance, (Strength.EASY,))

    with pytest.raises(AssertionError):
        compare_all()


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("strength", Strength)
def test_a_bot_decides_sensibly_when_it_knows_only_a_part_of_the_round(
    key: str, strength: Strength
) -> None:
    seats = RULESETS[key].meta.seats[-1]
    game, chance = game_at(key, seats, 0), Random(2)
    for at in chance.sample(range(len(game.plies)), 4):
        state = game.states[at]
        events = [event for step in game.steps[: at + 1] for event in step.events]
        for seat in game.ruleset.to_act(state):
            moves = game.ruleset.legal_moves(state, seat)
            view, course = game.ruleset.view(state, seat), told(events, seat)
            for part in ((), course[len(course) // 2 :], course[:1], course[::2]):
                assert game.ruleset.decide(view, moves, part, strength) in moves


def test_the_course_begins_with_the_last_deal_and_keeps_the_secrets_of_others() -> None:
    game = game_at("saboteur", 4, 0)
    events = [event for step in game.steps for event in step.events]
    course = told(events, Seat(2))
    assert isinstance(course[0], RoundBegan)
    assert sum(isinstance(event, RoundBegan) for event in course) == 1
    assert {event.seat for event in course if isinstance(event, Dealt)} == {2}
    assert {event.seat for event in course if isinstance(event, Discarded) and event.card} <= {2}
