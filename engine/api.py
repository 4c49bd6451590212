"""The contract between the rules and everything else; the one page to read first.

A ruleset turns a state and a move into a new state and facts. States are secret and stay with who
runs the game; players get a `view` and the events that `seen_by` lets through, nothing else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeVar

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0; people read and write it as @1, @2, ..."""

Json = Any
"""What `json.dumps` takes and `json.loads` gives back."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT_co = TypeVar("ViewT_co", covariant=True)


class Event(Protocol):
    """A fact, never a sentence."""

    def seen_by(self, seat: Seat | None) -> "Event | None":
        """Tell the fact as the seat (None: a spectator) may know it; None back is silence."""


class Step(NamedTuple, Generic[StateT]):
    """What an accepted move leads to."""

    state: StateT
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Meta:
    """What can be told of a game before it begins."""

    key: str
    version: int
    """Written on each move, so that a record knows which rules it obeyed."""
    seats: range
    options: Mapping[str, tuple[str, ...]]
    """Every option with its values, the default first."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended."""

    winners: frozenset[Seat]
    scores: tuple[int, ...]


class Pick(NamedTuple):
    """One step of choosing a move by hand: first the card, then where, then how."""

    kind: str
    """card, cell, side, seat, tool, turn or act."""
    value: str
    """A card's code, a cell's name, the letter of a side, a seat's number from 1, a tool, upright
    or turned, an act."""


class Ruleset(Protocol[StateT, MoveT, ViewT_co]):
    """One game. Everything here is pure: the same arguments give the same answer for ever."""

    @property
    def meta(self) -> Meta:
        """Describe the game without loading it."""

    def setup(self, seed: bytes, seats: int, options: Mapping[str, str]) -> Step[StateT]:
        """Deal the first round; raises SeatsError or OptionError."""

    def to_act(self, state: StateT) -> frozenset[Seat]:
        """Say who is asked; nobody once the game is over."""

    def legal_moves(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """List what the seat may do now; nothing if it is not asked."""

    def apply(self, state: StateT, seat: Seat, move: MoveT) -> Step[StateT]:
        """Make a move; raises IllegalMove with the reason and changes nothing then."""

    def settings(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """List what the seat may change for itself alone now, asked or not; these are no moves."""

    def set(self, state: StateT, seat: Seat, setting: MoveT) -> StateT:
        """Change a setting; again changes nothing more. Nobody is told; raises IllegalMove."""

    def default_move(self, state: StateT, seat: Seat) -> MoveT:
        """Choose for somebody who let the deadline pass, without betraying what he is."""

    def outcome(self, state: StateT) -> Outcome | None:
        """Tell the end result, or None while the game goes on."""

    def view(self, state: StateT, seat: Seat | None) -> ViewT_co:
        """Build what the seat may know, field by field; None is a spectator."""

    def picks(self, move: MoveT) -> tuple[Pick, ...]:
        """Split a move into the choices that lead to it."""

    def parse(self, text: str) -> MoveT:
        """Read a move's notation, in any case; raises MoveSyntaxError."""

    def format(self, move: MoveT) -> str:
        """Write a move's notation."""

    def dump(self, state: StateT) -> Json:
        """Write a state for storage, with its version."""

    def load(self, data: Json) -> StateT:
        """Read what any earlier version of `dump` wrote."""

    def dump_event(self, event: Event) -> Json:
        """Write a fact for storage."""

    def load_event(self, data: Json) -> Event:
        """Read what `dump_event` wrote."""

    def format_position(self, state: StateT) -> str:
        """Write a whole position, secrets included, as text for people."""

    def parse_position(self, text: str) -> StateT:
        """Read a position text; raises PositionError naming what is wrong."""

    def choose(self, view: Any, moves: Sequence[MoveT]) -> MoveT:
        """Play for an empty seat from what its view holds and nothing more."""
