"""Position texts of The Duel: what is left out is plain, what contradicts itself is named."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PositionError
from engine.registry import RULESETS
from tests.rows import each_row

DUEL, SOLO = RULESETS["duel"], RULESETS["duel-solo"]
TABLE = "duel\n@1 hand DU-EW map\n@2 hand DU-NS key\n"
OPEN = (
    "goals f1 DU-GOAL-20, f3 DU-GOAL-21, f5 DU-GOAL-22, h2 DU-GOAL-24, h4 DU-GOAL-26\n"
    "maze f1 DU-GOAL-20, f3 DU-GOAL-21, f5 DU-GOAL-22, h2 DU-GOAL-24, h4 DU-GOAL-26, a8 DU-TROLL-1,"
    " c8 DU-TROLL-2, e8 DU-TROLL-3\n"
)


def test_what_is_left_out_is_the_plainest() -> None:
    text = DUEL.format_position(DUEL.parse_position("duel\n@1 hand map"))
    assert text == (
        "duel rounds=3\nseed 00000000000000000000000000000000\nround 1\nasked @1\nask play\n"
        "goals f1 DU-GOAL-10, f3 DU-GOAL-11, f5 DU-GOAL-12, h2 DU-GOAL-13, h4 DU-GOAL-14,"
        " j3 DU-GOAL-15\n"
        "maze a2 DU-START-GREEN, a4 DU-START-BLUE\n"
        "@1 green hand map\n@2 blue hand none\nstock none\n"
        + text[text.index("discards") : text.index("later")]
        + "later DU-GOAL-16 DU-GOAL-17 DU-GOAL-18 DU-GOAL-19 DU-GOAL-20 DU-GOAL-21 DU-GOAL-22"
        " DU-GOAL-23 DU-GOAL-24 DU-GOAL-25 DU-GOAL-26 DU-GOAL-27\nbox none\n"
    )
    assert len(text[text.index("discards") : text.index("later")].split()) == 52


def test_the_other_dwarf_is_the_others() -> None:
    assert DUEL.parse_position("duel\n@1 hand map\n@2 green").dwarves == ("blue", "green")
    assert SOLO.parse_position("duel-solo colour=blue\n@1 hand map").dwarves == ("blue",)


def test_a_retired_goal_takes_the_place_of_the_mended_one() -> None:
    state = DUEL.parse_position("duel\ngoals f1 DU-GOAL-17-OLD, f3 DU-GOAL-16\n@1 hand map")
    text = DUEL.format_position(state)
    assert "goals f1 DU-GOAL-17-OLD, f3 DU-GOAL-16, f5 DU-GOAL-10" in text
    assert "DU-GOAL-17 " not in text
    assert DUEL.parse_position(text) == state


def test_alone_cards_were_laid_as_they_are_named_unless_a_trail_says_more() -> None:
    text = "duel-solo\nmaze b3 DU-EW, c3 DU-TROLL-1, d3 DU-EW\n@1 hand map\n"
    state = SOLO.parse_position(text)
    assert "trail b3 d3" in SOLO.format_position(state).splitlines()
    assert SOLO.parse_position(f"{text}trail d3 b3").trail == state.trail[::-1]


@each_row(
    "more, named",
    [
        ("stock DU-NS DU-NS DU-NS", "1 more of DU-NS than the box holds"),
        ("discards map", "cards that are nowhere: "),
        ("stock P1", "no card of the deck: 'P1'"),
        ("@1 hand key", "@1 sits twice"),
        ("@3 hand key", "@3 sits at a table of 2"),
        ("round 4", "there is no round 4"),
        ("seed 00", "the seed must be 32 hexadecimal digits"),
        ("asked @7", "nobody sits at @7"),
        ("asked nobody", "nobody is asked, but 0 of 3 rounds have a result"),
        ("ask dance", "'dance' is none of play, orient, claim, bribe, pay"),
        ("acted dance", "'dance' is none of lay, key"),
        ("acted lay", "after lay the turn goes on or is over"),
        ("hat @1", "no line begins with 'hat'"),
        ("stock none\nstock none", "two lines begin with 'stock'"),
        ("goals b2 DU-GOAL-10", "no goal lies on b2"),
        ("goals f1 DU-NS", "DU-NS is no goal"),
        ("goals f1 DU-GOAL-10, f3 DU-GOAL-10", "1 more of DU-GOAL-10 than the box holds"),
        ("goals f1 DU-GOAL-10, f1 DU-GOAL-11", "two goals lie on one cell"),
        ("goals f1 DU-GOAL-99", "cannot be read: goals f1 DU-GOAL-99"),
        ("goals f1 DU-GOAL-17, f3 DU-GOAL-17-OLD", "1 more of DU-GOAL-17 than the box holds"),
        ("box DU-GOAL-16-OLD DU-GOAL-16", "1 more of DU-GOAL-16 than the box holds"),
        ("later DU-GOAL-16", "goals that are nowhere: DU-GOAL-17"),
        ("later DU-GOAL-16-OLD", "goals that are nowhere: DU-GOAL-17"),
        ("box DU-GOAL-16", "11 goals are left for the rounds to come"),
        ("box DU-NS", "DU-NS has no gold to be won"),
        ("box key", "neither a goal nor a card with gold: 'key'"),
        ("maze b2", "cannot be read: maze b2"),
        ("maze b2 DU-EW, b2 DU-NS", "two cards lie on b2"),
        ("maze b2 P1", "'P1' on b2 is no path card"),
        ("maze a2 DU-NS", "two cards lie on a2"),
        ("maze b2 DU-NS", "the cards on b2 and a2 do not fit"),
        ("maze a8 DU-START-GREEN", "DU-START-GREEN cannot lie on a8"),
        ("maze a8 DU-GOAL-10", "DU-GOAL-10 cannot lie on a8"),
        ("maze f1 DU-GOAL-11", "DU-GOAL-11 lies on f1, where DU-GOAL-10 is"),
        ("maze d1 DU-LADDER-GREEN, e1 DU-EW", "a way leads to f1, which must lie face up"),
        ("maze b2 DU-DBEND-GOLD~", "gold is reached on b2, which must be marked"),
        ("marked b2 @1", "no gold to be marked on b2"),
        ("bribed b2 @1", "no troll to be bribed on b2"),
        ("maze a8 DU-GOLD-1\nmarked a8 @1, a8 @2", "2 counters lie on a8"),
        ("maze a8 DU-GOLD-1\nmarked a8", "cannot be read: marked a8"),
        ("maze b2 DU-DOOR-B1\nkeys b2 S\nstock key", "of 2 keys 1 lie and 2 are unplayed"),
        (
            "maze b2 DU-DOOR-B1, a8 DU-DOOR-B2, c8 DU-DOOR-B3\nkeys b2 S, a8 S, c8 E",
            "of 2 keys 3 lie and 1 are unplayed",
        ),
        ("keys b2 N", "no closed door on b2 N"),
        ("maze b2 DU-DOOR-B1\nkeys b2 S, b2 S", "two keys lie on one door"),
        ("maze b2 DU-DOOR-B1\nkeys b2 top", "a key lies on one side of a card"),
        ("orient f1", "a goal waits for its side, or none does"),
        ("ask orient", "a goal waits for its side, or none does"),
        ("ask orient\norient f1", "f1 is no goal to orient: no way leads there"),
        ("ask pay", "@1 can pay in one way only"),
        ("ask bribe\nacted lay", "there is nobody to bribe"),
        ("ask claim", "0 cards with gold are reached, 8 counters left"),
        ("result gold @1 won 1", "cannot be read: result gold @1 won 1"),
        ("result goals @1 won 1 trolls 0 paid 0 gold 1", "cannot be read: result goals"),
        (
            OPEN.replace("goals ", "goals j3 DU-GOAL-10, ").replace(
                "maze ", "maze j3 DU-GOAL-10, "
            ),
            "the round is over: nothing can be decided",
        ),
        (
            OPEN + "marked f1 @1, f3 @1, f5 @1, h2 @1, h4 @2\nbribed a8 @2, c8 @2, e8 @2",
            "the round is over: nothing can be decided",
        ),
    ],
)
def test_a_contradiction_is_refused_by_name(more: str, named: str) -> None:
    with pytest.raises(PositionError, match=re.escape(named)):
        DUEL.parse_position(TABLE + more)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "the first line must begin with 'duel'"),
        ("duel-solo\n@1 hand map", "the first line must begin with 'duel'"),
        ("duel rounds=2\n@1 hand map", "rounds='2'"),
        ("duel colour=green\n@1 hand map", "colour='green'"),
        ("duel", "@1 holds 0 cards and cannot be asked"),
        ("duel\n@1 hand map map key key DU-NS DU-NS DU-NS", "@1 holds 7 cards"),
        ("duel\n@1 hand map broken hat", "no tool: 'hat'"),
        ("duel\n@1 hand map broken cart cart", "one seat has two broken tools of one type"),
        ("duel\n@1 hand map seen b2", "no goal lies on b2"),
        ("duel\n@1 green wearing hand map", "@1 has 'wearing', which is none of"),
        ("duel\n@1 green hand map\n@2 green", "the dwarves must be green and blue"),
        ("duel\n@1 red hand map", "the dwarves must be green and blue"),
        ("duel\n@1 hand map gold DU-NS", "DU-NS has no gold to be won"),
        ("duel rounds=1\nresult goals @1 won 1 trolls 0 paid 0 gold 1"
         " @2 won 0 trolls 0 paid 0 gold 0\n@1 hand map", "1 results in round 1, which goes on"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(PositionError, match=re.escape(named)):
        DUEL.parse_position(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("@1 hand rockfall", "rockfall is never held in the solo game"),
        ("@1 hand break-cart", "break-cart is never held in the solo game"),
        ("@1 blue hand map", "the dwarves must be green"),
        ("@2 hand map", "@2 sits at a table of 1"),
        ("@1 hand map\nmaze b3 DU-EW\ntrail c3", "the trail must name each card"),
        ("@1 hand map\nmaze b3 DU-DOOR-G3\nkeys b3 N", "no closed door on b3 N"),
        ("@1 hand map\nmaze a2 DU-START-BLUE", "DU-START-BLUE cannot lie on a2"),
        (
            "@1 hand map\nmaze b3 DU-DOOR-B1\nkeys b3 S\naside key key",
            "of 2 keys 1 lie and 2 are unplayed",
        ),
        (
            "@1 hand map\ngoals i1 DU-GOAL-20, i3 DU-GOAL-21, i5 DU-GOAL-22, k2 DU-GOAL-24\n"
            "maze i1 DU-GOAL-20, i3 DU-GOAL-21, i5 DU-GOAL-22, k2 DU-GOAL-24, a8 DU-TROLL-1,"
            " c8 DU-TROLL-2, e8 DU-TROLL-3\n"
            "marked i1 @1, i3 @1, i5 @1, k2 @1\nbribed a8 @1, c8 @1, e8 @1",
            "there are 6 counters, 7 lie",
        ),
    ],
)
def test_the_solo_game_has_contradictions_of_its_own(text: str, named: str) -> None:
    with pytest.raises(PositionError, match=re.escape(named)):
        SOLO.parse_position(f"duel-solo\n{text}")


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(
    st.lists(
        st.sampled_from(
            [*TABLE.split(), "\n", "maze", "b2", "@", ",", "~", "keys", "marked", "ask", "bribe"]
        )
    )
)
def test_any_heap_of_words_is_read_or_refused(words: list[str]) -> None:
    try:
        state = DUEL.parse_position(" ".join(["duel", *words]))
    except PositionError:
        return
    assert DUEL.parse_position(DUEL.format_position(state)) == state
