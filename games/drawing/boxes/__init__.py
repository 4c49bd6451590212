"""The only list of boxes: a ruleset's key, or a card's code, leads to its pictures."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.maze.cells import Cell
from engine.maze.grid import CardSight
from games.drawing.boxes.box import Box, Head, Piece, Spot
from games.drawing.boxes.dark_cave import DARK_CAVE
from games.drawing.boxes.duel import DUEL, SOLO
from games.drawing.boxes.saboteur import SABOTEUR
from games.drawing.boxes.saboteur2 import SABOTEUR2
from games.drawing.light import Tunnel

BOXES: Mapping[str, Box[Any]] = {
    "saboteur": SABOTEUR,
    "saboteur2": SABOTEUR2,
    "duel": DUEL,
    "duel-solo": SOLO,
    "dark-cave": DARK_CAVE,
}

# A code means the same card in every box that has it.
BOX_OF: Mapping[str, Box[Any]] = {
    code: box for box in BOXES.values() for code in (*box.paths, *box.actions)
}
CENTRED = frozenset(symbol for box in BOXES.values() for symbol in box.centred)


def lying(code: str, cell: Cell, *, turned: bool = False) -> CardSight | None:
    """Show a path card as it would lie on a cell; None if the code is no path card's."""
    both = BOX_OF[code].paths.get(code) if code in BOX_OF else None
    if both is None:
        return None
    return replace(both[turned], cell=cell)


def lit(view: Any) -> frozenset[Tunnel]:
    """Name the tunnels that hang together with a start."""
    return BOXES[view.ruleset].light(view).tunnels


def spot_of(ruleset: str, kind: str, value: str, cards: Iterable[CardSight]) -> Spot | None:
    """Find where in the maze a pick can be touched, if it is smaller than a cell."""
    return BOXES[ruleset].spot(kind, value, cards)


def way_of(view: Any, picked: Mapping[str, str]) -> list[Spot]:
    """Find where in the maze a move goes along: a walk's fields, or the place that is picked."""
    box = BOXES[view.ruleset]
    fields = [("field", field) for field in box.way(view, picked)] or picked.items()
    found = (box.spot(kind, value, view.cards) for kind, value in fields)
    return [spot for spot in found if spot]


__all__ = [
    "BOXES",
    "BOX_OF",
    "CENTRED",
    "Box",
    "Head",
    "Piece",
    "Spot",
    "lit",
    "lying",
    "spot_of",
    "way_of",
]
