"""Breaking and mending tools."""

import pytest

from engine.api import Seat
from engine.errors import Reason
from tests.engine.tables import SABOTEUR, legal, play, reason, table


def test_only_fellow_players_can_be_broken_and_one_of_each_tool() -> None:
    """Ruling 17."""
    state = table("@1 hand break-pick\n@2 hand P4 broken pick\n@3 broken cart")
    assert legal(state, "break") == {"break pick @3"}
    assert reason(state, "break pick @1") is Reason.OWN_TOOL
    assert reason(state, "break pick @2") is Reason.ALREADY_BROKEN
    for nobody in ("@0", "@4", "@99"):
        assert reason(state, f"break pick {nobody}") is Reason.NO_SUCH_SEAT


def test_all_three_tools_of_one_dwarf_can_be_broken() -> None:
    state = table("@1 hand break-pick\n@2 hand P4 broken lantern cart\n@3")
    assert SABOTEUR.view(play(state, "break pick @2").state, None).broken[1] == (
        "pick",
        "lantern",
        "cart",
    )


def test_a_double_mend_repairs_one_of_its_tools_by_choice() -> None:
    """Ruling 18."""
    state = table("@1 hand fix-pick-cart broken pick cart lantern\n@2 hand P4 broken cart\n@3")
    assert legal(state, "fix") == {
        "fix pick @1 with fix-pick-cart",
        "fix cart @1 with fix-pick-cart",
        "fix cart @2 with fix-pick-cart",
    }
    after, _ = play(state, "fix cart @1 with fix-pick-cart")
    assert SABOTEUR.view(after, None).broken[0] == ("pick", "lantern")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("fix pick @2 with fix-pick-lantern", None),
        ("fix lantern @2 with fix-pick-lantern", Reason.NOT_BROKEN),
        ("fix cart @2 with fix-pick-lantern", Reason.WRONG_TOOL),
        ("fix pick @3 with fix-pick-lantern", Reason.NOT_BROKEN),
        ("fix pick @1 with fix-pick-lantern", Reason.NOT_BROKEN),
        ("fix pick @2", Reason.NO_SUCH_CARD),
        ("fix cart @2 with fix-lantern", Reason.NO_SUCH_CARD),
        ("fix pick @9 with fix-pick-lantern", Reason.NO_SUCH_SEAT),
    ],
)
def test_a_refused_mend_says_what_is_wrong_with_it(move: str, why: Reason | None) -> None:
    state = table("@1 hand fix-pick-lantern\n@2 hand P4 broken pick cart\n@3")
    assert reason(state, move) is why


def test_a_mend_with_a_card_that_cannot_is_still_written_as_it_was_meant() -> None:
    move = SABOTEUR.parse("fix pick @2 with fix-lantern")
    assert SABOTEUR.format(move) == "fix pick @2 with fix-lantern"
    assert SABOTEUR.format(SABOTEUR.parse("fix pick @2 with fix-pick")) == "fix pick @2"


def test_mending_puts_both_cards_on_the_discards_and_breaking_none() -> None:
    state = table("@1 hand break-cart\n@2 hand fix-cart\n@3 hand P1")
    broken, _ = play(state, "break cart @3")
    assert len(broken.discards) == len(state.discards)
    mended, _ = play(broken, "fix cart @3")
    assert len(mended.discards) == len(state.discards) + 2


def test_mending_oneself_costs_the_turn() -> None:
    """Ruling 19."""
    state = table("stock P4\n@1 hand P1 fix-pick broken pick\n@2 hand P5\n@3")
    after, _ = play(state, "fix pick @1")
    assert after.asked == Seat(1)
    assert reason(after, "lay P1 b3", Seat(0)) is Reason.NOT_ASKED
    again, _ = play(after, "pass P5")
    assert reason(again, "lay P1 b3") is None
