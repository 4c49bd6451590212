"""The contract between the rules and everything else; the one page to read first.

A ruleset turns a state and a move into a new state and facts. States are secret and stay with who
runs the game; players get a `view` and the events that `seen_by` lets through, nothing else.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, NewType, NoReturn, Protocol, TypeVar

from engine.errors import IllegalMove, Reason
from engine.maze.grid import CardSight, GoalSight

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0; people read and write it as @1, @2, ..."""

Json = Any
"""What `json.dumps` takes and `json.loads` gives back."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT", bound="TableView")


class Event(Protocol):
    """A fact, never a sentence."""

    def seen_by(self, seat: Seat | None) -> "Event | None":
        """Tell the fact as the seat (None: a spectator) may know it; None back is silence."""


class Step(NamedTuple, Generic[StateT]):
    """What an accepted move leads to."""

    state: StateT
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended."""

    winners: frozenset[Seat]
    """Empty if everybody lost."""
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Meta:
    """What can be told of a game before it begins."""

    key: str
    version: int
    """Written on each move, so that a record knows which rules it obeyed."""
    seats: range
    options: Mapping[str, tuple[str, ...]]
    """Every option with its values, the default first."""
    most: int
    """No seat can have more in the end."""
    roles: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By table size the dwarves that a seat can be, where they differ in what they earn."""

    def judged(self, scores: Sequence[int]) -> Outcome:
        """Tell who wins by scores that somebody gives; raises ValueError where none can have so.

        The most wins and ties share the win, as in every game; nobody wins with nothing.
        """
        if len(scores) not in self.seats or not all(0 <= each <= self.most for each in scores):
            raise ValueError(scores)
        best = max(scores)
        winners = frozenset(Seat(at) for at, score in enumerate(scores) if score == best > 0)
        return Outcome(winners, tuple(scores))


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A finished round as leagues count it."""

    roles: tuple[str, ...]
    """For each seat the dwarf it was."""
    gold: tuple[int, ...]
    """For each seat the gold that the round brought it; less than nothing if it lost some."""
    sides: tuple[str, ...] = ()
    """For each seat the side it won or lost with; empty where everybody plays for himself."""


class Strength(StrEnum):
    """How well a bot plays, the weakest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class PickKind(StrEnum):
    """What is picked in one step of choosing a move."""

    CARD = "card"
    """A card by its code."""
    CELL = "cell"
    """A cell by its name."""
    FIELD = "field"
    """A field of a card, by its cell and its own name."""
    SIDE = "side"
    """A side of the card on the cell picked before, by its letter."""
    BORDER = "border"
    """A border between two cells."""
    SEAT = "seat"
    """A seat by its number, from 1."""
    TOOL = "tool"
    """A tool by its name."""
    TURN = "turn"
    """upright or turned."""
    PAY = "pay"
    """Values of gold cards, with - between them."""
    ACT = "act"
    """What is done, where the card does not say it."""


class Pick(NamedTuple):
    """One step of choosing a move by hand: first the card, then where, then how."""

    kind: PickKind
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """What the view of every game shows, whoever looks. A game's own view adds to it.

    A field that is named neither here nor there reaches no page, no letter and no bot.
    """

    ruleset: str
    options: Mapping[str, str]
    seat: Seat | None
    """Who looks; None is a spectator."""
    seats: int
    round: int
    rounds: int
    asked: Seat | None
    """Whose decision it is; None once the game is over."""
    orient: GoalSight | None
    """The goal just turned that the asked seat must choose a side for."""
    cards: tuple[CardSight, ...]
    """The maze."""
    goals: tuple[GoalSight, ...]
    hand: tuple[str, ...]
    """The viewer's cards by code, sorted as in the box; empty for a spectator."""
    role: str | None
    """The viewer's own dwarf."""
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    """Once the game is over, for each seat the cards that it still held; nothing before."""
    stock: int
    discards: int
    results: tuple[Any, ...]
    """The finished rounds, each as its game tells one."""
    outcome: Outcome | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncovered(Generic[ViewT]):
    """A whole table, for who may see all that is hidden there, while it runs and afterwards.

    A field that is not named here is shown to nobody: neither in which order cards lie, nor what
    all chance comes from.
    """

    seats: tuple[ViewT, ...]
    """What each seat sees."""
    goals: tuple[GoalSight, ...]
    """All of them with their cards."""
    dwarves: tuple[str, ...] = ()
    """Those that no seat has, sorted."""
    piles: Mapping[str, tuple[str, ...]]
    """Cards that no seat has, by the name of their pile, sorted."""
    gold: tuple[int, ...] = ()
    """The values of gold cards that no seat has, sorted."""


def no_settings(_state: object, _seat: Seat) -> tuple[()]:
    """List nothing: in most games no seat has anything to set for itself."""
    return ()


def refuse_setting(_state: object, _seat: Seat, _setting: object) -> NoReturn:
    """Refuse whatever is to be set; raises IllegalMove."""
    raise IllegalMove(Reason.NO_SETTING)


@dataclass(frozen=True)
class Orders(Generic[ViewT]):
    """What orders that a player leaves beforehand go by: his own view and nothing else."""

    words: frozenset[str]
    """What moves begin with."""
    tests: Mapping[str, Callable[..., bool]]
    """By name; given the view and what is asked about. Raises LookupError or ValueError for what
    names nothing at this table."""
    own: Callable[[ViewT], object]
    """What of the viewer others may change, but for his hand: tools, dwarf, freedom."""
    learnt: Callable[[ViewT], frozenset[Any]]
    """The hidden cards that he knows."""
    swaps: bool = False
    """Whether cards come to a hand by other ways than from the stock."""


class Look(NamedTuple):
    """That somebody saw what lies hidden: who and where, never what. The record tells it to all."""

    seat: Seat | None
    """Who saw it; None is everybody."""
    what: str
    """goal, dwarf (the one that was dealt), pile (a dwarf drawn since), hand or aside."""
    at: int | None
    """The goal's cell, or whose dwarf or hand it was."""


class Looks(NamedTuple):
    """What was seen since a position to which a game goes back."""

    void: tuple[Look, ...]
    """It lay among what is drawn anew and holds no longer."""
    kept: tuple[Look, ...]
    """It cannot change: who saw it still knows it."""


@dataclass(frozen=True)
class Rewinding(Generic[StateT]):
    """Going back in a game with secrets: what nobody could know is drawn anew, all else stays.

    What is drawn hangs on what the pools hold, never on the order in which it lay there.
    """

    pools: Callable[[StateT], Mapping[str, Sequence[Any]]]
    """By name, what lies in no seat's view and in nobody's memory."""
    looks: Callable[[StateT, Iterable[Sequence[Event]]], Looks]
    """Judge what was seen since a position, by what everybody was told.

    Given each way on that was played from there, those that were taken back as well.
    """
    wall: Callable[[Event], bool]
    """Tell of a fact whether nobody goes back behind it: a round is over, a role lies open."""
    rewound: Callable[[StateT, StateT, int, Sequence[Look]], StateT]
    """Go back to a position, from the present one, as this branch, with looks that are kept."""
    restarted: Callable[[StateT, StateT, int], Step[StateT]]
    """Deal a round again, given the position after its deal and the present one, as this branch."""


@dataclass(frozen=True)
class Ruleset(Generic[StateT, MoveT, ViewT]):
    """One game: a record of functions. All are pure: same arguments, same answer, for ever."""

    meta: Meta

    setup: Callable[[bytes, int, Mapping[str, str]], Step[StateT]]
    """Deal the first round from seed, seats and options; raises SeatsError or OptionError."""
    to_act: Callable[[StateT], frozenset[Seat]]
    """Say who is asked; nobody once the game is over."""
    legal_moves: Callable[[StateT, Seat], Sequence[MoveT]]
    """List what the seat may do now; nothing if it is not asked."""
    apply: Callable[[StateT, Seat, MoveT], Step[StateT]]
    """Make a move; raises IllegalMove with the reason and changes nothing then."""
    default_move: Callable[[StateT, Seat], MoveT]
    """Choose for somebody who let the deadline pass, without betraying what he is."""
    outcome: Callable[[StateT], Outcome | None]
    """Tell the end result, or None while the game goes on."""

    turn: Callable[[StateT], int]
    """Mark the turn. Whatever one seat is asked under one mark is one turn of that seat."""
    rounds: Callable[[StateT], tuple[RoundScore, ...]]
    """Tell the finished rounds; a step that ends a round adds one."""

    view: Callable[[StateT, Seat | None], ViewT]
    """Build what the seat may know, field by field; None is a spectator."""
    uncovered: Callable[[StateT], Uncovered[ViewT]]
    """Show the whole table to who may see it all, field by field, and never its chance."""
    choose: Callable[[ViewT, Sequence[MoveT]], MoveT]
    """Choose quickly by the view alone, without memory: the arena's sparring partner `former`."""
    decide: Callable[[ViewT, Sequence[MoveT], Sequence[Event], Strength], MoveT]
    """Play for an empty seat by its view and by what it was told of the round, in order.

    Knows nothing else. An incomplete or empty course is fine: old games recorded none.
    """

    foresee: Callable[[ViewT, MoveT], tuple[object, ...]]
    """Tell what a legal move of the viewer's will do, as far as his view tells it."""

    parse: Callable[[str], MoveT]
    """Read a move's notation, in any case; raises MoveSyntaxError."""
    format: Callable[[MoveT], str]
    """Write a move's notation."""
    picks: Callable[[MoveT], tuple[Pick, ...]]
    """Split a move into the choices that lead to it."""
    reasons: tuple[str, ...]
    """Every reason for which a move can be refused."""

    dump: Callable[[StateT], Json]
    """Write a state for storage, with its version."""
    load: Callable[[Json], StateT]
    """Read what any earlier version of `dump` wrote."""
    dump_event: Callable[[Event], Json]
    """Write a fact for storage."""
    load_event: Callable[[Json], Event]
    """Read what any earlier version of `dump_event` wrote."""
    format_position: Callable[[StateT], str]
    """Write a whole position, secrets included, as text for people."""
    parse_position: Callable[[str], StateT]
    """Read a position text; raises PositionError naming what is wrong."""

    rewinding: Rewinding[StateT]
    """How the game goes back to an earlier position, or deals a round again."""
    orders: Orders[ViewT]
    """What orders left beforehand may ask, and what makes them wait for their owner."""
    settings: Callable[[StateT, Seat], Sequence[MoveT]] = no_settings
    """List what the seat may change for itself alone now, asked or not; these are no moves."""
    set: Callable[[StateT, Seat, MoveT], StateT] = refuse_setting
    """Change a setting; again changes nothing more. Nobody is told; raises IllegalMove."""


AnyRuleset = Ruleset[Any, Any, Any]
"""A game of which nothing else is known."""
