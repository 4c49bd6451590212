"""What Saboteur 2 tells of its turns and finished rounds, for clocks and leagues."""

from typing import Any

from engine.api import RoundScore, Seat
from engine.registry import ruleset
from tests.engine.contract.saboteur2 import CORNERS

GAME = ruleset("saboteur2")


def played(state: Any, move: str) -> Any:
    """The state after a move of whoever is asked."""
    return GAME.apply(state, state.asked, GAME.parse(move)).state


def test_a_round_counts_once_its_last_thief_was_asked_and_thefts_with_it() -> None:
    state = GAME.parse_position(CORNERS[1])
    assert state.asked == 0
    assert GAME.rounds(state) == ()
    state = played(state, "steal @3")
    assert GAME.rounds(state) == ()
    state = played(state, "steal nothing")
    roles = ("boss", "green", "saboteur", "blue")
    assert GAME.rounds(state) == (RoundScore(roles, (1, 0, 4, 0)),)


def test_every_thief_has_a_turn_of_his_own_and_so_has_the_next_round() -> None:
    state = GAME.parse_position(CORNERS[1])
    marks = [GAME.turn(state)]
    for move in ("steal @3", "steal nothing"):
        state = played(state, move)
        marks.append(GAME.turn(state))
    assert marks == [0, 1, 2]


def test_choosing_a_side_belongs_to_the_turn_that_reached_the_goal() -> None:
    state = GAME.parse_position(CORNERS[0])
    before, seat = GAME.turn(state), state.asked
    state = played(state, "turn i3")
    assert (GAME.turn(state), state.asked) == (before, seat)
    state = played(state, "turn i5")
    assert (GAME.turn(state), state.asked) == (before + 1, Seat(1))
