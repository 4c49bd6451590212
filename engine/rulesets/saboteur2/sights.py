"""The parts of a view: what everybody, or its viewer, may know of them."""

from engine.api import Seat
from engine.parts.views import Sight


class InspectionSight(Sight):
    """What the viewer once saw on another's dwarf card."""

    target: Seat
    role: str
    current: bool
    """False once the other has swapped his hat since."""


class RoundSight(Sight):
    """A finished round, as everybody saw it."""

    won_by: str
    """blue, green, both, loners (boss or profiteer without a team), saboteurs or nobody."""
    finder: Seat | None
    """Whose card reached the treasure; None if it was missed."""
    roles: tuple[str, ...]
    trapped: tuple[Seat, ...]
    """Who was trapped at the end and so got nothing of the treasure."""
    winners: tuple[Seat, ...]
    """Among whom the treasure was shared."""
    share: int
    """The table's gold for each winner, before the boss and the profiteer get less."""
    crystals: int
    """The crystals in the maze, which are the geologists' gold."""
    paid: tuple[int, ...]
    """For each seat, its gold of this round before any theft."""
    thefts: tuple[tuple[Seat, Seat], ...]
    """Thief and victim of each theft, in order."""
