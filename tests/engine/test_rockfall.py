"""Taking cards out of the maze, and what that cuts off."""

import pytest

from engine.api import Seat
from engine.errors import Reason
from engine.maze.cells import cell_named
from engine.parts.facts import RockFell
from tests.engine.tables import SABOTEUR, legal, play, reason, table

TURNED = (
    "goals i1 Z1, i3 Z2, i5 Z3\nmaze a3 S, b3 P1, c3 P1, d3 P1, e3 P1, f3 P3, g3 P5, h3 P3, i3 Z2\n"
)


@pytest.mark.parametrize("cell", ["a3", "i1", "i3", "i5"])
def test_start_and_goals_never_fall_face_up_or_face_down(cell: str) -> None:
    """Ruling 15."""
    state = table(f"{TURNED}@1 hand rockfall\n@2 hand P4\n@3")
    assert reason(state, f"rockfall {cell}") is Reason.NEVER_REMOVED


def test_without_a_card_to_remove_a_rockfall_can_only_be_passed() -> None:
    state = table("maze a3 S\n@1 hand rockfall\n@2 hand P4\n@3")
    assert legal(state) == {"pass rockfall"}
    assert reason(state, "rockfall b3") is Reason.NOTHING_THERE


def test_a_goal_that_is_cut_off_stays_face_up_and_leads_nowhere() -> None:
    """Rulings 4, 10, 13."""
    state = table(f"{TURNED}@1 hand rockfall\n@2 hand P4 P5\n@3 hand P5")
    assert reason(state, "rockfall h3") is None
    cut, _ = play(state, "rockfall h3")
    assert SABOTEUR.view(cut, None).goals[1].up
    assert reason(cut, "lay P4 i4") is Reason.NOT_CONNECTED
    mended, _ = play(cut, "lay P5 h3", "pass P5")
    assert not mended.maze.covered & {cell_named("i3")}
    assert cell_named("i4") in mended.network.front


def test_the_removed_card_lies_face_up_on_the_discards_with_the_rockfall() -> None:
    state = table("maze a3 S, b3 D5\n@1 hand rockfall\n@2 hand P4\n@3")
    after, events = play(state, "rockfall b3")
    told = [fact.seen_by(None) for fact in events]
    assert told[0] == RockFell(Seat(0), cell_named("b3"), "D5")
    assert len(after.discards) == len(state.discards) + 2


def test_a_gap_takes_only_what_fits_all_around() -> None:
    state = table("maze a3 S, b3 P5, c3 P3, c4 P4\n@1 hand rockfall\n@2 hand P6 P3 P5\n@3")
    after, _ = play(state, "rockfall c3")
    assert legal(after, "lay") >= {"lay P3 c3", "lay P6 c3"}
    assert reason(after, "lay P5 c3") is Reason.DOES_NOT_FIT
