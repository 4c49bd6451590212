"""Position texts of The Dark Cave: they forgive what is left out and refuse nonsense by name."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PositionError
from engine.registry import ruleset
from tests.engine.strategies import steady
from tests.rows import each_row

GAME = ruleset("dark-cave")
TABLE = """
dark-cave
@1 blue loyal hand I-X I-TH
@2 blue loyal hand info
@3 blue saboteur hand rat
"""
EXIT = "goals a1 GOAL-EXIT, i1 GOAL-HOLE, a9 GOAL-VEIN, i9 GOAL-LADDER"


def test_what_is_left_out_is_the_plainest() -> None:
    state = GAME.parse_position("dark-cave\nseats 5\n@1 hand I-X")
    written = GAME.format_position(state)
    for line in (
        "dark-cave",
        f"seed {'00' * 16}",
        "asked @1",
        "turn @1 play steps 3",
        "goals a1 GOAL-EXIT, i1 GOAL-LADDER, a9 GOAL-HOLE, i9 GOAL-VEIN",
        "maze e5 START",
        "@1 blue loyal hand I-X at e5 gold 3",
        "@5 yellow loyal hand none at e5 gold 3",
        "aside yellow loyal, yellow loyal, yellow saboteur",
        "stock none",
        "discards none",
        "blind 0",
    ):
        assert f"{line}\n" in written
    assert len(state.boxed) == 81
    assert state.gold == 46 - 15


def test_a_full_text_reads_back_as_it_was_written() -> None:
    text = """dark-cave
seed 000102030405060708090a0b0c0d0e0f
asked @2
turn @2 walk steps 2 draws 2 @3 declined
goals a1 GOAL-VEIN, i1 GOAL-HOLE, a9 GOAL-EXIT, i9 GOAL-LADDER
maze e4 II-TH-HOLE~, e5 START, f5 II-EW-HOLE~
@1 blue loyal hand I-X at outside gold 0 shown
@2 blue loyal hand info at f5.w gold 4 axes 1 booted keep shown seen a1 i9 known @1 @3
@3 blue saboteur hand rat at e4.s gold 3 lying
@4 blue saboteur hand none at e5 gold 3
left @1
webs e5/f5 @2 2, f5/g5 @1 1
creatures goblin e4.w @3, lindworm e5 @1
stock I-NS info
discards I-TH
"""
    state = GAME.parse_position(text)
    written = GAME.format_position(state)
    assert written.startswith(text + "boxed ")
    assert written.endswith("\nblind 0\n")
    assert GAME.parse_position(written) == state


def test_lines_may_come_in_any_order_after_the_first() -> None:
    first, *rest = TABLE.strip().splitlines()
    assert GAME.parse_position("\n".join([first, *reversed(rest)])) == GAME.parse_position(TABLE)


@each_row(
    "more, named",
    [
        ("stock I-EW I-EW", "1 more of I-EW than the box holds"),
        ("stock rat rat rat rat rat", "1 more of rat than the box holds"),
        ("@4 axes 4", "1 more of axe than the box holds"),
        ("@4 booted\nstock boots boots boots", "1 more of boots"),
        ("boxed I-EW", "cards that are nowhere: I-X I-TH I-TV"),
        (
            "goals a1 GOAL-EXIT, i1 GOAL-EXIT, a9 GOAL-HOLE, i9 GOAL-VEIN",
            "the goals on a1, i1, a9 and i9 must be GOAL-EXIT, GOAL-LADDER, GOAL-HOLE and",
        ),
        ("goals a1 GOAL-EXIT, i1 GOAL-LADDER, a9 GOAL-HOLE", "the goals on a1, i1, a9 and i9"),
        (
            "goals a1 I-X, i1 GOAL-LADDER, a9 GOAL-HOLE, i9 GOAL-VEIN",
            "no goal: 'I-X'",
        ),
        ("goals a1 Q7", "no goal: 'Q7'"),
        ("maze f5 I-X", "no start card lies on e5"),
        ("maze e5 I-X", "I-X lies on e5, the place of START"),
        ("maze e5 START, f5 START", "START cannot lie on f5"),
        ("maze e5 START, a1 I-X", "I-X lies on a1, the place of GOAL-EXIT"),
        ("maze e5 START, f5 GOAL-HOLE", "GOAL-HOLE cannot lie on f5"),
        ("maze e5 START, f5 I-NS", "the cards on e5 and f5 do not fit"),
        ("maze e5 START, f5 I-Q", "'I-Q' on f5 is no path card"),
        ("maze e5 START, f5 rat", "'rat' on f5 is no path card"),
        ("maze e5 START, e5 START", "two cards lie on e5"),
        ("maze e5", "cannot be read: maze e5"),
        ("@4 at f5", "the dwarf of @4 is on f5, where no field is"),
        ("@4 at e5.n", "the dwarf of @4 is on e5.n, where no field is"),
        ("@4 at a1", "the dwarf of @4 is on a1, where no field is"),
        ("@4 at e5 e5", "cannot be read: at e5 e5"),
        ("@4 at nowhere", "cannot be read: at nowhere"),
        (f"{EXIT}\nmaze e5 START, a1 GOAL-EXIT\n@4 at a1", "stands on the exit"),
        ("@4 at outside lying", "is outside and cannot lie"),
        ("left @2", "who has left the cave must be outside"),
        ("left @2 @2", "a seat is named twice"),
        ("@4 blue saboteur at outside\nleft none", "who has left the cave must be outside"),
        ("@4 gold 50", "13 more gold than the box holds"),
        ("@4 gold 2 3", "no number: gold '2 3'"),
        ("@4 gold lots", "no number: gold 'lots'"),
        ("@4 keeps", "'keeps' is none of blue, yellow, loyal, saboteur"),
        ("@4 known @4", "@4 knows the own clan card anyway"),
        ("@4 known @9", "nobody sits at @9"),
        ("@4 seen b2", "no goal lies on b2"),
        ("@4 hand I-NS I-EW I-TV I-BR I-BL I-X-HOLE", "@4 holds 6 cards, more than the 5"),
        ("@4 hand shovel", "no card of the deck: 'shovel'"),
        ("@4 hand START", "no card of the deck: 'START'"),
        ("@4 yellow loyal", "the clan cards must be blue loyal, blue loyal, blue saboteur, blue"),
        ("@4 blue", "the clan cards must be"),
        ("aside blue loyal, blue loyal", "the clan cards must be"),
        ("webs f5/f4 @1 2", "there is no way for a web on f4/f5"),
        ("webs e5/f5 @1 2, f5/e5 @2 1", "two webs lie on e5/f5"),
        ("webs e5/f5 @1 3", "the web on e5/f5 shows '3'"),
        ("webs e5/g5 @1 2", "cannot be read: webs e5/g5 @1 2"),
        ("webs e5/f5 @7 2", "nobody sits at @7"),
        ("webs e5/f5 nobody 2", "nobody is no seat"),
        ("creatures rat f5 @1", "the rat is on f5, where no field is"),
        ("creatures rat e5 @1, rat e5 @2", "there is one rat, not two"),
        ("creatures bat e5 @1", "no creature: 'bat'"),
        ("creatures goblin a1 @1", "the goblin is on a1, where no field is"),
        ("veins e5", "gold on e5, no vein"),
        ("veins f5", "gold is on f5, where no field is"),
        ("veins e5, e5", "two gold on one vein"),
        ("maze e5 START, e4 I-TH-VEIN~\nveins e4\n@4 at e4", "stands on gold that it must have"),
        ("asked @9", "nobody sits at @9"),
        ("asked nobody", "nobody is asked, but the text does not say how the game ended"),
        ("asked nobody\nended dinner", "no game ends by 'dinner'"),
        ("asked nobody\nended clan", "no clan is all out"),
        ("asked nobody\nended cards", "there are cards left"),
        ("ended agreed", "@1 is asked, but the game has ended"),
        ("turn @2 play steps 3\nasked @1", "it is the turn of @2"),
        ("turn @1 play steps 2", "a turn begins with 3 steps or none"),
        ("turn @1 play steps 3 draws 1 @1", "nothing was played yet"),
        ("turn @1 walk steps 4", "4 steps are left of 3"),
        ("turn @1 walk steps 3 draws 3 @1", "3 cards are to be drawn, not one or two"),
        ("turn @1 dance", "no part of a turn: 'dance'"),
        ("turn @1 play steps 3 hurry", "a turn has no 'hurry'"),
        ("agreed @2", "who has agreed must be all from the proposer"),
        ("agreed @1 @2", "who has agreed must be all from the proposer"),
        ("asked @2\nturn @1 play", "it is the turn of @1"),
        ("orient a1 E", "no dwarf walks onto a1 from there"),
        ("orient b2 E", "no goal lies on b2"),
        ("orient a1 EW", "a1 is entered from one side, not from 'EW'"),
        (f"{EXIT}\nmaze e5 START, b1 I-EW\nturn @4 walk steps 2\n@4 at b1\norient a1 E", "one way"),
        ("seed 00", "the seed must be 32 hexadecimal digits"),
        ("blind many", "no number: blind 'many'"),
        ("seats 2", "@3 sits at a table of 2"),
        ("seats 9", "9 players; this game takes 2 to 8"),
        ("stock none\nstock none", "two lines begin with 'stock'"),
        ("weather fine", "no line begins with 'weather'"),
        ("@2 hand I-TH", "@2 sits twice"),
        ("@0 hand I-TH", "nobody sits at @0"),
    ],
)
def test_a_contradiction_is_refused_by_name(more: str, named: str) -> None:
    with pytest.raises(PositionError, match=re.escape(named)):
        GAME.parse_position(f"{TABLE}{more}")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "the first line must begin with 'dark-cave'"),
        ("dark-cave", "0 players; this game takes 2 to 8"),
        ("dark-cave rounds=1\n@1\n@2", "rounds='1'"),
        ("dark-cave\n@1\n@2 hand I-X", "@1 holds 0 cards and has no turn"),
        ("dark-cave\n@1\n@2", "no cards are left: the game is over"),
        (
            f"dark-cave\n{EXIT}\n@1 blue loyal hand I-X\n@2 yellow loyal at outside",
            "all who work for one clan are out: the game is over",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(PositionError, match=re.escape(named)):
        GAME.parse_position(text)


WORDS = [
    *TABLE.split(),
    "\n",
    "maze",
    "e5",
    "@",
    ",",
    "~",
    "-",
    "goals",
    "webs",
    "e5/f5",
    "turn",
    "2",
]


@steady(300)
@given(st.lists(st.sampled_from(WORDS)))
def test_any_heap_of_words_is_read_or_refused(words: list[str]) -> None:
    try:
        state = GAME.parse_position(" ".join(["dark-cave", *words]))
    except PositionError:
        return
    assert GAME.parse_position(GAME.format_position(state)) == state
