"""The Duel's table: whose tunnels are lit, what lies on gold, trolls and doors, in both mazes."""

import re
from pathlib import Path
from typing import Any

import pytest

from engine.api import Seat
from engine.maze.cells import cell_name
from engine.registry import ruleset
from games import drawing, texts
from games.drawing.boxes import BOXES
from tests.rows import each_row

A, B = Seat(0), Seat(1)
GREEN_DOOR = "b4 DU-DOOR-G1, c4 DU-EW"
TROLL = "b4 DU-TROLL-3, c4 DU-EW"


def table(cards: str, *more: str, seat: Seat | None = B, key: str = "duel") -> Any:
    """Show a table with these cards in the maze, the second seat blue."""
    rules = ruleset(key)
    text = "\n".join((key, "@1 hand DU-NS", f"maze {cards}", *more))
    return rules.view(rules.parse_position(text), seat)


def lit(view: Any) -> set[str]:
    return {cell_name(cell) for cell, _way in BOXES[view.ruleset].light(view).tunnels}


def ends(view: Any) -> set[str]:
    return set(map(cell_name, BOXES[view.ruleset].light(view).ends))


def uses(picture: str, symbol: str) -> int:
    return picture.count(f'"#{symbol}"')


@pytest.mark.parametrize("cards", [GREEN_DOOR, TROLL])
def test_a_foreign_door_or_a_troll_lets_no_light_through(cards: str) -> None:
    view = table(cards)
    assert "b4" in lit(view)
    assert "c4" not in lit(view)
    assert "d4" not in ends(view)


@pytest.mark.parametrize(
    ("cards", "opened"),
    [(GREEN_DOOR, "keys b4 E"), (TROLL, "bribed b4 @2"), (TROLL, "bribed b4 @1")],
)
def test_a_key_or_a_bribe_lets_the_light_through(cards: str, opened: str) -> None:
    view = table(cards, opened)
    assert "c4" in lit(view)
    assert "d4" in ends(view)


def test_a_door_is_no_obstacle_to_the_dwarf_of_its_colour() -> None:
    assert "c4" in lit(table("b4 DU-DOOR-B3, c4 DU-EW"))
    assert "c2" in lit(table("b2 DU-DOOR-G1, c2 DU-EW", seat=A))


def test_everybody_sees_his_own_light_and_who_looks_on_sees_both() -> None:
    cards = "b2 DU-EW, b4 DU-EW"
    assert lit(table(cards, seat=A)) == {"a2", "b2"}
    assert lit(table(cards, seat=B)) == {"a4", "b4"}
    assert lit(table(cards, seat=None)) == {"a2", "b2", "a4", "b4"}


def test_a_ladder_is_lit_from_afar_by_the_start_of_its_colour() -> None:
    assert "c8" in lit(table("c8 DU-LADDER-BLUE"))
    assert "c8" not in lit(table("c8 DU-LADDER-GREEN"))
    alone = table("c8 DU-LADDER-BLUE", seat=A, key="duel-solo")
    assert "c8" not in lit(alone)


def test_counters_keys_and_bribed_trolls_lie_where_they_were_put() -> None:
    view = table(
        f"{TROLL}, b9 DU-DOOR-G2, a5 DU-GOLD-1~", "bribed b4 @1", "marked a5 @2", "keys b9 N"
    )
    picture = drawing.maze_svg(view)
    for symbol in ("counter-green", "counter-blue", "troll-bribed", "key-token", "nuggets-1"):
        assert uses(picture, symbol) == 1, symbol
    assert uses(drawing.maze_svg(table(TROLL)), "troll-bribed") == 0


def test_all_that_lies_on_the_table_is_said_beside_the_maze_in_characters() -> None:
    view = table(
        f"{TROLL}, b9 DU-DOOR-G2, a5 DU-GOLD-1~, c8 DU-LADDER-GREEN",
        "bribed b4 @1",
        "marked a5 @2",
        "keys b9 N",
    )
    drawn = drawing.maze_text(view)
    assert {"S", "H", "$", "g", "t"} <= set(drawn)
    said = texts.BOOKS["duel"].legend(view, texts.reader_of("duel", ("alice", "bob"), B))
    for line in (
        "a2: green start card",
        "b4: green counter",
        "a5: 1 gold, blue counter",
        "b9: a key for the blue dwarf",
        "c8: green ladder",
    ):
        assert line in said


def test_a_goal_that_was_seen_shows_its_gold_to_who_saw_it_alone() -> None:
    goals = "goals f1 DU-GOAL-24, f3 DU-GOAL-10, f5 DU-GOAL-12, h2 DU-GOAL-13, h4 DU-GOAL-14, j3"
    seen = (f"{goals} DU-GOAL-15", "@2 seen f1")
    assert "▒ 3 ▒" in drawing.maze_text(table("b2 DU-EW", *seen))
    assert uses(drawing.maze_svg(table("b2 DU-EW", *seen)), "nuggets-3") == 1
    for other in (A, None):
        assert "▒ 3 ▒" not in drawing.maze_text(table("b2 DU-EW", *seen, seat=other))


def test_every_symbol_of_the_duel_is_shown_somewhere() -> None:
    sheet = Path(drawing.__file__).parent / "art" / "duel.svg"
    names = set(re.findall(r'^<g id="([\w-]+)"', sheet.read_text(), re.MULTILINE))
    box = BOXES["duel"]
    cards = [drawing.card_svg(code) for code in (*box.paths, *box.actions)]
    view = table(
        f"{TROLL}, b9 DU-DOOR-G2, a5 DU-GOLD-1~", "bribed b4 @1", "marked a5 @2", "keys b9 N"
    )
    shown = drawing.sprites(*cards, drawing.maze_svg(view))
    assert names <= set(re.findall(r' id="([\w-]+)"', shown))


def test_a_mended_goal_is_drawn_as_mended_and_a_retired_one_as_it_was() -> None:
    for code, door in (("17", "door-green"), ("18", "door-blue")):
        assert uses(drawing.card_svg(f"DU-GOAL-{code}"), door) == 1
        assert uses(drawing.card_svg(f"DU-GOAL-{code}-OLD"), door) == 2
    at_the_end, between = drawing.card_svg("DU-GOAL-16"), drawing.card_svg("DU-GOAL-16-OLD")
    assert uses(at_the_end, "nuggets-1") == uses(between, "nuggets-1") == 1
    assert at_the_end != between


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("code", "door"), [("17", "door-green"), ("18", "door-blue")])
def test_the_gold_in_a_bend_leaves_its_only_door_in_sight(
    code: str, door: str, *, turned: bool
) -> None:
    picture = drawing.card_svg(f"DU-GOAL-{code}", turned=turned)
    height = {
        name: int(y) for y, name in re.findall(r' (\d+)\)[^>]*><use href="#([\w-]+)"', picture)
    }
    assert abs(height[door] - height["nuggets-1"]) > 15


def test_a_retired_goal_that_was_seen_shows_its_gold() -> None:
    view = table("b2 DU-EW", "goals f1 DU-GOAL-16-OLD", "@2 seen f1")
    assert "▒ 1 ▒" in drawing.maze_text(view)


@each_row("code", BOXES["duel"].paths)
def test_nuggets_and_doors_of_a_turned_card_lie_on_the_other_side(code: str) -> None:
    upright, turned = BOXES["duel"].paths[code]
    differs = drawing.card_svg(code) != drawing.card_svg(code, turned=True)
    assert differs == (upright.ways != turned.ways or upright.gates != turned.gates)
