"""What happens in every game of cards and tunnels, fact by fact, and who is told.

Facts of one game alone live with that game.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any

from engine.api import Event, Json, Seat
from engine.maze.cells import Cell


@dataclass(frozen=True)
class Open:
    """A fact that everybody may know."""

    def seen_by(self, _seat: Seat | None) -> Event | None:
        """Tell everybody all of it."""
        return self


@dataclass(frozen=True)
class RoundBegan(Open):
    """A round was dealt."""

    round: int
    starter: Seat


@dataclass(frozen=True)
class Dealt:
    """A seat got its dwarf and its hand. Nobody else sees either."""

    seat: Seat
    role: str
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Only who got the cards is told."""
        return self if seat == self.seat else None


@dataclass(frozen=True)
class Laid(Open):
    """A path card was laid."""

    seat: Seat
    cell: Cell
    card: str
    turned: bool


@dataclass(frozen=True)
class GoalTurned(Open):
    """A way reached a goal and it was turned face up."""

    seat: Seat
    cell: Cell
    card: str


@dataclass(frozen=True)
class GoalOriented(Open):
    """The mover chose which way a turned stone lies."""

    seat: Seat
    cell: Cell
    turned: bool


@dataclass(frozen=True)
class ToolBroken(Open):
    """A broken tool was put before a fellow player."""

    seat: Seat
    target: Seat
    tool: str


@dataclass(frozen=True)
class ToolMended(Open):
    """A broken tool was taken away."""

    seat: Seat
    target: Seat
    tool: str
    card: str


@dataclass(frozen=True)
class RockFell(Open):
    """A path card was taken out of the maze."""

    seat: Seat
    cell: Cell
    card: str


@dataclass(frozen=True)
class GoalSeen:
    """A seat looked at a goal. All see which one, only that seat sees what it is."""

    seat: Seat
    cell: Cell
    card: str | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Others learn the place, not the face."""
        return self if seat == self.seat else GoalSeen(self.seat, self.cell, None)


@dataclass(frozen=True)
class Drew:
    """A seat drew from the stock."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Others learn that a card came, not which."""
        return self if seat == self.seat else Drew(self.seat, None)


@dataclass(frozen=True)
class Skipped(Open):
    """A seat without cards was passed over."""

    seat: Seat


@dataclass(frozen=True)
class GameEnded(Open):
    """All gold is counted."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def dump_event(event: Event) -> Json:
    """Write a fact as its name and its fields."""
    values: list[Any] = [getattr(event, field.name) for field in fields(event)]  # type: ignore[arg-type]
    return [type(event).__name__, *values]


def loader(kinds: Iterable[type[Any]]) -> Callable[[Json], Event]:
    """Make the reader of what `dump_event` wrote, for the facts of one game."""
    by_name = {kind.__name__: kind for kind in kinds}

    def load_event(data: Json) -> Event:
        """Read what `dump_event` wrote."""
        name, *values = data
        event: Event = by_name[name](*map(_tuples, values))
        return event

    return load_event


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
