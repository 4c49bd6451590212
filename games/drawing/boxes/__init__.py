"""The only list of boxes: a ruleset's key, or a card's code, leads to its pictures."""

from collections.abc import Mapping
from dataclasses import replace

from engine.maze.cells import Cell
from engine.maze.grid import CardSight
from games.drawing.boxes.box import Box, Head, Piece
from games.drawing.boxes.saboteur import SABOTEUR

BOXES: Mapping[str, Box] = {"saboteur": SABOTEUR}

# A code means the same card in every box that has it.
BOX_OF: Mapping[str, Box] = {
    code: box for box in BOXES.values() for code in (*box.paths, *box.actions)
}
CENTRED = frozenset(symbol for box in BOXES.values() for symbol in box.centred)


def lying(code: str, cell: Cell, *, turned: bool = False) -> CardSight | None:
    """Show a path card as it would lie on a cell; None if the code is no path card's."""
    both = BOX_OF[code].paths.get(code) if code in BOX_OF else None
    if both is None:
        return None
    return replace(both[turned], cell=cell)


__all__ = ["BOXES", "BOX_OF", "CENTRED", "Box", "Head", "Piece", "lying"]
