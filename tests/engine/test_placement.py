"""Where path cards may lie: counted by hand, at the field's edges, beside goals, both editions."""

import pytest

from engine.api import Seat
from engine.errors import Reason
from engine.maze.cells import cell_named
from tests.engine.tables import SABOTEUR, legal, play, reason, table

ALL_KINDS = ["P1 P2 P3 P4 P5 P6", "P7 D1 D2 D3 D4 D5", "D6 D7 D8 D9 P1 P2"]


def test_the_start_card_takes_every_kind_on_every_side() -> None:
    """Counted by hand: 15 ways for a card with an opening to the west, 15 for one to the south.

    North: crossings, vertical Ts either way and so on each show their south edge; west likewise.
    """
    lays = set()
    for hand in ALL_KINDS:
        lays |= legal(table(f"maze a3 S\n@1 hand {hand}\n@2\n@3"), "lay")
    by_cell = {
        cell: sum(lay.endswith(f" {cell}") for lay in lays) for cell in ("b3", "zz3", "a2", "a4")
    }
    assert by_cell == {"b3": 15, "zz3": 15, "a2": 15, "a4": 15}
    assert len(lays) == 60


def test_a_card_that_a_half_turn_does_not_change_lies_one_way_only() -> None:
    state = table("maze a3 S\n@1 hand P1 P5 D4\n@2\n@3")
    assert legal(state, "lay P5") == {"lay P5 b3", "lay P5 zz3"}
    assert not any("~" in move for move in legal(state))
    assert reason(state, "lay P5~ b3") is None, "typed with a turn it is the same card"


def test_the_maze_may_leave_the_field_on_every_side() -> None:
    """Ruling 14; columns left of a are -a, -b, ..., rows above 1 are 0, -1, ..."""
    state = table("maze a3 S, zz3 P1, zz2 P1, zz1 P1\n@1 hand P1\n@2 hand P4\n@3")
    assert {"lay P1 zy3", "lay P1 zy1", "lay P1 zz99"} <= legal(state)
    assert cell_named("zz99") in play(state, "lay P1 zz99").state.maze.cards


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("lay P4 b3", Reason.DOES_NOT_FIT),
        ("lay P1 a3", Reason.CELL_TAKEN),
        ("lay P1 i3", Reason.CELL_TAKEN),
        ("lay P1 c3", Reason.NO_NEIGHBOUR),
        ("lay P1 b2", Reason.NO_NEIGHBOUR),
        ("lay P1 h3", Reason.NO_NEIGHBOUR),
        ("lay P7 b3", Reason.DOES_NOT_FIT),
        ("lay P7~ b3", None),
        ("lay D1 b3", Reason.NO_SUCH_CARD),
        ("lay S b3", Reason.NO_SUCH_CARD),
        ("lay Z1 b3", Reason.NO_SUCH_CARD),
    ],
)
def test_a_refused_lay_says_what_is_in_its_way(move: str, why: Reason | None) -> None:
    assert reason(table("maze a3 S\n@1 hand P1 P4 P7\n@2\n@3"), move) is why


@pytest.mark.parametrize(("edition", "why"), [("current", Reason.NOT_CONNECTED), ("2004", None)])
def test_only_the_current_edition_wants_a_way_from_the_start(
    edition: str, why: Reason | None
) -> None:
    """Rulings 1, 4, 61: behind a dead end, on an island, rock against rock."""
    maze = "maze a3 S, b3 D5, f3 P5\n@1 hand P4 P5\n@2\n@3"
    state = table(maze, f"edition={edition}")
    assert reason(state, "lay P5 c3") is why
    assert reason(state, "lay P5 g3") is why
    assert reason(state, "lay P5 f2") is why
    assert reason(state, "lay P5 b2") is why, "rock against rock"


@pytest.mark.parametrize("edition", ["current", "2004"])
def test_a_covered_goal_is_nobodys_neighbour(edition: str) -> None:
    """Rulings 5, 6, 62."""
    state = table("maze a3 S, h2 P5\n@1 hand P1 P2 P4\n@2\n@3", f"edition={edition}")
    for cell in ("i2", "i4", "j3", "j1", "h5"):
        expected = {"i2": Reason.DOES_NOT_FIT}.get(cell, Reason.NO_NEIGHBOUR)
        assert reason(state, f"lay P4 {cell}") is expected


WAY = "b3 P1, c3 P1, d3 P1, e3 P1, f3 P3, g3 P5"


def test_closed_edges_and_stubs_may_face_a_covered_goal() -> None:
    """Ruling 5: nobody can know what it shows."""
    lines = "@1 hand P2 P3 D1 P6\n@2 hand P7\n@3"
    state = table(f"goals i1 Z1, i3 Z2, i5 Z3\nmaze a3 S, {WAY}\n{lines}")
    assert {"lay P2 h3", "lay P6 h3", "lay D1 h3"} <= legal(state)


def test_a_goal_face_up_is_a_card_like_others_for_its_neighbours() -> None:
    """Ruling 13, and 62 for the edition of 2004: connected or not, its edges must be met."""
    for edition in ("current", "2004"):
        state = table(
            f"goals i1 Z1, i3 Z2, i5 Z3\nmaze a3 S, {WAY}, h3 P5, i3 Z2\n@1 hand P4 P5 P1\n@2\n@3",
            f"edition={edition}",
        )
        # The stone joins south and west; north and east are rock.
        assert reason(state, "lay P4 i4") is None
        assert reason(state, "lay P5 i4") is Reason.DOES_NOT_FIT
        assert reason(state, "lay P1 i2") is Reason.DOES_NOT_FIT
        rock = Reason.NOT_CONNECTED if edition == "current" else None
        assert reason(state, "lay P4 j3") is rock


def test_a_misfit_of_a_goal_stays_a_misfit_for_that_edge_alone() -> None:
    """Ruling 13: the card whose open edge meets the stone's rock leads nowhere there."""
    state = table(
        f"goals i1 Z1, i3 Z2, i5 Z3\nmaze a3 S, {WAY}, h3 P1, i3 Z2, h2 P7, i2 P6\n"
        "@1 hand P4 P5\n@2\n@3"
    )
    # i2 opens south onto the rock of i3; the way goes on under the stone.
    assert reason(state, "lay P4 i4") is None
    assert not {move for move in legal(state, "lay") if move.endswith(("j3", "i2", "j2"))}


def test_broken_tools_forbid_laying_before_anything_else() -> None:
    state = table("maze a3 S\n@1 hand P1 map broken cart\n@2\n@3")
    assert not legal(state, "lay")
    assert reason(state, "lay P1 a3") is Reason.TOOLS_BROKEN
    assert reason(state, "map i3") is None


def test_equal_tables_give_equal_answers_whatever_was_laid_first() -> None:
    rest = "@1 hand P4 P5 rockfall\n@2 hand P4\n@3"
    one = table(f"maze a3 S, b3 P1, a2 P1\n{rest}")
    other = table(f"maze a3 S, a2 P1, b3 P1\n{rest}")
    assert one == other
    for question in (SABOTEUR.dump, SABOTEUR.format_position):
        assert repr(question(one)) == repr(question(other))
    assert SABOTEUR.legal_moves(one, Seat(0)) == SABOTEUR.legal_moves(other, Seat(0))
    assert repr(SABOTEUR.view(one, Seat(0))) == repr(SABOTEUR.view(other, Seat(0)))
