"""Cells, tiles and the maze by themselves, as every ruleset uses them."""

import re
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Seat
from engine.maze import grid
from engine.maze.ascii import picture
from engine.maze.cells import AROUND, cell_at, cell_name, cell_named, column, row
from engine.maze.sides import ALL, LETTERS, half_turn, letters_of, sides_of
from engine.maze.tiles import TileSet, tile
from engine.rulesets.saboteur.cards import TILES
from engine.rulesets.saboteur.setup import new_game
from engine.rulesets.saboteur.state import State
from engine.rulesets.saboteur.view import view
from engine.values import replace
from tests.engine.strategies import steady, wild_mazes

# Shapes that only later boxes hold: a bridge, a double curve, a way with two stubs, a ladder.
LATER = TileSet(
    [
        tile("S", "NESW", "start"),
        tile("E1", "NS EW"),
        tile("E2", "NW ES"),
        tile("X2", "NS E W"),
        tile("P1", "NESW"),
        tile("P4", "NS"),
    ]
)
START = cell_at(0, 2)


def laid(*cards: str, tiles: TileSet = LATER) -> grid.Maze:
    """A maze of cards written as in "b3 X2~"."""
    maze = grid.empty(tiles)
    for card in cards:
        name, code = card.split()
        placed = tiles.placed(code.removesuffix("~"), turned=code.endswith("~"))
        maze = grid.put(maze, cell_named(name), placed)
    return maze


def connected(maze: grid.Maze) -> dict[str, str]:
    return {cell_name(cell): letters_of(lit) for cell, lit in grid.trace(maze).lit.items()}


def leads_to(maze: grid.Maze) -> dict[str, str]:
    return {cell_name(cell): letters_of(side) for cell, side in grid.trace(maze).front.items()}


def test_every_cell_has_one_name_and_every_name_one_cell() -> None:
    cells = {cell_at(x, y): (x, y) for x, y in product(range(-50, 51), repeat=2)}
    names = {cell_name(cell): cell for cell in cells}
    assert len(names) == len(cells) == 101 * 101
    for name, cell in names.items():
        assert cell_named(name) == cell
        assert (column(cell), row(cell)) == cells[cell]


@pytest.mark.parametrize(
    ("name", "place"),
    [("a1", (0, 0)), ("i5", (8, 4)), ("zz3", (-1, 2)), ("b99", (1, -1)), ("ab97", (27, -3))],
)
def test_columns_count_from_the_start_and_rows_from_the_field(
    name: str, place: tuple[int, int]
) -> None:
    assert cell_named(name) == cell_at(*place)
    assert cell_name(cell_at(*place)) == name


@pytest.mark.parametrize(
    ("old", "name"), [("-a3", "zz3"), ("-b-1", "zy98"), ("a0", "a99"), ("b-38", "b61")]
)
def test_names_of_old_are_still_read(old: str, name: str) -> None:
    assert cell_name(cell_named(old)) == name


@pytest.mark.parametrize("name", ["", "a", "3", "a3b", "A3", "aaa3", "a100", "mm9", "--a3", "a 3"])
def test_what_names_no_cell_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(name)}$"):
        cell_named(name)


def test_neighbours_face_each_other() -> None:
    for side, near, back in AROUND[START]:
        assert half_turn(side) == back
        assert (back, START, side) in AROUND[near]


def test_a_half_turn_twice_changes_nothing() -> None:
    for sides in range(ALL + 1):
        assert half_turn(half_turn(sides)) == sides
        assert sides_of(letters_of(sides)) == sides
        assert {LETTERS.index(a) for a in letters_of(half_turn(sides))} == {
            (LETTERS.index(a) + 2) % 4 for a in letters_of(sides)
        }


@pytest.mark.parametrize("tiles", [TILES, LATER])
def test_the_table_of_fitting_tiles_is_that_of_looking_at_every_edge(tiles: TileSet) -> None:
    for known, need in product(range(16), repeat=2):
        if need & ~known:
            continue
        expected = {
            placed
            for placed, ways in enumerate(tiles.ways)
            if all(
                bool(sum(ways) & side) == bool(need & side) for side in (1, 2, 4, 8) if known & side
            )
            and (placed % 2 == 0 or sorted(ways) != sorted(tiles.ways[placed - 1]))
        }
        listed = tiles.fit[known << 4 | need]
        assert {at for at in range(len(tiles.ways)) if listed >> at & 1} == expected


def test_a_bridge_keeps_its_two_ways_apart() -> None:
    maze = laid("a3 S", "b3 E1", "b2 P4", "c3 P1")
    assert connected(maze)["b3"] == "EW"
    assert "b2" not in connected(maze)
    assert connected(maze)["c3"] == "NESW"


def test_both_ways_of_a_bridge_can_be_reached_one_after_the_other() -> None:
    maze = laid("a3 S", "b3 E1", "b4 P1", "a4 P1")
    assert connected(maze)["b3"] == "NESW"


def test_a_double_curve_joins_neighbouring_edges() -> None:
    assert connected(laid("a3 S", "b3 E2"))["b3"] == "NW"
    assert connected(laid("a3 S", "b3 E2~"))["b3"] == "NW", "its other half now lies there"
    assert leads_to(laid("a3 S", "b3 E2"))["b2"] == "S"
    assert "c3" not in leads_to(laid("a3 S", "b3 E2"))


def test_a_stub_is_reached_and_leads_nowhere() -> None:
    assert connected(laid("a3 S", "b3 X2"))["b3"] == "W"
    assert set(leads_to(laid("a3 S", "b3 X2"))) == {"a2", "a4", "zz3"}


@given(wild_mazes(), st.randoms(use_true_random=False))
@steady(60)
def test_a_network_grown_card_by_card_is_the_one_found_at_once(
    state: State, chance: Random
) -> None:
    cards = list(state.maze.cards.items())
    chance.shuffle(cards)
    maze = grid.put(grid.empty(TILES, state.maze.covered), START, state.maze.cards[START])
    network = grid.trace(maze)
    for cell, placed in cards:
        if cell != START:
            put = grid.put(maze, cell, placed)
            maze, network = grid.lay(maze, network, cell, placed)
            assert (maze, network) == (put, grid.trace(put))


@given(wild_mazes())
@steady(60)
def test_a_network_dug_card_by_card_is_the_one_found_at_once(state: State) -> None:
    for cell in state.maze.cards.keys() - {START}:
        lifted = grid.lift(state.maze, cell)
        assert grid.dig(state.maze, state.network, cell) == (lifted, grid.trace(lifted))


@given(wild_mazes())
@steady(60)
def test_taking_a_card_out_leaves_what_the_others_give(state: State) -> None:
    for cell in state.maze.cards:
        lifted = grid.lift(state.maze, cell)
        fresh = grid.empty(lifted.tiles, lifted.covered)
        for other, placed in lifted.cards.items():
            fresh = grid.put(fresh, other, placed)
        assert lifted == fresh
        assert lifted.covered == state.maze.covered


def test_putting_and_lifting_leave_the_old_maze_alone() -> None:
    before = laid("a3 S", "b3 P1")
    kept = repr(before)
    grid.lift(grid.put(before, cell_named("c3"), LATER.placed("E1")), cell_named("b3"))
    assert repr(before) == kept


def test_the_picture_shows_ways_dead_ends_and_goals() -> None:
    state = new_game(bytes(16), 3, {}).state
    maze = laid("a3 S", "b3 P3", "b4 D4", "a2 P6~", tiles=TILES)
    maze = maze._replace(covered=state.maze.covered)
    shown = view(replace(state, maze=maze, seen=(1, 0, 0)), Seat(0))
    seen = next(code for goal in shown.goals if (code := goal.code))
    lines = picture(shown.cards, shown.goals, {seen: "*"}).splitlines()
    assert [line[:15].rstrip() for line in lines[4:13]] == [
        "    ░░│░░",
        "  2 ░░└──  ·",
        "    ░░░░░",
        "    ░░│░░░░░░░",
        "  3 ──S────┬──",
        "    ░░│░░░░│░░",
        "         ░░╵░░",
        "  4   ·  ░░×░░",
        "         ░░╷░░",
    ]
    assert [line[-5:] for line in lines if line.endswith("▒") and "▒ " in line] == [
        "▒ * ▒",
        "▒ ? ▒",
        "▒ ? ▒",
    ]
