"""Position texts: they read back what they write, forgive what is left out, refuse nonsense."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import Seat
from engine.errors import PositionError
from engine.registry import ruleset
from engine.rulesets.saboteur.state import State
from tests.rows import each_row

GAME = ruleset("saboteur")
TABLE = """
saboteur
@1 digger hand P1 P2
@2 digger hand map
@3 saboteur hand D1
"""


def _played(seed: int, seats: int, options: dict[str, str], moves: int) -> State:
    """Play a while, mostly laying cards, so that mazes grow and stones wait for their side."""
    chance = random.Random(seed)
    state: State = GAME.setup(seed.to_bytes(16, "big"), seats, options).state
    for _ in range(moves):
        if state.asked is None:
            break
        listed = GAME.legal_moves(state, state.asked)
        lays = [move for move in listed if GAME.format(move).startswith(("lay", "turn"))]
        move = chance.choice(lays if lays and chance.random() < 0.8 else listed)
        state = GAME.apply(state, state.asked, move).state
    return state


@settings(max_examples=150)
@given(
    st.integers(0, 2**64),
    st.sampled_from(GAME.meta.seats),
    st.fixed_dictionaries(
        {name: st.sampled_from(values) for name, values in GAME.meta.options.items()}
    ),
    st.integers(0, 400),
)
def test_a_position_reads_back_as_it_was_written(
    seed: int, seats: int, options: dict[str, str], moves: int
) -> None:
    state = _played(seed, seats, options, moves)
    text = GAME.format_position(state)
    assert GAME.parse_position(text) == state
    assert GAME.format_position(GAME.parse_position(text)) == text


def test_positions_with_a_waiting_stone_a_bank_and_results_read_back() -> None:
    text = """saboteur edition=2004 tools=competitive rounds=3
seed 000102030405060708090a0b0c0d0e0f
round 2
asked @1
orient i3
goals i1 Z1, i3 Z3, i5 Z2
maze a3 S, b3 P5, c3 P5, d3 P5, e3 P1, f3 P1, g3 P6, h3 P7, g4 P6~, h4 P3~, i4 P7~
@1 digger hand P4
@2 digger hand none broken pick cart seen i1 i5 gold 2
@3 saboteur hand D1 gold 3 1
spare digger
stock P1 map P1
"""
    state = GAME.parse_position(
        text + "bank 1\nresult saboteurs finder nobody roles digger digger saboteur spare digger"
    )
    written = GAME.format_position(state)
    assert written.startswith(text + "discards ")
    assert written.endswith(
        "\nbank 1\nresult saboteurs finder nobody roles digger digger saboteur spare digger\n"
    )
    assert GAME.parse_position(written) == state


def test_gold_of_rounds_that_no_line_tells_of_reads_back_after_the_next_payment() -> None:
    text = "saboteur\n@1 digger hand P1 gold 2 1\n@2 digger\n@3 saboteur gold 3\n"
    state = GAME.parse_position(text)
    state = GAME.apply(state, Seat(0), GAME.parse("pass P1")).state
    assert state.results[-1].paid
    assert GAME.parse_position(GAME.format_position(state)) == state


def test_what_is_left_out_gets_the_plainest_value() -> None:
    state = GAME.parse_position("saboteur\nseats 5\n@1 hand P1")
    written = GAME.format_position(state)
    for line in (
        "saboteur edition=current tools=off rounds=3",
        "round 1",
        "asked @1",
        "goals i1 Z2, i3 Z1, i5 Z3",
        "maze a3 S",
        "@1 digger hand P1",
        "@4 digger hand none",
        "@5 saboteur hand none",
        "spare saboteur",
        "stock none",
        "bank 0",
    ):
        assert f"{line}\n" in written
    assert len(state.discards) == 66


def test_comments_blank_lines_and_spaces_do_not_matter() -> None:
    text = TABLE.replace("saboteur\n", "# by hand\n\n  saboteur   edition=current\n", 1)
    text = text.replace("@2 digger", "  @2   digger ")
    assert GAME.parse_position(text) == GAME.parse_position(TABLE)


def test_lines_may_come_in_any_order_after_the_first() -> None:
    first, *rest = TABLE.strip().splitlines()
    assert GAME.parse_position("\n".join([first, *reversed(rest)])) == GAME.parse_position(TABLE)


@each_row(
    "more, named",
    [
        ("stock P1 P1 P1 P1 P1", "1 more of P1 than the box holds"),
        ("stock map map map map map map map", "2 more of map than the box holds"),
        ("discards P1 P1 P1 P1 P1", "1 more of P1"),
        ("discards P3", "cards that are nowhere: P1 P1 P1 P1 P2"),
        ("goals i1 Z1, i3 Z1, i5 Z2", "Z1, Z2 and Z3, one of each"),
        ("goals i1 Z1, i3 Z2, i4 Z3", "Z1, Z2 and Z3, one of each"),
        ("goals i1 Z1, i3 Z2", "Z1, Z2 and Z3, one of each"),
        ("goals i1 Q7, i3 Z2, i5 Z3", "no goal: 'Q7'"),
        ("maze b3 P5", "no start card lies on a3"),
        ("maze a3 P1", "P1 lies on a3, the place of S"),
        ("maze a3 S, b3 S", "S cannot lie on b3"),
        ("maze a3 S, a3 S", "two cards lie on a3"),
        ("maze a3 S, b3 X9", "'X9' on b3 is no path card"),
        ("maze a3 S, b3 map", "'map' on b3 is no path card"),
        ("maze a3 S, b3", "cannot be read: maze a3 S, b3"),
        ("maze a3 S, ?9 P1", "cannot be read: maze a3 S, ?9 P1"),
        ("maze a3 S, b3 P4", "the cards on a3 and b3 do not fit"),
        ("maze a3 S, i3 P1", "P1 lies on i3, the place of Z1"),
        ("maze a3 S, b3 Z1", "Z1 cannot lie on b3"),
        ("maze a3 S, i3 Z1", "the treasure lies open on i3: the round is over"),
        ("maze a3 S, b3 P5, c3 P5, d3 P5, e3 P3, f3 P3, g3 P3, h3 P3", "leads to i3"),
        ("@2 digger hand none", "@2 sits twice"),
        ("@0 digger", "nobody sits at @0"),
        ("@x digger", "cannot be read: @x digger"),
        ("@5 digger", "@5 sits at a table of 4"),
        ("@4 saboteur", "the dwarves must be 4 diggers and 1 saboteurs"),
        ("@4 gnome", "the dwarves must be"),
        ("spare saboteur", "the dwarves must be 3 diggers and 1 saboteurs"),
        ("spare digger digger", "the dwarves must be"),
        ("@4 digger hand P3 P3 P3 P4 P4 P4 P5", "@4 holds 7 cards, more than the 6 dealt"),
        ("@4 digger hand P3 shovel", "no card of the deck: 'shovel'"),
        ("@4 digger hand Z2", "no card of the deck: 'Z2'"),
        ("@4 digger holds P1", "@4 has 'holds', which is none of hand, broken, seen, gold"),
        ("@4 digger broken pick pick", "two broken tools of one type: pick"),
        ("@4 digger broken hat", "no tool: 'hat'"),
        ("@4 digger broken pick\nstock break-pick break-pick break-pick", "1 more of break-pick"),
        ("@4 digger seen b3", "no goal lies on b3"),
        ("@4 digger seen what", "cannot be read: what"),
        ("@4 digger gold 3 3 3 3 3", "1 more gold cards worth 3 than the box holds"),
        ("@4 digger gold 4", "no gold card is worth 4"),
        ("@4 digger gold -1", "no number: gold '-1'"),
        ("@4 digger gold 2\nbank 1", "the bank has paid more ones than anybody holds"),
        ("asked @4", "nobody sits at @4"),
        ("asked whom", "no number: seat 'whom'"),
        ("asked nobody", "nobody is asked, but 0 of 3 rounds have a result"),
        ("round 4", "there is no round 4"),
        ("round one", "no number: round 'one'"),
        ("orient i3", "i3 is no goal to orient"),
        ("orient b3", "no goal lies on b3"),
        ("seed 00", "the seed must be 32 hexadecimal digits"),
        ("seed xyz", "cannot be read: seed xyz"),
        ("seats 2", "@3 sits at a table of 2"),
        ("seats 11", "11 players; this game takes 3 to 10"),
        ("seats many", "no number: seats 'many'"),
        ("round 1\nround 1", "two lines begin with 'round'"),
        ("weather fine", "no line begins with 'weather'"),
        ("result saboteurs", "cannot be read: result saboteurs"),
        ("result dwarves finder @1 roles digger digger digger spare digger", "cannot be read"),
        ("result diggers finder @7 roles digger digger digger spare digger", "nobody sits at @7"),
        ("result diggers finder @1 roles digger digger spare digger", "a result names 2 dwarves"),
        (
            "result diggers finder @1 roles digger digger digger spare saboteur",
            "1 results in round 1, which goes on",
        ),
        ("paid 1 0", "2 payments for 3 seats"),
        ("paid 1 0 0", "1 payments for 0 rounds"),
        (
            "round 2\npaid 0 0 4\n"
            "result saboteurs finder nobody roles digger digger saboteur spare digger",
            "@3 holds gold worth 0, but was paid 4",
        ),
    ],
)
def test_a_contradiction_is_refused_by_name(more: str, named: str) -> None:
    with pytest.raises(PositionError, match=re.escape(named)):
        GAME.parse_position(TABLE + more)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "the first line must begin with 'saboteur'"),
        ("@1 digger", "the first line must begin with 'saboteur'"),
        ("saboteur", "0 players; this game takes 3 to 10"),
        (TABLE.replace("saboteur\n", "saboteur edition=1999\n", 1), "edition='1999'"),
        (TABLE.replace("hand P1 P2", "hand none"), "@1 holds 0 cards and cannot be asked"),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(PositionError, match=re.escape(named)):
        GAME.parse_position(text)


@settings(max_examples=300)
@given(st.lists(st.sampled_from([*TABLE.split(), "\n", "maze", "a3", "@", ",", "~", "-", "goals"])))
def test_any_heap_of_words_is_read_or_refused(words: list[str]) -> None:
    try:
        state = GAME.parse_position(" ".join(["saboteur", *words]))
    except PositionError:
        return
    assert GAME.parse_position(GAME.format_position(state)) == state
