"""Where on a card of The Dark Cave its fields and borders are."""

from collections.abc import Mapping

from engine.maze.cells import Cell, cell_named
from engine.maze.grid import CardSight
from engine.maze.sides import N, S, W, letters_of
from engine.rulesets.dark_cave.cards import TILES
from engine.rulesets.dark_cave.places import FACES, NAMES, Face
from games.drawing.pointers import Place
from games.drawing.ways import HEIGHT, WIDTH

_MIDDLE = {
    "NE": (38, 31), "ES": (38, 53), "SW": (22, 53), "NW": (22, 31),
}  # fmt: skip
"""Where the middle of a bend is, off the middle of the card."""
_AT = {
    "c": (30, 42), "n": (30, 11), "e": (50, 42), "s": (30, 73), "w": (10, 42),
    "ns": (30, 25), "ew": (17, 42), "t": (30, 42),
    "ne": _MIDDLE["NE"], "es": _MIDDLE["ES"], "sw": _MIDDLE["SW"], "nw": _MIDDLE["NW"],
}  # fmt: skip
_DEEP = {
    "N": ((30, 42), (30, 56)), "E": ((34, 42), (19, 42)),
    "S": ((30, 42), (30, 28)), "W": ((26, 42), (41, 42)),
}  # fmt: skip
"""The inner fields of a dead end that is open on that side."""

Spots = Mapping[str, Place]


def _spots(face: Face) -> Spots:
    """Say where on its card each field is."""
    names = [NAMES[number] for number in face.inner]
    sides = "".join(letters_of(side) for side in sorted(face.edge))
    found = {name: _AT[name] for name in names if name in _AT}
    if "c" in found and len(sides) == 2:
        bend = next((bend for bend in _MIDDLE if set(bend) == set(sides)), None)
        found["c"] = _MIDDLE.get(bend or "", found["c"])
    if "d" in names:
        inner = _DEEP[sides]
        found |= {name: inner[name == "dd"] for name in names if name in ("d", "dd")}
    return found


SPOTS = tuple(map(_spots, FACES))


def spots_of(card: CardSight) -> Spots:
    """Say where on a card that lies there each of its fields is."""
    return SPOTS[TILES.placed(card.code, turned=card.turned)]


def place(name: str) -> tuple[Cell, str]:
    """Read a place of a view: its cell and the name of its field."""
    cell, _dot, field = name.partition(".")
    return cell_named(cell), field or "c"


def edge(side: int) -> Place:
    """Find the middle of a card's edge."""
    if side in (N, S):
        return WIDTH // 2, HEIGHT if side == S else 0
    return 0 if side == W else WIDTH, HEIGHT // 2
