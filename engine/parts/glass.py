"""What of a whole table is shown to who may see it all; each game's `glass` names its own piles."""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from engine.api import Seat, TableView
from engine.maze.cells import Cell
from engine.maze.grid import GoalSight
from engine.parts.goals import ALL_GOALS, goals_in_sight
from engine.parts.views import Table

StateT = TypeVar("StateT", bound=Table)
ViewT = TypeVar("ViewT", bound=TableView)


def seats(state: StateT, view: Callable[[StateT, Seat | None], ViewT]) -> tuple[ViewT, ...]:
    """Show what each seat sees."""
    return tuple([view(state, Seat(at)) for at in range(state.config.seats)])


def goals(state: Table, codes: tuple[str, ...], orient: Collection[Cell]) -> tuple[GoalSight, ...]:
    """Show every goal as who has looked at it."""
    return goals_in_sight(state.maze, state.goals, ALL_GOALS, orient, codes)


def pile(cards: Iterable[int], codes: tuple[str, ...]) -> tuple[str, ...]:
    """List what lies in a pile, never in which order."""
    return tuple([codes[kind] for kind in sorted(cards)])
