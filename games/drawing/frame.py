"""What is drawn and which part of it is shown: a table's sights, and the crop around them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engine.maze.cells import POINT, Cell
from engine.maze.grid import CardSight, GoalSight
from games.drawing.boxes import BOXES
from games.drawing.ways import HEIGHT, WIDTH

GUTTER = 22
"""Room for the column letters above and the row numbers on the left."""

Cards = tuple[CardSight, ...]
Goals = tuple[GoalSight, ...]


class Field(Protocol):
    """What lies on a table, whatever the ruleset."""

    @property
    def ruleset(self) -> str:
        """The key of the game that is played."""

    @property
    def cards(self) -> Cards:
        """All cards that lie open."""

    @property
    def goals(self) -> Goals:
        """The goal cells as the viewer knows them."""


class Table(Field, Protocol):
    """What the picture needs of a view."""

    @property
    def outcome(self) -> object | None:
        """How the game ended; None while it goes on."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the unbounded table that is shown."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def cells(self) -> tuple[int, int]:
        """How many columns and rows it shows."""
        return self.right - self.left + 1, self.bottom - self.top + 1

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in drawing units."""
        columns, rows = self.cells
        return columns * WIDTH + GUTTER + 4, rows * HEIGHT + GUTTER + 4

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Place a cell's upper left corner."""
        x, y = POINT[cell]
        return (x - self.left) * WIDTH + GUTTER, (y - self.top) * HEIGHT + GUTTER


def frame(table: Field, also: Iterable[Cell] = ()) -> Frame:
    """Crop to the field of the box and all that lies outside of it."""
    cells = [*BOXES[table.ruleset].field, *also]
    cells += [card.cell for card in table.cards]
    cells += [goal.cell for goal in table.goals]
    columns, rows = zip(*[POINT[cell] for cell in cells], strict=True)
    return Frame(min(columns), min(rows), max(columns), max(rows))
