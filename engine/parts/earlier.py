"""Reading what the first version stored: cards by number. Nothing here ever changes.

What only one game stored is read in its own room `earlier`.
"""

from collections.abc import Iterable
from typing import Any

from engine.api import Json
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts.cards import Box, Coded
from engine.parts.words import require


class Numbered:
    """The cards of a box by the numbers that they had then."""

    def __init__(self, box: Box[Any], codes: str, rows: Iterable[Coded]) -> None:
        """Given the codes in the order of those numbers, and the rows that there still are."""
        self._box, self._codes = box, codes.split()
        self._known = {row.code for row in rows}

    def kind(self, number: int) -> int:
        """Read a card; raises PositionError for one that is in no box any more."""
        code = self._codes[number]
        require(code in self._known, f"no card of the box: {code!r}")
        return self._box.kind[code]

    def cards(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Read cards in their order."""
        return tuple(map(self.kind, numbers))

    def sorted(self, rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
        """Read each seat's cards, sorted."""
        return tuple(tuple(sorted(self.cards(row))) for row in rows)

    def alike(self, data: Json, lists: str = "") -> dict[str, Any]:
        """Read what all games kept alike, and these lists, by what their states call them."""
        lying = {
            cell: Placed(self.kind(placed >> 1) * 2 + placed % 2) for cell, placed in data["cards"]
        }
        return {
            "seed": bytes.fromhex(data["seed"]),
            "turn": 0,
            "asked": data["asked"],
            "maze": grid.laid_out(self._box.tiles, data["covered"], lying),
            "goals": tuple((Cell(cell), self.kind(number)) for cell, number in data["goals"]),
            "hands": self.sorted(data["hands"]),
            "stock": self.cards(data["stock"]),
            "discards": self.cards(data["discards"]),
        } | {name: tuple(data[name]) for name in lists.split()}


def tuples(rows: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    """Read lists in a list."""
    return tuple(map(tuple, rows))
