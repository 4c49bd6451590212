"""Position texts of Saboteur 2: what is left out, what contradicts itself, heaps of words."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PositionError
from engine.registry import ruleset
from engine.rulesets.saboteur2.cards import CODES
from tests.engine.contract.saboteur2 import CORNERS
from tests.engine.strategies import steady
from tests.rows import each_row

GAME = ruleset("saboteur2")
FROZEN = Path(__file__).parent / "frozen/v1"
TABLE = """
saboteur2
@1 blue hand P1 P2
@2 green hand map
@3 saboteur hand D1
"""
WAITING = """
saboteur2
thefts @2 @3
thieves @3 @2
closer @1
result saboteurs finder nobody roles blue green saboteur trapped none winners @3 RESULT
@1 blue hand none
@2 green hand none gold 1
@3 saboteur hand none gold 5
""".replace("RESULT", "share 5 crystals 0 paid 0 0 5 thefts none")


def test_what_is_left_out_is_the_plainest() -> None:
    state = GAME.parse_position("saboteur2\n@1 hand P1\n@2 hand none\n@3 saboteur hand none")
    assert state.asked == 0
    assert state.roles == ("blue", "blue", "saboteur")
    assert len(state.undealt) == 12
    assert len(state.aside) == 10
    assert len(state.discards) == 118 - 10 - 1
    assert [CODES[placed >> 1] for placed in state.maze.cards.values()] == ["S"]


def test_a_position_with_everything_in_it_reads_back() -> None:
    text = GAME.format_position(GAME.parse_position(WAITING))
    more = text.replace(
        "hand none gold 1", "hand none broken cart seen i1 i5 inspected @3=boss~ gold 1"
    )
    state = GAME.parse_position(more.replace(" break-cart", "", 1))
    assert state.inspected[1][0].role == "boss"
    assert not state.inspected[1][0].current
    assert GAME.parse_position(GAME.format_position(state)) == state


@each_row(
    "more, named",
    [
        ("maze a3 S, b3 E1, c3 E1, d3 E1", "1 more of E1 than the boxes hold"),
        ("stock " + "theft " * 5, "1 more of theft than the boxes hold"),
        ("stock trap trap\ntrapped @1 @2", "1 more of trap than the boxes hold"),
        ("maze b3 P5", "no start card lies on a3"),
        ("maze a3 S, b3 Z1", "Z1 cannot lie on b3"),
        ("maze a3 S, i3 Z2", "Z2 lies on i3, the place of Z1"),
        ("maze a3 S, b3 B1", "the cards on a3 and b3 do not fit"),
        ("maze a3 S, b3 Q1", "'Q1' on b3 is no path card"),
        ("maze a3 S, h3 L2~", "a way leads to i3, which must lie face up"),
        ("maze a3 S, h3 P5, i3 Z1", "the treasure lies open on i3: the round is over"),
        ("goals i1 Z1, i3 Z1, i5 Z3", "must be Z1, Z2 and Z3, one of each"),
        ("aside P1 P2", "2 cards are set aside, not 10"),
        ("aside none\ndiscards none", "cards that are nowhere: P1 P1 P1 P1 P2"),
        ("discards none", "cards are set aside, not 10"),
        ("undealt blue", "dwarves that are nowhere"),
        ("shed boss boss", "1 more of boss than there are dwarves"),
        ("shed boss profiteer\nstock swap-hats", "2 dwarves were swapped away by 1 cards"),
        ("shed digger", "no dwarf: 'digger'"),
        ("@4 gnome hand none", "no dwarf: 'gnome'"),
        ("@4 hand P1 P1 P1 P1 P2 P2 P3", "@4 holds 7 cards, more than 6"),
        ("@4 hand none gold 1 2", "no number: gold '1 2'"),
        ("@4 hand none inspected @9=boss", "nobody sits at @9"),
        ("@4 hand none inspected boss", "cannot be read: inspected boss"),
        ("@4 hand none inspected @1=none", "no dwarf: 'none'"),
        ("@4 hand none broken hat", "no tool: 'hat'"),
        (
            "@4 blue holds P1",
            "@4 has 'holds', which is none of hand, broken, seen, inspected, gold",
        ),
        ("@2 green hand none", "@2 sits twice"),
        ("@0 green", "nobody sits at @0"),
        ("trapped nobody", "nobody is no seat"),
        ("thefts @1 @1", "a seat is named twice: @1 @1"),
        ("thefts @5", "nobody sits at @5"),
        ("thieves @2", "@2 has no theft card to use"),
        ("thefts @2\ntrapped @2\nthieves @2", "@2 has no theft card to use"),
        ("thefts @2\nthieves @2 @2", "a seat is named twice: @2 @2"),
        ("thefts @2\nthieves @2", "thieves wait, but no round has a result"),
        ("thefts @2\nthieves @2\nasked @1", "the first thief, @2, must be asked"),
        ("thefts @2\nthieves @2\ncloser nobody", "somebody must have closed the round"),
        ("closer @1", "a round is closed, but no thief waits"),
        ("asked @3\n@4 hand none\nasked @4", "two lines begin with 'asked'"),
        ("asked nobody", "nobody is asked, but 0 of 3 rounds have a result"),
        ("orient i3", "i3 is no goal to orient"),
        ("laid b3", "no goal waits for the card laid on b3"),
        ("laid ?9", "cannot be read: laid ?9"),
        ("round 4", "there is no round 4"),
        ("seats 13", "13 players; this game takes 2 to 12"),
        ("weather fine", "no line begins with 'weather'"),
        ("result diggers", "nothing is won by 'diggers'"),
        ("result blue finder @1 roles blue", "a result must name 3 dwarves and payments"),
        ("result blue", "a result must name 3 dwarves"),
    ],
)
def test_a_contradiction_is_refused_by_name(more: str, named: str) -> None:
    with pytest.raises(PositionError, match=re.escape(named)):
        GAME.parse_position(TABLE + more)


@pytest.mark.parametrize("cell", ["a3", "b4", "i3"])
def test_the_card_just_laid_lies_in_the_maze_and_is_neither_start_nor_goal(cell: str) -> None:
    with pytest.raises(PositionError, match=f"no card was laid on {cell}"):
        GAME.parse_position(CORNERS[0].replace("laid d3", f"laid {cell}"))


def test_a_stone_that_waited_before_the_laid_card_was_kept_still_loads() -> None:
    frozen = json.loads((FROZEN / "saboteur2-plain-orient-2.json").read_text("utf-8"))
    assert "laid" not in frozen["state"]
    state = GAME.load(frozen["state"])
    assert state.laid is None
    (seat,) = GAME.to_act(state)
    assert len(GAME.legal_moves(state, seat)) == 2


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("saboteur2\n", "saboteur2 rounds=2\n", "rounds='2'"),
        ("saboteur2\n", "saboteur\n", "the first line must begin with 'saboteur2'"),
        ("winners @3", "winners @7", "nobody sits at @7"),
        ("thefts none", "thefts @1", "no number: seat ''"),
        ("share 5", "share five", "no number: share 'five'"),
        ("thieves @3 @2\ncloser @1\n", "", "@1 holds 0 cards and cannot be asked"),
    ],
)
def test_a_table_with_thieves_is_refused_by_name(old: str, new: str, named: str) -> None:
    with pytest.raises(PositionError, match=re.escape(named)):
        GAME.parse_position(WAITING.replace(old, new, 1))


WORDS = [
    *WAITING.split(),
    *TABLE.split(),
    "\n",
    "maze",
    "a3",
    "@",
    ",",
    "~",
    "-",
    "=",
    ">",
    "orient",
]


@given(st.lists(st.sampled_from(WORDS), max_size=60))
@steady(400)
def test_any_heap_of_words_is_read_or_refused(words: list[str]) -> None:
    try:
        state = GAME.parse_position(" ".join(["saboteur2", *words]))
    except PositionError:
        return
    assert GAME.parse_position(GAME.format_position(state)) == state


@given(st.lists(st.tuples(st.integers(0, 400), st.sampled_from(WORDS)), min_size=1, max_size=3))
@steady(400)
def test_a_spoilt_text_is_read_or_refused(spoils: list[tuple[int, str]]) -> None:
    words = GAME.format_position(GAME.parse_position(WAITING)).replace("\n", " \n ").split(" ")
    for at, word in spoils:
        words[at % len(words)] = word
    try:
        state = GAME.parse_position(" ".join(words))
    except PositionError:
        return
    assert GAME.parse_position(GAME.format_position(state)) == state
