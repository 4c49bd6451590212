"""The grammar of orders and which line speaks: where the examples end (time.md, 8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.rules import orders, speaking
from games.clocks.rules.orders import Condition, Line
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.speaking import Spoken

WORDS = frozenset({"lay", "pass", "fix", "rockfall", "steal"})


def table(*legal: str, holds: bool = True) -> speaking.Asked:
    moves = {move.lower(): move for move in legal}
    return speaking.Asked(
        holds=lambda test: holds,
        fits=moves.get,
        only=lambda: legal[0] if len(legal) == 1 else None,
    )


def read(*lines: str) -> tuple[Line, ...]:
    return orders.parse_lists(lines, (), WORDS)[0]


def test_a_line_is_understood_in_all_its_parts() -> None:
    line = orders.parse(
        "Always late: if not broken cart @2 and free -a-3 : lay P7~ e4 or only", WORDS
    )
    tests = (Condition("broken", ("cart", "@2"), negated=True), Condition("free", ("-a-3",)))
    assert line == Line(("lay p7~ e4", "only"), tests, always=True, late=True)
    written = "always late: if not broken cart @2 and free -a-3: lay p7~ e4 or only"
    assert orders.write(line) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "always",
        "late:",
        "or",
        "dance e4",
        "lay p7 e4 or",
        "only p7",
        "if: pass d7",
        "if free: pass d7",
        "if free e4 and: pass d7",
        "if free e4 or free f4: pass d7",
        "if broken hat @2: pass d7",
        "if broken cart 2: pass d7",
        "if hold @2: pass d7",
        "late: always pass d7",
        "if free e4: if free f4: pass d7",
        "pass d7: pass d8",
    ],
)
def test_what_is_no_line_is_refused_when_written(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        orders.parse(text, WORDS)
    assert refusal.value.reason == Reason.SYNTAX


def test_a_test_that_means_nothing_in_a_game_is_refused_there() -> None:
    with pytest.raises(Refused):
        orders.parse("if broken cart @2: pass d7", WORDS, frozenset({"free", "hold"}))


def test_twenty_lines_are_the_most() -> None:
    orders.parse_lists(["pass d7"] * 12, ["pass d7"] * 8, WORDS)
    with pytest.raises(Refused) as refusal:
        orders.parse_lists(["pass d7"] * 12, ["pass d7"] * 9, WORDS)
    assert refusal.value.reason == Reason.TOO_LONG


def test_a_test_may_be_turned_round() -> None:
    lines = read("if not free e4: pass d7")
    assert speaking.evaluate(lines, (), table("pass d7", holds=True)).move is None
    assert speaking.evaluate(lines, (), table("pass d7", holds=False)).move == "pass d7"


def test_a_list_that_caution_holds_back_is_not_void() -> None:
    lines = read("pass d7", "always pass d8")
    assert speaking.evaluate(lines, (), table("pass d9"), caution=True) == Spoken()
    assert speaking.evaluate(lines, (), table("pass d9")) == Spoken(void=True)


def test_caution_does_not_hold_back_what_is_for_the_time_out() -> None:
    assert speaking.evaluate_late(read("late: pass d7"), (), table("pass d7")).move == "pass d7"
    assert speaking.evaluate_late(read("pass d7"), (), table("pass d7")) == Spoken()


def test_the_standing_list_may_speak_when_time_is_out() -> None:
    spoken = speaking.evaluate_late((), read("pass d7", "late: pass d7"), table("pass d7"))
    assert spoken == Spoken("pass d7", "standing", 2)


moves = st.sampled_from(["lay p7~ e4", "pass d7", "steal nothing", "only"])
tests = st.builds(
    lambda which, negated: Condition(which[0], which[1], negated),
    st.sampled_from([("free", ("e4",)), ("broken", ("cart", "@2")), ("hold", ("fix-pick-cart",))]),
    st.booleans(),
)
lines = st.builds(
    Line,
    st.lists(moves, min_size=1, max_size=3).map(tuple),
    st.lists(tests, max_size=3).map(tuple),
    st.booleans(),
    st.booleans(),
)


@given(lines)
def test_every_line_reads_back_as_it_is_written(line: Line) -> None:
    assert orders.parse(orders.write(line), WORDS) == line
