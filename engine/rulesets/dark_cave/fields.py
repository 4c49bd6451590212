"""Fields and the steps between them: what dwarves and creatures walk on.

A card is divided into fields by its group. A place is one field of a card on the table; a face-down
goal is a place too, that of its middle, until it is turned. Borders are the edges between two
cells, where webs lie. Nothing here knows hands, turns or roles.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, NewType

from engine.decks.dark_cave import GOALS, PATHS, START, PathRow
from engine.maze.cells import AROUND, Cell, cell_name, cell_named
from engine.maze.grid import Maze
from engine.maze.sides import E, N, S, W, half_turn, sides_of
from engine.maze.tiles import Placed, TileSet, tile
from engine.values import Made

Place = NewType("Place", int)
"""A field on the table: cell * 16 + number of the field's name."""
Border = NewType("Border", int)
"""An edge between two cells: the north or west cell * 2, plus 1 if it is that cell's south edge."""
Shut = frozenset[tuple[Place, Place]]
"""Steps that webs forbid, in both directions."""

NAMES = ("c", "n", "e", "s", "w", "ns", "ew", "nw", "es", "ne", "sw", "t", "d", "dd")
_NUMBER = {name: number for number, name in enumerate(NAMES)}
_TURNED = {"n": "s", "s": "n", "e": "w", "w": "e", "nw": "es", "es": "nw", "ne": "sw", "sw": "ne"}
TUNNEL = _NUMBER["t"]

ROWS = (*PATHS, START, *GOALS)
TILES = TileSet(tile(row.code, row.ways, row.mark) for row in ROWS)
PATH_KINDS = len(PATHS)
START_KIND = PATH_KINDS
GOAL_KINDS = tuple(range(PATH_KINDS + 1, len(ROWS)))


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
TURNS = tuple(FACES[2 * kind] != FACES[2 * kind + 1] for kind in range(len(ROWS)))
"""For each kind, whether a half turn makes a difference."""


class Ways(NamedTuple):
    """All steps that the cards on the table allow."""

    links: Mapping[Place, tuple[Place, ...]]
    """For each field its neighbours: inside the card, across a border, from ladder to ladder."""
    doors: Mapping[Place, tuple[Place, ...]]
    """Fields at a face-down goal, and the goals they lead to."""
    ladders: tuple[Place, ...]
    holes: tuple[Place, ...]
    bridges: Mapping[Place, bool]
    """Fields that cost a card on every entry, or (False) only when entered from their own card."""
    exit: Place | None


def trace(maze: Maze) -> Ways:
    """Find all fields and steps, from nothing."""
    ways = Ways({}, {}, (), (), {}, None)
    for cell in maze.cards:
        ways = grow(maze, ways, cell)
    return ways


def grow(maze: Maze, ways: Ways, cell: Cell) -> Ways:
    """Add the fields of a card that was put on the table, joined with those around it."""
    placed = maze.cards[cell]
    face = FACES[placed]
    links = dict(ways.links)
    base = cell << 4
    for field, inner in face.inner.items():
        links[Place(base + field)] = tuple([Place(base + other) for other in inner])
    sides, around, doors = TILES.open[placed], maze.cards, ways.doors
    for side, near, back in AROUND[cell]:
        if sides & side:
            here, other = Place(base + face.edge[side]), around.get(near)
            if other is not None:
                if TILES.open[other] & back:
                    there = Place((near << 4) + FACES[other].edge[back])
                    if there in links:
                        _join(links, here, there)
            elif near in maze.covered:
                to = tuple(sorted((*doors.get(here, ()), Place(near << 4))))
                doors = {**doors, here: to}
    ways = ways._replace(links=links, doors=doors)
    return _marked(ways, links, face, cell) if face.mark else ways


def _join(links: dict[Place, tuple[Place, ...]], one: Place, other: Place) -> None:
    if other not in links[one]:
        links[one] = tuple(sorted((*links[one], other)))
        links[other] = tuple(sorted((*links[other], one)))


def _marked(ways: Ways, links: dict[Place, tuple[Place, ...]], face: Face, cell: Cell) -> Ways:
    places = [Place((cell << 4) + field) for field in face.marked]
    match face.mark:
        case "ladder":
            for ladder in ways.ladders:
                _join(links, places[0], ladder)
            return ways._replace(ladders=tuple(sorted((*ways.ladders, *places))))
        case "hole":
            return ways._replace(holes=tuple(sorted((*ways.holes, *places))))
        case "bridge":
            every = len(places) == 1
            return ways._replace(bridges={**ways.bridges, **dict.fromkeys(places, every)})
        case "exit":
            return ways._replace(exit=places[0])
    return ways


def place_name(place: Place) -> str:
    """Write a place as cell and field, as "e4.n"; the middle field needs no name."""
    return PLACE_NAMES[place]


def _place_name(place: Place) -> str:
    field = NAMES[place & 15]
    return cell_name(Cell(place >> 4)) + ("" if field == "c" else f".{field}")


PLACE_NAMES: Made[Place, str] = Made(_place_name)


def place_named(name: str) -> Place:
    """Read a place's name; raises ValueError or KeyError if it is none."""
    cell, _, field = name.partition(".")
    return Place(cell_named(cell) * 16 + _NUMBER[field or "c"])


_BORDERS: Made[Cell, dict[int, Border]] = Made(
    lambda cell: {
        side: Border(2 * (near if side in (N, W) else cell) + (side in (N, S)))
        for side, near, _ in AROUND[cell]
    }
)


def border_at(cell: Cell, side: int) -> Border:
    """Name the edge of a cell on this side."""
    return _BORDERS[cell][side]


def _beside(border: Border) -> tuple[tuple[Cell, int], tuple[Cell, int]]:
    cell, side = Cell(border >> 1), S if border & 1 else E
    near, back = next((near, back) for other, near, back in AROUND[cell] if other == side)
    return (cell, side), (near, back)


BESIDE: Made[Border, tuple[tuple[Cell, int], tuple[Cell, int]]] = Made(_beside)
"""The two cells of a border, north or west first, each with its side there."""


def _border_name(border: Border) -> str:
    (one, _), (other, _) = BESIDE[border]
    return f"{cell_name(one)}/{cell_name(other)}"


BORDER_NAMES: Made[Border, str] = Made(_border_name)


def border_named(name: str) -> Border:
    """Read a border written as two neighbour cells in any order; raises ValueError."""
    one, _, other = name.partition("/")
    cell, near = cell_named(one), cell_named(other)
    for side, around, _ in AROUND[cell]:
        if around == near:
            return border_at(cell, side)
    raise ValueError(name)


def field_at(maze: Maze, cell: Cell, side: int) -> Place | None:
    """Find the field of an open card that touches this edge."""
    placed = maze.cards.get(cell)
    if placed is None or not TILES.open[placed] & side:
        return None
    return Place((cell << 4) + FACES[placed].edge[side])


def fields_beside(maze: Maze, border: Border) -> tuple[Place, ...]:
    """List the fields that touch a border: two, one at an open end, or none."""
    found = (field_at(maze, cell, side) for cell, side in BESIDE[border])
    return tuple(place for place in found if place is not None)


def open_borders(maze: Maze) -> tuple[Border, ...]:
    """List where a web can lie: on a way between two cards, or at an open end (ruling 22)."""
    cards, is_open = maze.cards, TILES.open
    found = set()
    for cell, placed in cards.items():
        sides = is_open[placed]
        for side, near, back in AROUND[cell]:
            if sides & side:
                other: Placed | None = cards.get(near)
                if other is None or is_open[other] & back:
                    found.add(border_at(cell, side))
    return tuple(sorted(found))


def shut_by(maze: Maze, ways: Ways, borders: Iterable[Border]) -> Shut:
    """List the steps that webs on these borders forbid; ladders lead past a web (ruling 8)."""
    steps: set[tuple[Place, Place]] = set()
    for border in borders:
        ends = fields_beside(maze, border)
        for cell, _ in BESIDE[border]:
            if cell in maze.covered:
                ends = (*ends, Place(cell << 4))
        if len(ends) == 2 and not {*ends} <= {*ways.ladders}:
            steps |= {(ends[0], ends[1]), (ends[1], ends[0])}
    return frozenset(steps)


def toll(ways: Ways, here: Place, there: Place) -> str:
    """Name what a dwarf pays for a step: gold in a tunnel, a card on a bridge, else nothing."""
    if there & 15 == TUNNEL:
        return "gold"
    bridge = ways.bridges.get(there)
    if bridge is None or not (bridge or here >> 4 == there >> 4):
        return ""
    return "card"
