"""What happens in every game of cards and tunnels, fact by fact, and who is told.

Facts of one game alone live with that game. Each fact says of every field who may know it; a field
that nobody has spoken for cannot be declared.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.api import Event, Json, Seat
from engine.maze.cells import Cell
from engine.values import Made, replace


class Fact:
    """Something that happened. `told` names the fields that everybody may know.

    `hidden` names those that only the seats in the fields `to` are told; for all others they are
    None or, if the fact is `silent`, the whole fact did not happen.
    """

    _blank: ClassVar[dict[str, None]] = {}
    _to: ClassVar[tuple[str, ...]] = ()
    _silent: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, told: str, hidden: str = "", to: str = "seat", silent: bool = False
    ) -> None:
        """Check that every field is either told or hidden; raises TypeError."""
        if sorted(cls.__annotations__) != sorted(f"{told} {hidden}".split()):
            raise TypeError(f"{cls.__name__}: every field must be told or hidden, and only once")
        cls._blank = dict.fromkeys(hidden.split())
        cls._to = tuple(to.split()) if hidden else ()
        cls._silent = silent

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Tell the fact as the seat may know it; None back is silence."""
        if not self._blank:
            return self
        if seat is not None and any(getattr(self, name) == seat for name in self._to):
            return self
        return None if self._silent else replace(self, **self._blank)  # type: ignore[type-var]


@dataclass(frozen=True)
class RoundBegan(Fact, told="round starter"):
    """A round was dealt."""

    round: int
    starter: Seat


@dataclass(frozen=True)
class Dealt(Fact, told="seat", hidden="role cards", silent=True):
    """A seat got its dwarf and its hand. Nobody else sees either."""

    seat: Seat
    role: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Laid(Fact, told="seat cell card turned"):
    """A path card was laid."""

    seat: Seat
    cell: Cell
    card: str
    turned: bool


@dataclass(frozen=True)
class GoalTurned(Fact, told="seat cell card"):
    """A way reached a goal and it was turned face up."""

    seat: Seat
    cell: Cell
    card: str


@dataclass(frozen=True)
class GoalOriented(Fact, told="seat cell turned"):
    """The mover chose which way a turned stone lies."""

    seat: Seat
    cell: Cell
    turned: bool


@dataclass(frozen=True)
class ToolBroken(Fact, told="seat target tool"):
    """A broken tool was put before a fellow player."""

    seat: Seat
    target: Seat
    tool: str


TOOL_BROKEN: Made[tuple[Seat, Seat, str], ToolBroken] = Made(lambda key: ToolBroken(*key))
"""By its fields, as the tables below: there are few such facts, and they come again and again."""


@dataclass(frozen=True)
class ToolMended(Fact, told="seat target tool card"):
    """A broken tool was taken away."""

    seat: Seat
    target: Seat
    tool: str
    card: str


TOOL_MENDED: Made[tuple[Seat, Seat, str, str], ToolMended] = Made(lambda key: ToolMended(*key))


@dataclass(frozen=True)
class RockFell(Fact, told="seat cell card"):
    """A path card was taken out of the maze."""

    seat: Seat
    cell: Cell
    card: str


ROCK_FELL: Made[tuple[Seat, Cell, str], RockFell] = Made(lambda key: RockFell(*key))


@dataclass(frozen=True)
class GoalSeen(Fact, told="seat cell", hidden="card"):
    """A seat looked at a goal. All see which one, only that seat sees what it is."""

    seat: Seat
    cell: Cell
    card: str | None


GOAL_SEEN: Made[tuple[Seat, Cell, str], GoalSeen] = Made(lambda key: GoalSeen(*key))


@dataclass(frozen=True)
class Drew(Fact, told="seat", hidden="card"):
    """A seat drew from the stock. All see that a card came, only that seat sees which."""

    seat: Seat
    card: str | None


@dataclass(frozen=True)
class Skipped(Fact, told="seat"):
    """A seat without cards was passed over."""

    seat: Seat


@dataclass(frozen=True)
class GameEnded(Fact, told="scores winners"):
    """All gold is counted."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


COMMON = (
    RoundBegan,
    Laid,
    GoalTurned,
    GoalOriented,
    RockFell,
    GoalSeen,
    Drew,
    Skipped,
    GameEnded,
)
OF_TOOLS = (ToolBroken, ToolMended)


def kinds_of(shared: Iterable[type[Fact]], room: Mapping[str, object]) -> Mapping[str, type[Fact]]:
    """Name the kinds of facts of a game: shared ones, and those that its own module defines."""
    own = {
        name: kind
        for name, kind in room.items()
        if isinstance(kind, type) and issubclass(kind, Fact) and kind.__module__ == room["__name__"]
    }
    return {kind.__name__: kind for kind in shared} | own


VERSION = 2


def dump_event(event: Event) -> Json:
    """Write a fact as its name and its fields by their names."""
    return {"v": VERSION, "fact": type(event).__name__, **vars(event)}


_SAME: Mapping[str, str] = {}


def loader(
    kinds: Mapping[str, type[Fact]], renamed: Mapping[str, str] = _SAME
) -> Callable[[Json], Event]:
    """Make the reader of what `dump_event` wrote, for the facts of one game.

    `renamed` says what cards are called now that had another code in version 1.
    """

    def load_event(data: Json) -> Event:
        """Read a stored fact; raises ValueError for one from the future.

        Version 1 was a list, its fields in the order of the class.
        """
        if isinstance(data, list):
            name, *values = data
            kind = kinds[name]
            named = dict(zip(kind.__annotations__, values, strict=True))
            codes = renamed
        else:
            if data["v"] != VERSION:
                raise ValueError(f"fact version {data['v']} is not known here")
            named = {name: value for name, value in data.items() if name not in ("v", "fact")}
            kind = kinds[data["fact"]]
            codes = _SAME
        event: Event = kind(**{name: _tuples(value, codes) for name, value in named.items()})
        return event

    return load_event


def _tuples(value: Any, codes: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return tuple(_tuples(part, codes) for part in value)
    return codes.get(value, value) if isinstance(value, str) else value
