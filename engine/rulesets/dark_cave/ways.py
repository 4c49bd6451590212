"""The steps between the fields on the table: what dwarves and creatures walk on.

Nothing here knows hands, turns or roles.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from engine.maze.cells import AROUND, Cell
from engine.maze.grid import Maze
from engine.maze.tiles import Placed
from engine.rulesets.dark_cave.cards import TILES
from engine.rulesets.dark_cave.places import (
    BESIDE,
    FACES,
    Border,
    Face,
    Place,
    cell_of,
    fields_beside,
    place_on,
)
from engine.values import Made, replace

Shut = frozenset[tuple[Place, Place]]
"""Steps that webs forbid, in both directions."""
_CROSSED = "card if crossed"


@dataclass(frozen=True)
class Ways:
    """All steps that the cards on the table allow. Nobody changes its tables."""

    links: Mapping[Place, tuple[Place, ...]]
    """For each field its neighbours: inside the card, across a border, from ladder to ladder."""
    doors: Mapping[Place, tuple[Place, ...]]
    """Fields at a face-down goal, and the goals they lead to."""
    ladders: tuple[Place, ...]
    holes: tuple[Place, ...]
    tolls: Mapping[Place, str]
    """What it costs to enter a field: gold, a card, or a card only from its own card."""
    exit: Place | None
    shut: dict[Hashable, Shut] = field(default_factory=dict, compare=False, repr=False)
    """Remembered: by the webs on the table, which steps they forbid."""
    walks: dict[Hashable, dict[Place, Place]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """Remembered: by all that it depends on, where a walk can go to (see `reach`)."""

    def steps(self, place: Place) -> tuple[Place, ...]:
        """List all places one step away; webs are not counted in."""
        doors = self.doors.get(place)
        return (*self.links[place], *doors) if doors else self.links[place]


def _inside(key: tuple[Cell, Placed]) -> dict[Place, tuple[Place, ...]]:
    cell, placed = key
    steps = FACES[placed].inner.items()
    return {
        place_on(cell, field): tuple([place_on(cell, other) for other in inner])
        for field, inner in steps
    }


_INSIDE = Made(_inside)
"""By a cell and how its card lies: the card's fields and the steps between them."""


_NOWHERE = Ways({}, {}, (), (), {}, None)


def trace(maze: Maze) -> Ways:
    """Find all fields and steps, from nothing."""
    return _joined(maze, _NOWHERE, maze.cards)


def grow(maze: Maze, ways: Ways, cell: Cell) -> Ways:
    """Add the fields of a card that was put on the table, joined with those around it."""
    return _joined(maze, ways, (cell,))


def shrink(maze: Maze, ways: Ways, cell: Cell) -> Ways:
    """Take out the fields of a card that is about to be taken off the table, no goal."""
    links, doors, placed = dict(ways.links), dict(ways.doors), maze.cards[cell]
    gone = _INSIDE[cell, placed].keys()
    for place in gone:
        doors.pop(place, None)
        for near in links.pop(place):
            if near not in gone:
                links[near] = tuple([other for other in links[near] if other != place])
    return replace(
        ways,
        links=links,
        doors=doors,
        ladders=tuple([place for place in ways.ladders if place not in gone]),
        holes=tuple([place for place in ways.holes if place not in gone]),
        tolls={place: due for place, due in ways.tolls.items() if place not in gone},
        shut={},
        walks={},
    )


def _joined(maze: Maze, ways: Ways, cells: Iterable[Cell]) -> Ways:
    links, doors, cards, is_open = dict(ways.links), dict(ways.doors), maze.cards, TILES.open
    for cell in cells:
        placed = cards[cell]
        links.update(_INSIDE[cell, placed])
        sides, face = is_open[placed], FACES[placed]
        for side, near, back in AROUND[cell]:
            if sides & side:
                here, other = Place((cell << 4) + face.edge[side]), cards.get(near)
                if other is not None:
                    if is_open[other] & back:
                        there = Place((near << 4) + FACES[other].edge[back])
                        if there in links:
                            _join(links, here, there)
                elif near in maze.covered:
                    doors[here] = tuple(sorted((*doors.get(here, ()), place_on(near, 0))))
        if face.mark:
            ways = _marked(ways, links, face, cell)
    return replace(ways, links=links, doors=doors, shut={}, walks={})


def _join(links: dict[Place, tuple[Place, ...]], one: Place, other: Place) -> None:
    if other not in links[one]:
        links[one] = tuple(sorted((*links[one], other)))
        links[other] = tuple(sorted((*links[other], one)))


def _marked(ways: Ways, links: dict[Place, tuple[Place, ...]], face: Face, cell: Cell) -> Ways:
    places = [place_on(cell, field) for field in face.marked]
    match face.mark:
        case "ladder":
            for ladder in ways.ladders:
                _join(links, places[0], ladder)
            return replace(ways, ladders=tuple(sorted((*ways.ladders, *places))))
        case "hole":
            return replace(ways, holes=tuple(sorted((*ways.holes, *places))))
        case "tunnel":
            return replace(ways, tolls={**ways.tolls, places[0]: "gold"})
        case "bridge":
            # One field is the bridge itself; two are joined by it.
            due = "card" if len(places) == 1 else _CROSSED
            return replace(ways, tolls={**ways.tolls, **dict.fromkeys(places, due)})
        case "exit":
            return replace(ways, exit=places[0])
    return ways


def shut_by(maze: Maze, ways: Ways, borders: Iterable[Border]) -> Shut:
    """List the steps that webs on these borders forbid; ladders lead past a web (ruling 8)."""
    steps: set[tuple[Place, Place]] = set()
    for border in borders:
        ends = fields_beside(maze, border)
        ends += tuple(place_on(cell, 0) for cell, _ in BESIDE[border] if cell in maze.covered)
        if len(ends) == 2 and not {*ends} <= {*ways.ladders}:
            steps |= {(ends[0], ends[1]), (ends[1], ends[0])}
    return frozenset(steps)


def toll(ways: Ways, here: Place, there: Place) -> str:
    """Name what a dwarf pays for a step: gold in a tunnel, a card on a bridge, else nothing."""
    due = ways.tolls.get(there, "")
    if due == _CROSSED:
        return "card" if cell_of(here) == cell_of(there) else ""
    return due
