"""What is looked for in a large maze: its goals and who stands in it, cell by cell."""

from collections import defaultdict
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.api import TableView
from engine.maze.cells import Cell, cell_name, cell_named
from games.spoken import spoken
from games.texts import Reader


@dataclass(frozen=True, slots=True)
class Landmark:
    """A cell that a link leads to, and what is there."""

    cell: Cell
    at: str
    """The cell's name."""
    name: str
    mine: bool


@spoken
def _goal(cell: Cell) -> str:
    return _("Goal %(cell)s") % {"cell": cell_name(cell)}


def landmarks(view: TableView, reader: Reader) -> tuple[Landmark, ...]:
    """List goals and figures, those of one cell together."""
    names: dict[Cell, list[str]] = defaultdict(list)
    for goal in view.goals:
        names[goal.cell].append(_goal(goal.cell))
    mine = set()
    for figure in reader.book.figures(view, reader):
        cell = cell_named(figure.cell)
        names[cell].append(figure.name)
        mine |= {cell} if figure.mine else set()
    return tuple(
        Landmark(cell, cell_name(cell), ", ".join(named), cell in mine)
        for cell, named in names.items()
    )
