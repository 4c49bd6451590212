"""What one ruleset has to say, and who reads it. The words themselves are in `rulesets`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from engine.api import Pick, Seat, TableView
from engine.maze.cells import Cell
from games.spoken import spoken

ViewT = TypeVar("ViewT", bound=TableView)


class Badge(NamedTuple):
    """Something that lies before a seat: its sign and what it is."""

    icon: str
    text: str
    broken: bool = False
    harm: bool = True
    """Whether it hinders who has it."""


class Kind(NamedTuple):
    """A kind of card, and how many of it there are, in words."""

    code: str
    """Of a dwarf its role."""
    copies: str


class Kinds(NamedTuple):
    """Kinds of cards that belong together."""

    title: str
    kinds: tuple[Kind, ...]


class Figure(NamedTuple):
    """Somebody who stands on a cell of the maze."""

    cell: str
    name: str
    mine: bool = False


class Fact(NamedTuple):
    """A line of a small table."""

    label: str
    text: str


class Price(NamedTuple):
    """What a choice costs, in words, and whether it hurts."""

    text: str = ""
    harm: bool = False


class Panel(NamedTuple):
    """A titled list beside the maze: what else lies on the table."""

    title: str
    facts: tuple[Fact, ...]


class Dwarf(NamedTuple):
    """A dwarf turned up at a round's end."""

    name: str
    role: str
    text: str


class Share(NamedTuple):
    """What somebody got, column by column."""

    name: str
    cells: tuple[str, ...]
    won: bool = False


class Shares(NamedTuple):
    """Who got what and why, as a small table."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[Share, ...]


class RoundResult(NamedTuple):
    """A finished round: what became of it, who was who, who got what."""

    title: str
    text: str
    dwarves: tuple[Dwarf, ...]
    shares: Shares | None = None


Told = Callable[[Any, "Reader"], str]
"""How one kind of fact becomes a sentence."""


@dataclass(frozen=True, eq=False)
class Book(Generic[ViewT]):
    """The words of one ruleset, made when they are asked for, in the reader's language."""

    name: Callable[[], str]
    pitch: Callable[[], str]
    """What kind of game it is, in a sentence or two."""
    option_name: Callable[[str], str]
    option_value: Callable[[str, str], str]
    role_name: Callable[[str], str]
    role_help: Callable[[str], str]
    """What a dwarf wants, by role, in a plain sentence."""
    cards: frozenset[str]
    """The codes of all its cards."""
    card_name: Callable[[str, bool], str]
    """By code, and whether it lies turned round."""
    card_help: Callable[[str], str]
    """What a card does, by code, in a plain sentence."""
    kinds: Callable[[], Sequence[Kinds]]
    """All kinds of cards in the box but the dwarves."""
    dwarves: Callable[[], Kinds]
    """All kinds of dwarves."""

    tell: Callable[[Any, "Reader"], str]
    """A fact as a sentence."""
    quiet: tuple[type[Any], ...]
    """Facts of others that a story leaves out, since what they lead to is seen at the table."""
    changes: tuple[type[Any], ...]
    """Facts whose cell looks different afterwards."""
    round_began: tuple[type[Any], ...]
    round_ended: tuple[type[Any], ...]

    move_text: Callable[[Sequence[Pick], "Reader"], str]
    foretell: Callable[[Any, "Reader"], str]
    """An effect that a move will have as a sentence to who is about to make it."""
    pick_text: Callable[[Pick, Sequence[Pick], "Reader"], str]
    """The label of a choice, given the choices before it."""
    question_text: Callable[[str, Sequence[Pick]], str]
    """What a kind of choice is about, given the choices before it."""
    reasons: Callable[[], Mapping[StrEnum, str]]

    standing: Callable[[ViewT], str]
    """How far the game has come."""
    seat_text: Callable[[ViewT, int], str]
    """What a seat has, but for its cards and badges."""
    badges: Callable[[ViewT, int, "Reader"], Sequence[Badge]]
    own: Callable[[ViewT, "Reader"], Sequence[str]]
    """What the viewer alone knows, but for his hand and role."""
    panels: Callable[[ViewT, "Reader"], Sequence[Panel]]
    legend: Callable[[ViewT, "Reader"], Sequence[str]]
    """What the signs in the maze as text mean, and what else lies there, in words."""
    things: Callable[[ViewT, "Reader"], Mapping[Cell, Sequence[str]]]
    """By cell: what lies and stands there besides its card, in words."""
    results: Callable[[ViewT, "Reader"], Sequence[RoundResult]]
    """The finished rounds, the first one first."""
    verdict: Callable[[ViewT, "Reader"], str]
    """Who won the game."""
    final: Callable[[ViewT, "Reader"], Shares]
    """What everybody has at the end and why."""

    three_goals: bool = False
    """Whether the goals are three in a column: the upper, the middle and the lower one."""
    hindered: Callable[[ViewT], str] = lambda _view: ""
    """What keeps the viewer from laying path cards."""
    price: Callable[[ViewT, Sequence[Pick]], Price] = lambda _view, _picks: Price()
    """What the choices made so far cost, as the view tells it."""
    discreet: Callable[[ViewT], ViewT] = lambda view: view
    """The view without the dwarves that lie face down and only its viewer knows, his own too."""
    private: tuple[type[Any], ...] = ()
    """Facts that tell such a dwarf."""
    figures: Callable[[ViewT, "Reader"], Iterable[Figure]] = lambda _view, _reader: ()
    """Who stands in the maze."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, what the seats are called, and in which game."""

    names: tuple[str, ...]
    seat: Seat | None
    book: "Book[Any]"

    def say(self, who: Seat, mine: str, theirs: str, **words: object) -> str:
        """Choose between what is said of the reader and what is said of somebody else."""
        return (mine if who == self.seat else theirs) % {"who": self.names[who], **words}

    def card(self, code: str, *, turned: bool = False) -> str:
        """Name a card."""
        return card_name(self.book, code, turned=turned)

    def cards(self, codes: Sequence[str]) -> str:
        """Name several cards."""
        return ", ".join(self.card(code) for code in codes)


@spoken
def card_name(book: Book[Any], code: str, *, turned: bool) -> str:
    """Name a card by the book of its box."""
    return book.card_name(code, turned)
