"""The parts of a view: what everybody, or its viewer, may know of them."""

from engine.api import Seat
from engine.maze.cells import Cell
from engine.parts.views import Sight


class CounterSight(Sight):
    """A counter on the table."""

    cell: Cell
    seat: Seat
    """Whose colour is up."""
    on: str
    """gold or troll."""


class KeySight(Sight):
    """A key on a door."""

    cell: Cell
    side: str
    """The door's side as the card lies."""
    seat: Seat
    """For whom the door is open, besides the dwarf of its colour."""


class RoundSight(Sight):
    """A finished round, as everybody saw it. Gold is told by the values of its cards."""

    ended: str
    """Why: goals (all are turned up), counters (none is left) or cards (all are played)."""
    won: tuple[tuple[int, ...], ...]
    """For each seat, the gold it marked."""
    trolls: tuple[int, ...]
    """For each seat, how many trolls it bribed."""
    paid: tuple[tuple[int, ...], ...]
    """For each seat, what it paid for them: whole cards, no change."""
    gold: tuple[int, ...]
    """For each seat, all its gold after the round."""
