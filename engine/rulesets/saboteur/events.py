"""What happens in a game of Saboteur, fact by fact, and who is told."""

from dataclasses import dataclass, fields
from typing import Any

from engine.api import Event, Json, Seat
from engine.maze.cells import Cell
from engine.rulesets.saboteur.state import CODES
from engine.values import Made


@dataclass(frozen=True)
class _Open:
    def seen_by(self, _seat: Seat | None) -> Event | None:
        """Tell everybody all of it."""
        return self


@dataclass(frozen=True)
class RoundBegan(_Open):
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
class Laid(_Open):
    """A path card was laid."""

    seat: Seat
    cell: Cell
    card: str
    turned: bool


@dataclass(frozen=True)
class GoalTurned(_Open):
    """A way reached a goal and it was turned face up."""

    seat: Seat
    cell: Cell
    card: str


@dataclass(frozen=True)
class GoalOriented(_Open):
    """The mover chose which way a turned stone lies."""

    seat: Seat
    cell: Cell
    turned: bool


@dataclass(frozen=True)
class ToolBroken(_Open):
    """A broken tool was put before a fellow player."""

    seat: Seat
    target: Seat
    tool: str


@dataclass(frozen=True)
class ToolMended(_Open):
    """A broken tool was taken away."""

    seat: Seat
    target: Seat
    tool: str
    card: str


@dataclass(frozen=True)
class RockFell(_Open):
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
class Discarded:
    """A seat passed with a card face down."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Others learn that a card went, not which."""
        return self if seat == self.seat else Discarded(self.seat, None)


@dataclass(frozen=True)
class Drew:
    """A seat drew from the stock."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Others learn that a card came, not which."""
        return self if seat == self.seat else Drew(self.seat, None)


DISCARDED: Made[tuple[Seat, int], Discarded] = Made(lambda key: Discarded(key[0], CODES[key[1]]))
DREW: Made[tuple[Seat, int], Drew] = Made(lambda key: Drew(key[0], CODES[key[1]]))
"""By seat and kind of card: these two happen every turn."""


@dataclass(frozen=True)
class Skipped(_Open):
    """A seat without cards was passed over."""

    seat: Seat


@dataclass(frozen=True)
class RoundEnded(_Open):
    """A round is over and all dwarves are turned up."""

    round: int
    won_by: str
    finder: Seat | None
    roles: tuple[str, ...]
    spare: str


@dataclass(frozen=True)
class GoldPaid:
    """A seat got gold cards. How many is seen, what they are worth stays secret until the end."""

    seat: Seat
    cards: int
    values: tuple[int, ...] | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Others learn the number of cards."""
        return self if seat == self.seat else GoldPaid(self.seat, self.cards, None)


@dataclass(frozen=True)
class GameEnded(_Open):
    """All gold is counted."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


_KINDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        RoundBegan,
        Dealt,
        Laid,
        GoalTurned,
        GoalOriented,
        ToolBroken,
        ToolMended,
        RockFell,
        GoalSeen,
        Discarded,
        Drew,
        Skipped,
        RoundEnded,
        GoldPaid,
        GameEnded,
    )
}


def dump_event(event: Event) -> Json:
    """Write a fact as its name and its fields."""
    values: list[Any] = [getattr(event, field.name) for field in fields(event)]  # type: ignore[arg-type]
    return [type(event).__name__, *values]


def load_event(data: Json) -> Event:
    """Read what `dump_event` wrote."""
    name, *values = data
    event: Event = _KINDS[name](*(tuple(v) if isinstance(v, list) else v for v in values))
    return event
