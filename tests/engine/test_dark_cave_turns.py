"""The marks of turns in The Dark Cave, and what its one round is told to have brought."""

from typing import Any

from engine.registry import ruleset
from tests.engine.contract.games import games

GAME = ruleset("dark-cave")
TABLE = "dark-cave\n@1 hand I-EW I-X\n@2 hand I-NS\n@3 hand rat"


def after(state: Any, *lines: str) -> Any:
    for line in lines:
        state = GAME.apply(state, state.asked, GAME.parse(line)).state
    return state


def test_steps_and_answers_keep_the_mark_and_the_next_turn_has_a_new_one() -> None:
    state = GAME.parse_position(TABLE)
    assert GAME.turn(state) == 0
    walking = after(state, "lay I-EW f5")
    asking = after(walking, "propose", "agree")
    assert asking.asked == 2
    assert {GAME.turn(walking), GAME.turn(asking), GAME.turn(after(asking, "decline"))} == {0}
    assert GAME.turn(after(asking, "decline", "walk f5", "end")) == 1


def test_the_mark_is_written_and_read() -> None:
    state = after(GAME.parse_position(TABLE), "lay I-EW f5", "end")
    assert "\nturns 1\n" in GAME.format_position(state)
    assert GAME.turn(GAME.load(GAME.dump(state))) == 1


def test_a_mark_belongs_to_one_turn_of_one_seat() -> None:
    for game in games("dark-cave", 4):
        owners: dict[int, int] = {}
        for state in game.states[:-1]:
            assert owners.setdefault(GAME.turn(state), state.progress.seat) == state.progress.seat


def test_a_finished_game_tells_characters_gold_and_sides() -> None:
    for game in games("dark-cave", 5):
        assert not any(map(GAME.rounds, game.states[:-1]))
        (told,) = GAME.rounds(game.states[-1])
        (seen,) = GAME.view(game.states[-1], None).results
        assert (told.roles, told.gold) == (seen.roles, seen.saved)
        for clan, role, side in zip(seen.clans, told.roles, told.sides, strict=True):
            assert (side == clan) == (role == "loyal")
