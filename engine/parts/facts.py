"""What happens in every game of cards and tunnels, fact by fact, and who is told.

Facts of one game alone live with that game. Each fact says of every field who may know it; a field
that nobody has spoken for cannot be declared.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from typing import Any, ClassVar, dataclass_transform

from engine.api import Event, Json, Seat
from engine.maze.cells import Cell
from engine.values import Made, replace


@dataclass_transform(frozen_default=True)
class Fact:
    """Something that happened, as a frozen record.

    `told` names the fields that everybody may know, `hidden` those that only the seats in the
    fields `to` are told; for all others they are None or, if the fact is `silent`, the whole fact
    did not happen. What a kind of fact inherits is told as it was declared there.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()
    """The fields, those that are inherited first."""
    _blank: ClassVar[Mapping[str, None]] = {}
    _to: ClassVar[tuple[str, ...]] = ()
    _silent: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, told: str = "", hidden: str = "", to: str = "seat", silent: bool = False
    ) -> None:
        """Check that every field is either told or hidden; raises TypeError."""
        if sorted(get_annotations(cls)) != sorted(f"{told} {hidden}".split()):
            raise TypeError(f"{cls.__name__}: every field must be told or hidden, and only once")
        if hidden:
            cls._blank = {**cls._blank, **dict.fromkeys(hidden.split())}
            cls._to = tuple(to.split())
            cls._silent = silent
        dataclass(frozen=True)(cls)

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Tell the fact as the seat may know it; None back is silence."""
        if not self._blank:
            return self
        if seat is not None and any(getattr(self, name) == seat for name in self._to):
            return self
        return None if self._silent else replace(self, **self._blank)  # type: ignore[type-var]


class BySeat(Fact, told="seat"):
    """Something that a seat did, or that happened to it."""

    seat: Seat


class OnCell(BySeat, told="cell"):
    """Something that a seat did on a cell."""

    cell: Cell


class ToSeat(BySeat, told="target"):
    """Something that a seat did to another, or to itself."""

    target: Seat


class WithCards(BySeat, told="count", hidden="cards"):
    """Cards that a seat alone saw. Others learn how many they were, not which."""

    count: int
    cards: tuple[str, ...] | None


class RoundBegan(Fact, told="round starter"):
    """A round was dealt."""

    round: int
    starter: Seat


class Dealt(BySeat, hidden="role cards", silent=True):
    """A seat got its dwarf and its hand. Nobody else sees either."""

    role: str
    cards: tuple[str, ...]


class Laid(OnCell, told="card turned"):
    """A path card was laid."""

    card: str
    turned: bool


class GoalTurned(OnCell, told="card"):
    """A way reached a goal and it was turned face up."""

    card: str


class GoalOriented(OnCell, told="turned"):
    """The mover chose which way a turned stone lies."""

    turned: bool


class ToolBroken(ToSeat, told="tool"):
    """A broken tool was put before a fellow player."""

    tool: str


TOOL_BROKEN: Made[tuple[Seat, Seat, str], ToolBroken] = Made(lambda key: ToolBroken(*key))
"""By its fields, as the tables below: there are few such facts, and they come again and again."""


class ToolMended(ToSeat, told="tool card"):
    """A broken tool was taken away."""

    tool: str
    card: str


TOOL_MENDED: Made[tuple[Seat, Seat, str, str], ToolMended] = Made(lambda key: ToolMended(*key))


class RockFell(OnCell, told="card"):
    """A path card was taken out of the maze."""

    card: str


ROCK_FELL: Made[tuple[Seat, Cell, str], RockFell] = Made(lambda key: RockFell(*key))


class GoalSeen(OnCell, hidden="card"):
    """A seat looked at a goal. All see which one, only that seat sees what it is."""

    card: str | None


GOAL_SEEN: Made[tuple[Seat, Cell, str], GoalSeen] = Made(lambda key: GoalSeen(*key))


class Drew(BySeat, hidden="card"):
    """A seat drew from the stock. All see that a card came, only that seat sees which."""

    card: str | None


class Passed(WithCards):
    """A seat passed with some cards face down."""


class CardRemoved(BySeat, told="what cards"):
    """A seat discarded two cards face up to take one away from before itself."""

    what: str
    cards: tuple[str, ...]


class Skipped(BySeat):
    """A seat without cards was passed over."""


class GameEnded(Fact, told="scores winners"):
    """All gold is counted."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


COMMON: tuple[type[Fact], ...] = (
    *(RoundBegan, Laid, GoalTurned, GoalOriented, RockFell, GoalSeen, Drew, Skipped, GameEnded),
)
WITH_TOOLS = (*COMMON, Dealt, ToolBroken, ToolMended)
WITH_PASSES = (*WITH_TOOLS, Passed, CardRemoved)


def draws(codes: tuple[str, ...]) -> Made[tuple[Seat, int], Drew]:
    """Make the facts that happen every turn, by seat and kind of card."""
    return Made(lambda key: Drew(key[0], codes[key[1]]))


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
            named = dict(zip(kind.__match_args__, values, strict=True))
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
