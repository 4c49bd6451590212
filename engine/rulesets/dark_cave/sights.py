"""The parts of a view: fields, dwarves, creatures, webs, walks and the end as they are seen."""

from engine.api import Seat
from engine.maze.cells import Cell
from engine.parts.views import Sight


class FieldSight(Sight):
    """A field of a card that lies open."""

    place: str
    cell: Cell
    name: str
    """n, e, s, w at an edge; c in the middle; t tunnel; d, dd in a dead end; ns, ew, ... of two."""
    steps: tuple[str, ...]
    """All places one step away, by ladder too; webs are not counted in."""
    mark: str
    """hole, ladder, vein, exit, tunnel, bridge, or nothing."""
    gold: bool
    """A vein whose gold nobody has taken."""

    def __repr__(self) -> str:
        """Name it in short: all but its gold follows from the cards on the table."""
        return f"FieldSight({self.place!r}, gold={self.gold})"


class DwarfSight(Sight):
    """A dwarf and what lies before its player."""

    seat: Seat
    clan: str
    """blue or yellow: the back of the clan card."""
    role: str | None
    """loyal or saboteur, if the viewer knows it: his own, looked at, or face up."""
    shown: bool
    """The clan card lies face up."""
    place: str | None
    """None once it has left the cave."""
    lying: bool
    gold: int
    boots: bool
    axes: int
    left: int | None
    """1 for the first to leave the cave, 2 for the second, ..."""


class CreatureSight(Sight):
    """A creature on the table."""

    creature: str
    place: str
    owner: Seat
    """It stays until this seat's next turn."""


class WebSight(Sight):
    """A web on the border between two cells, written as both."""

    border: str
    owner: Seat
    left: int
    """2 or 1: so many more turns of its owner begin before it is gone."""


class WalkSight(Sight):
    """Somewhere the viewer's dwarf can walk to now, and what it costs."""

    place: str
    path: tuple[str, ...]
    cards: int
    """Hand cards lost on bridges."""
    gold: int
    """Gold lost in tunnels."""
    creatures: tuple[str, ...]
    """Who attacks there."""
    ends: str
    """goal, exit, creature, steps (no step is left then), or nothing."""


class RoundSight(Sight):
    """How the game ended, for all to see."""

    ended: str
    """cards, clan (all who work for one clan are out) or agreed."""
    won_by: str
    """blue, yellow or nobody."""
    clans: tuple[str, ...]
    roles: tuple[str, ...]
    aside: tuple[str, ...]
    """The clan cards that nobody was dealt, as "blue loyal"."""
    left: tuple[Seat, ...]
    """Who left the cave, the first one first."""
    saved: tuple[int, ...]
    """For each seat the gold it carried out."""
    gold: tuple[int, int]
    """Gold saved for blue and for yellow, by whoever worked for them."""
    times: tuple[int, int]
    """What it is multiplied by: the dwarves that worked for the other clan."""
    treasure: tuple[int, int]
