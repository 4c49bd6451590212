"""Where dwarves, creatures and webs are: fields of cards, and borders between two cells.

A card is divided into fields by its group. A place is one field of a card on the table; a face-down
goal is a place too, that of its middle, until it is turned.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, NewType

from engine.decks.dark_cave import PathRow
from engine.maze.cells import AROUND, EXITS, Cell, cell_name, cell_named
from engine.maze.grid import Maze
from engine.maze.sides import E, N, S, W, half_turn, sides_of
from engine.rulesets.dark_cave.cards import ROWS, TILES
from engine.values import Made

Place = NewType("Place", int)
"""A field on the table: cell * 16 + number of the field's name."""
Border = NewType("Border", int)
"""An edge between two cells: the north or west cell * 2, plus 1 if it is that cell's south edge."""

NAMES = ("c", "n", "e", "s", "w", "ns", "ew", "nw", "es", "ne", "sw", "t", "d", "dd")
_NUMBER = {name: number for number, name in enumerate(NAMES)}
_TURNED = {"n": "s", "s": "n", "e": "w", "w": "e", "nw": "es", "es": "nw", "ne": "sw", "sw": "ne"}
TUNNEL = _NUMBER["t"]


class Face(NamedTuple):
    """The fields of a card as it lies."""

    inner: Mapping[int, tuple[int, ...]]
    """For each field, its neighbours inside the card."""
    edge: Mapping[int, int]
    """For each open side, the field that touches it."""
    mark: str
    marked: tuple[int, ...]
    """The fields with the mark; both ends of a bridge that is crossed by a step."""


def _face(row: PathRow, *, turned: bool) -> Face:
    def number(name: str) -> int:
        return _NUMBER[_TURNED.get(name, name) if turned else name]

    fields = [field.partition(":")[::2] for field in row.fields.split()]
    inner: dict[int, list[int]] = {number(name): [] for name, _ in fields}
    for step in row.steps.split():
        one, other = map(number, step.split("-"))
        inner[one].append(other)
        inner[other].append(one)
    edge: dict[int, int] = {}
    for name, letters in fields:
        sides = half_turn(sides_of(letters)) if turned else sides_of(letters)
        edge |= {side: number(name) for side in (N, E, S, W) if sides & side}
    marked = tuple(sorted(map(number, row.at.split("-")))) if row.at else ()
    return Face({at: tuple(sorted(to)) for at, to in inner.items()}, edge, row.mark, marked)


FACES = tuple(_face(row, turned=turned) for row in ROWS for turned in (False, True))
"""By how a card lies."""


def place_on(cell: Cell, field: int) -> Place:
    """Name a field of the card on a cell."""
    return Place((cell << 4) + field)


def cell_of(place: Place) -> Cell:
    """Name the cell that a place is on."""
    return Cell(place >> 4)


def _place_name(place: Place) -> str:
    field = NAMES[place & 15]
    return cell_name(cell_of(place)) + ("" if field == "c" else f".{field}")


PLACE_NAMES: Made[Place, str] = Made(_place_name)
"""Cell and field, as "e4.n"; the middle field needs no name."""


@lru_cache(maxsize=20_000)
def place_named(name: str) -> Place:
    """Read a place's name; raises ValueError or KeyError if it is none."""
    cell, _, field = name.partition(".")
    return place_on(cell_named(cell), _NUMBER[field or "c"])


BORDERS: Made[Cell, dict[int, Border]] = Made(
    lambda cell: {
        side: Border(2 * (near if side in (N, W) else cell) + (side in (N, S)))
        for side, near, _ in AROUND[cell]
    }
)
"""For each cell, its edges by their sides."""


def _beside(border: Border) -> tuple[tuple[Cell, int], tuple[Cell, int]]:
    cell, side = Cell(border >> 1), S if border & 1 else E
    near, back = next((near, back) for other, near, back in AROUND[cell] if other == side)
    return (cell, side), (near, back)


BESIDE: Made[Border, tuple[tuple[Cell, int], tuple[Cell, int]]] = Made(_beside)
"""The two cells of a border, north or west first, each with its side there."""
_EDGES: Made[Cell, tuple[tuple[tuple[Cell, int, Border], ...], ...]] = Made(
    lambda cell: tuple(
        tuple((near, back, BORDERS[near][back]) for near, back in exits) for exits in EXITS[cell]
    ),
    2_000,
)
"""As `EXITS`, each with the border there."""
BORDER_NAMES: Made[Border, str] = Made(
    lambda border: "/".join(cell_name(cell) for cell, _ in BESIDE[border])
)


@lru_cache(maxsize=20_000)
def border_named(name: str) -> Border:
    """Read a border written as two neighbour cells in any order; raises ValueError."""
    one, _, other = name.partition("/")
    cell, near = cell_named(one), cell_named(other)
    for side, around, _ in AROUND[cell]:
        if around == near:
            return BORDERS[cell][side]
    raise ValueError(name)


def field_at(maze: Maze, cell: Cell, side: int) -> Place | None:
    """Find the field of an open card that touches this edge."""
    placed = maze.cards.get(cell)
    if placed is None or not TILES.open[placed] & side:
        return None
    return place_on(cell, FACES[placed].edge[side])


def fields_beside(maze: Maze, border: Border) -> tuple[Place, ...]:
    """List the fields that touch a border: two, one at an open end, or none."""
    found = (field_at(maze, cell, side) for cell, side in BESIDE[border])
    return tuple(place for place in found if place is not None)


def open_borders(maze: Maze) -> tuple[Border, ...]:
    """List where a web can lie: on a way between two cards, or at an open end (ruling 22)."""
    cards, is_open = maze.cards, TILES.open
    found = set()
    for cell, placed in cards.items():
        for near, back, border in _EDGES[cell][is_open[placed]]:
            other = cards.get(near)
            if other is None or is_open[other] & back:
                found.add(border)
    return tuple(sorted(found))
