"""What a move will do, kind by kind: facts to come, as far as the mover's own view tells them.

Effects of one game alone live in its `foresight`. None of them can tell a secret: they are worked
out from a view and a move, and never from a state.
"""

from dataclasses import dataclass
from typing import ClassVar, dataclass_transform

from engine.api import Seat
from engine.maze.cells import Cell


@dataclass_transform(frozen_default=True)
class Effect:
    """Something that a move will do, as a frozen record."""

    __match_args__: ClassVar[tuple[str, ...]] = ()
    """Its fields."""

    def __init_subclass__(cls) -> None:
        """Make the record."""
        dataclass(frozen=True)(cls)


class Reaches(Effect):
    """A way arrives at a covered goal, which will be turned."""

    goal: Cell
    code: str | None
    """What it is, if the mover has looked at it."""


class Looks(Effect):
    """The mover will see a goal, or sees again what he knows."""

    goal: Cell
    code: str | None


class LeadsOn(Effect):
    """The way from the start goes on from the card to these empty cells."""

    cells: tuple[Cell, ...]


class Joins(Effect):
    """So many cards more hang together with the start."""

    cards: int


class Ends(Effect):
    """The way from the start ends on the card."""


class Apart(Effect):
    """The card hangs together with no start."""


class Gone(Effect):
    """A card leaves the maze."""

    cell: Cell
    card: str
    turned: bool


class CutsOff(Effect):
    """So many cards more hang together with the start no longer."""

    cards: int


class Closes(Effect):
    """The shortest way to these goals is closed; if `all_ways`, there is none left."""

    goals: tuple[Cell, ...]
    all_ways: bool


class Hinders(Effect):
    """Somebody cannot lay path cards then; perhaps he could not before."""

    target: Seat
    already: bool


class Frees(Effect):
    """Somebody can lay path cards again, unless something else is left that keeps him from it."""

    target: Seat
    left: tuple[str, ...]
    """Broken tools, or trap."""


class Draws(Effect):
    """So many cards are drawn for those that were put down."""

    cards: int
