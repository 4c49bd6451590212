"""The maze as a picture: what it shows, what it marks, what it must not betray."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from xml.etree import ElementTree as ET

import pytest

from engine.decks.saboteur import GOALS, PATHS, START
from engine.maze.cells import cell_named
from engine.maze.grid import CardSight, GoalSight, cards_in_sight, empty, put
from engine.maze.tiles import TileSet, tile
from games import drawing
from games.drawing.frame import GUTTER
from games.drawing.ways import HEIGHT, WIDTH

TILES = TileSet(tile(row.code, row.ways, row.mark) for row in (START, *GOALS, *PATHS))
GOAL_CELLS = tuple(cell_named(name) for name in ("i1", "i3", "i5"))


@dataclass(frozen=True)
class Table:
    cards: tuple[CardSight, ...]
    goals: tuple[GoalSight, ...]
    ruleset: str = "saboteur"
    outcome: object | None = None


def table(*laid: str, known: Iterable[tuple[int, str]] = ()) -> Table:
    maze = put(empty(TILES, GOAL_CELLS), cell_named("a3"), TILES.placed("S"))
    for text in laid:
        code, name = text.split()
        maze = put(maze, cell_named(name), TILES.placed(code.strip("~"), turned=code[-1] == "~"))
    codes = dict(known)
    goals = tuple(
        GoalSight(cell, cell in maze.cards, codes.get(at)) for at, cell in enumerate(GOAL_CELLS)
    )
    return Table(cards_in_sight(maze), goals)


def uses(picture: str, symbol: str) -> int:
    return picture.count(f'"#{symbol}"')


def test_the_picture_is_well_formed_and_free_of_style() -> None:
    picture = drawing.maze_svg(
        table("P5 b3", "D3 c3"), lit={"a2": "?pick=cell:a2"}, fresh={cell_named("b3")}
    )
    assert "style" not in picture
    ET.fromstring(picture)


def test_forty_cards_weigh_less_than_a_page_may() -> None:
    codes = [row.code for row in PATHS for _ in range(row.copies)]
    cells = [f"{letter}{row}" for letter in "bcdefghi" for row in range(6, 11)]
    picture = drawing.maze_svg(
        table(*(f"{code} {cell}" for code, cell in zip(codes, cells, strict=True)))
    )
    assert uses(picture, "rock0") + uses(picture, "rock1") + uses(picture, "rock2") == 41
    assert len(picture) + len(drawing.sprites(picture)) < 30_000


@pytest.mark.parametrize(
    ("laid", "tight", "box"),
    [
        ((), False, (10, 5)),
        ((), True, (9, 5)),
        (("P4 a2", "P4 a1"), False, (10, 6)),
        (("P4 a2", "P4 a1"), True, (9, 5)),
        (("P4 a2", "P4 a1", "P4 a0"), True, (9, 6)),
    ],
)
def test_the_picture_keeps_the_field_of_the_box_and_room_where_the_maze_can_go_on(
    laid: tuple[str, ...], tight: bool, box: tuple[int, int]
) -> None:
    picture = ET.fromstring(drawing.maze_svg(table(*laid), tight=tight))
    width, height = (int(number) for number in picture.attrib["viewBox"].split()[2:])
    assert (round((width - GUTTER) / WIDTH), round((height - GUTTER) / HEIGHT)) == box


def test_lantern_light_ends_where_the_way_from_the_start_is_cut() -> None:
    joined = drawing.maze_svg(table("P5 b3", "P5 c3"))
    cut = drawing.maze_svg(table("P5 c3"))
    assert joined.index('"#wEW"') > joined.index("#lamp")
    assert cut.index("#dusk") < cut.index('"#wEW"') < cut.index("#lamp")


def test_a_dead_end_lets_no_light_through_and_is_blocked_by_rubble() -> None:
    picture = drawing.maze_svg(table("D5 b3", "P5 c3"))
    assert picture.index('"#wEW"') < picture.index("#lamp")
    assert '"#rubble"' in drawing.sprites(picture)


def test_a_lit_cell_is_a_link_with_a_name_a_dashed_line_and_a_lantern() -> None:
    picture = drawing.maze_svg(table(), lit={"b3": "?a=1&b=<2>"})
    assert 'href="?a=1&amp;b=&lt;2&gt;" aria-label="b3"' in picture
    assert "stroke-dasharray" in picture
    assert uses(picture, "torch") == 1
    assert 'role="group"' in picture
    assert 'role="img"' in drawing.maze_svg(table())


def test_a_lit_card_or_goal_keeps_its_face_and_gets_a_small_lantern() -> None:
    picture = drawing.maze_svg(table("P5 b3"), lit={"b3": "?", "i3": "?"})
    assert (uses(picture, "spot"), uses(picture, "torch")) == (2, 0)


def test_a_card_just_laid_has_an_outline_and_a_flag_and_a_hole_has_fallen_rocks() -> None:
    picture = drawing.maze_svg(table("P5 b3"), fresh={cell_named("b3"), cell_named("c3")})
    assert (uses(picture, "flag"), uses(picture, "fallen")) == (1, 1)


def test_a_goal_shows_its_back_or_what_the_viewer_saw_or_its_face() -> None:
    assert uses(drawing.maze_svg(table()), "secret") == 3
    seen = drawing.maze_svg(table(known=[(1, "Z1")]))
    assert (uses(seen, "secret"), uses(seen, "eye"), uses(seen, "gold")) == (2, 1, 1)
    up = drawing.maze_svg(table("Z2 i1", known=[(0, "Z2")]))
    assert (uses(up, "secret"), uses(up, "eye"), uses(up, "stone")) == (2, 0, 1)


def test_a_stone_that_waits_to_be_oriented_shows_its_face() -> None:
    at_rest = table()
    waiting = replace(at_rest.goals[0], up=True, code="Z2")
    picture = drawing.maze_svg(replace(at_rest, goals=(waiting, *at_rest.goals[1:])))
    assert (uses(picture, "secret"), uses(picture, "eye"), uses(picture, "stone")) == (2, 0, 1)


def test_a_ghost_is_drawn_on_top_of_the_maze() -> None:
    ghost = CardSight(cell_named("b3"), "P5", False, ("EW",), "")
    assert 'class="ghost"' in drawing.maze_svg(table(), ghost=ghost)


def test_a_chosen_cell_is_marked_even_without_a_card_to_lay() -> None:
    picture = drawing.maze_svg(table("P5 b3"), chosen="b3")
    assert uses(picture, "spot") == 1
    assert "<a " not in picture


def test_the_picture_hangs_on_nothing_but_cards_and_goals() -> None:
    one, other = table("P5 b3", "P1 c3"), table("P5 b3", "P1 c3")
    assert drawing.maze_svg(one) == drawing.maze_svg(other)
    shuffled = replace(other, cards=other.cards[::-1])
    assert len(drawing.maze_svg(shuffled)) == len(drawing.maze_svg(one))


def test_the_text_maze_tells_what_the_viewer_saw() -> None:
    assert "▒ $ ▒" in drawing.maze_text(table(known=[(0, "Z1")]))
    assert "$" not in drawing.maze_text(table())


def test_goals_that_were_never_reached_are_turned_up_once_the_game_is_over():
    known = [(0, "Z1"), (1, "Z2"), (2, "Z3")]
    running = table("P5 b3", known=known)
    over = replace(running, outcome="over")
    assert uses(drawing.maze_svg(running), "eye") == 3
    picture = drawing.maze_svg(over)
    assert (uses(picture, "eye"), uses(picture, "back")) == (0, 0)
    assert "Turned up after the end: i1, i3, i5." in drawing.maze_words(over)
    assert "Turned up" not in drawing.maze_words(running)


def test_the_maze_in_words_counts_cards_and_says_where_it_leads_on_while_it_does() -> None:
    assert drawing.maze_words(table()).startswith("The maze: no path card is laid. The way")
    running = table("P5 b3")
    assert drawing.maze_words(running).startswith("The maze: 1 path card is laid. The way")
    assert "The way" not in drawing.maze_words(replace(running, outcome="over"))


@pytest.mark.parametrize(("spots", "units", "least"), [(False, WIDTH - 4, 44), (True, 20, 24)])
def test_the_picture_says_how_wide_it_must_be_for_fingers(
    spots: bool, units: int, least: int
) -> None:
    touch = drawing.Touch(drawing.Spot(cell_named("a3"), (30, 42)), "?", "c")
    art = ET.fromstring(drawing.maze_svg(table(), spots=[touch] if spots else [])).attrib
    scale = int(art["width"]) / int(art["viewBox"].split()[2])
    assert least <= units * scale < least + 0.2


def test_a_picture_has_places_that_links_lead_to() -> None:
    marks = {cell_named("i1"): False, cell_named("a3"): True}
    picture = drawing.maze_svg(table(), marks=marks)
    assert 'id="at-i1" class="mark-at"' in picture
    assert 'id="at-a3" class="mark-at mine"' in picture
