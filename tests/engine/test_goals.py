"""Turning goals: the mover's choice, and what decides before he is asked."""

import pytest

from engine.api import Seat
from engine.errors import Reason
from engine.maze.cells import cell_named
from engine.parts.facts import GoalOriented, GoalTurned
from engine.rulesets.saboteur.cards import TILES
from engine.rulesets.saboteur.events import RoundEnded
from engine.rulesets.saboteur.state import State
from tests.engine.tables import SABOTEUR, legal, play, reason, table

# Two ways to i3, from the west and from the north, both cut off by the gap on d3.
FORK = "a3 S, b3 P1, c3 P1, e3 P1, f3 P1, g3 P3~, h3 P5, g2 P7, h2 P5, i2 P6"
CLOSE = "lay P5 d3"


def fork(goal: str, more: str = "", first: str = "P5") -> State:
    other = "Z3" if goal == "Z2" else "Z2"
    last = "Z1" if goal != "Z1" else "Z3"
    return table(
        f"goals i1 {last}, i3 {goal}, i5 {other}\nmaze {FORK}{more}\nstock D1 D2\n"
        f"@1 hand {first}\n@2 hand P4\n@3 hand P4"
    )


def lies(state: State, cell: str) -> str:
    placed = state.maze.cards[cell_named(cell)]
    return TILES.code(placed) + ("~" if placed & 1 else "")


def test_a_stone_that_fits_two_ways_equally_waits_for_the_mover() -> None:
    """Rulings 12, 64, 66: reached from two sides by a card laid far away."""
    state, events = play(fork("Z2"), CLOSE)
    assert [fact.cell for fact in events if isinstance(fact, GoalTurned)] == [cell_named("i3")]
    assert legal(state) == {"turn i3", "turn i3~"}
    assert state.asked == 0
    assert not state.hands[0], "the turn is not over: nothing was drawn yet"
    assert SABOTEUR.default_move(state, Seat(0)) == SABOTEUR.parse("turn i3")


@pytest.mark.parametrize("move", ["turn i3", "turn i3~"])
def test_the_choice_ends_the_turn(move: str) -> None:
    state, events = play(fork("Z2"), CLOSE, move)
    assert GoalOriented(Seat(0), cell_named("i3"), move.endswith("~")) in events
    assert lies(state, "i3") == "Z2" + move[7:]
    assert (state.asked, len(state.hands[0]), len(state.stock)) == (1, 1, 1)


def test_while_a_stone_waits_nothing_else_may_be_done() -> None:
    state = play(fork("Z2"), CLOSE).state
    assert reason(state, "turn i1") is Reason.ORIENT_FIRST
    assert reason(state, "pass P5") is Reason.ORIENT_FIRST
    assert reason(state, "turn i3", Seat(1)) is Reason.NOT_ASKED
    assert reason(fork("Z2"), "turn i3") is Reason.NO_GOAL_TO_ORIENT


def test_everybody_sees_the_stone_that_waits() -> None:
    state = play(fork("Z2"), CLOSE).state
    for viewer in (None, Seat(0), Seat(2)):
        shown = SABOTEUR.view(state, viewer)
        assert (shown.orient.cell, shown.orient.code, shown.orient.up) == (
            cell_named("i3"),
            "Z2",
            True,
        )
        assert shown.orient in shown.goals


def test_more_matching_edges_leave_no_choice() -> None:
    """Ruling 64: the other stone joins north and west and meets both ways."""
    state, _ = play(fork("Z3"), CLOSE)
    assert (lies(state, "i3"), state.asked) == ("Z3", 1)


def test_rock_against_rock_counts_as_matching() -> None:
    """Ruling 64: i4 shows its closed edge, so the stone turns its closed edge to it."""
    state, _ = play(fork("Z2", ", i4 D9"), CLOSE)
    assert (lies(state, "i3"), state.asked) == ("Z2~", 1)


def test_the_edge_of_the_card_just_laid_comes_first() -> None:
    """Ruling 12: though the other way round would match more edges."""
    maze = "a3 S, b3 P1, c3 P1, d3 P1, e3 P1, f3 P3, g3 P3, h2 P7, i2 P6, i4 D9"
    state = table(f"goals i1 Z1, i3 Z2, i5 Z3\nmaze {maze}\n@1 hand P1\n@2 hand P4\n@3 hand P4")
    after, _ = play(state, "lay P1 h3")
    assert (lies(after, "i3"), after.asked) == ("Z2", 1)


def test_the_treasure_never_waits() -> None:
    state, events = play(fork("Z1"), CLOSE)
    assert any(isinstance(fact, RoundEnded) for fact in events)
    assert state.round == 2


def test_a_dead_end_closes_no_gap() -> None:
    """Ruling 8, far away as well as beside a goal."""
    state, events = play(fork("Z2", first="D5"), "lay D5 d3")
    assert not any(isinstance(fact, GoalTurned) for fact in events)
    assert cell_named("i3") in state.maze.covered


def test_a_turned_stone_may_lead_on_to_the_treasure() -> None:
    """Rulings 11 and 65: the way goes on through the stone to a goal that waits below."""
    state = table(
        "goals i1 Z3, i3 Z2, i5 Z1\nmaze a3 S, b3 P1, c3 P1, d3 P1, e3 P1, f3 P5, g3 P5, i4 P4\n"
        "@1 hand P5\n@2 hand P4\n@3 hand P4"
    )
    _, events = play(state, "lay P5 h3")
    turned = [fact.card for fact in events if isinstance(fact, GoalTurned)]
    assert turned == ["Z2", "Z1"]
    assert [fact.finder for fact in events if isinstance(fact, RoundEnded)] == [0]


@pytest.mark.parametrize(("move", "ends"), [("turn i3", True), ("turn i3~", False)])
def test_after_a_choice_the_way_may_lead_on(move: str, ends: bool) -> None:
    """Rulings 11 and 66: only one way round opens the stone towards the treasure on i5."""
    state = table(
        f"goals i1 Z3, i3 Z2, i5 Z1\nmaze {FORK}, i4 P4, j3 D9\n@1 hand P5\n@2 hand P4\n@3",
        "rounds=1",
    )
    after, events = play(state, CLOSE, move)
    assert [fact.finder for fact in events if isinstance(fact, RoundEnded)] == [0] * ends
    assert (cell_named("i5") in after.maze.covered) is not ends


def test_two_goals_reached_at_once_are_both_turned() -> None:
    """Ruling 11: a card between two goals opens to both of them."""
    state = table(
        "goals i1 Z2, i3 Z3, i5 Z1\nmaze a3 S, b3 P1, c3 P1, d3 P1, e3 P1, f3 P5, g3 P7~, g2 P7,"
        " h2 P5\n@1 hand P2\n@2 hand P4\n@3 hand P4"
    )
    after, events = play(state, "lay P2 i2")
    assert [fact.card for fact in events if isinstance(fact, GoalTurned)] == ["Z2", "Z3"]
    assert lies(after, "i1") == "Z2", "joins south and west"
    assert lies(after, "i3") == "Z3", "joins north and west"
    assert after.asked == 1
