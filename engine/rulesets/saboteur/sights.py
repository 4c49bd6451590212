"""The parts of a view: what everybody, or its viewer, may know of them."""

from engine.api import Seat
from engine.parts.views import Sight


class RoundSight(Sight):
    """A finished round, as everybody saw it."""

    won_by: str
    """diggers, saboteurs, or nobody when the treasure was missed without a saboteur."""
    finder: Seat | None
    """Whose card reached the treasure."""
    roles: tuple[str, ...]
    spare: str
