"""What pages and letters are given: small frozen values without any secret of others."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from engine.api import Event, Pick, TableView
from games.clocks.rules.clock import Clock
from games.clocks.rules.proposals import Proposal
from games.clocks.rules.settings import Settings
from games.clocks.rules.showing import SeatClock
from games.clocks.rules.waiting import Wait
from games.models import Seat
from games.orders.rules.sheet import Sheet


class InLeague(NamedTuple):
    """Of which league and round a game is a table."""

    key: str
    league: str
    season: int
    rank: int
    """Of its division."""
    round: int
    final: bool


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What everybody may know of a game."""

    id: int
    key: str
    name: str
    ruleset: str
    options: Mapping[str, str]
    seats: int
    time: Settings
    status: str
    ply: int
    organiser: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    commitment: str
    """The hash of its secret; empty before the start, and for games that were dealt without one."""
    outcome: Mapping[str, Any] | None
    """How it ended, once it did and has a result."""
    covered_until: datetime | None
    """Until then nothing is turned up of a game that was annulled as it ran."""
    closed: bool
    """Whether it is for its seats alone, since other tables yet play the same deal."""
    restart: str = ""
    """The key of the game that was begun in its place; told with the whole table alone."""
    restart_of: str = ""
    """The key of the game in whose place it was begun; likewise."""
    league: InLeague | None = None
    """What it is a table of; told with the whole table, and in a player's lists."""
    secret: str = ""
    """What it is the hash of, once the game is over."""


class Place(NamedTuple):
    """A seat as it is stored."""

    number: int
    name: str
    bot: bool
    taken: bool
    epoch: int = 0
    """Of its links: another one once somebody else sits there."""
    strength: str = ""
    """Of a bot."""
    profile: str = ""
    """The key of its player's page, where that was asked for and there is one."""
    without_mail: bool = False
    """Whether its player gets no letter that says that the table waits for him."""


class MoveRow(NamedTuple):
    """A move as it is stored, but for its notation: that names cards others must not know of."""

    ply: int
    seat: int | None
    by: str
    made_at: datetime
    events: list[Any]


class ActRow(NamedTuple):
    """An entry of the record as it is stored."""

    ply: int
    act: str
    seat: int | None
    said: dict[str, Any]
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Act:
    """Something done about a table's time or its seats: the same for every reader."""

    name: str
    seat: int | None
    said: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits at a place. Nobody yet: no name."""

    number: int
    name: str
    bot: bool
    asked: bool
    taken: bool
    stood_in: bool = False
    """Whether a bot plays for him for the time being."""
    offered: bool = False
    """Whether somebody else may take the seat."""
    strength: str = ""
    """Of a bot; empty plays as well as bots can."""
    profile: str = ""
    """The key of his page; empty where nobody asked for it, or he has none."""
    without_mail: bool = False
    """For who sits there too: whether he chose that no letter says that the table waits."""
    unreached: bool = False
    """For who sits there too, and the organiser: whether letters do not get through to him."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a page or a letter, and how."""

    name: str
    email: str | None
    language: str
    time_zone: str


class Visit(NamedTuple):
    """A seat that somebody comes to, and when that is."""

    seat: Seat
    now: datetime


@dataclass(frozen=True, slots=True)
class StoryEntry:
    """One move as its reader may know it, or an act upon the game.

    `by` is that of a move, and for an act "act"; its `ply` is that of the last move.
    """

    ply: int
    seat: int | None
    by: str
    made_at: datetime
    events: tuple[Event, ...]
    act: Act | None = None
    gone: bool = False
    """Whether the move was taken back."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move: the text to post and the picks that lead to it."""

    text: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A game as one viewer sees it: a seat, or everybody for None."""

    game: GameFacts
    seat: int | None
    view: TableView
    people: tuple[Person, ...]
    names: tuple[str, ...]
    asked: tuple[int, ...]
    clocks: tuple[SeatClock, ...]
    """Of all who are asked, the first deadline first."""
    deadline: datetime | None
    """The viewer's own if he is asked, else the first."""
    time_left: timedelta | None
    waits: tuple[Wait, ...]
    """Why the game waits; nothing once it is over."""
    story: tuple[StoryEntry, ...]
    """What happened since the seat's own last move, oldest first; else the latest moves."""
    earlier: tuple[StoryEntry, ...]
    """That move, if there is one."""
    proposals: tuple[Proposal, ...]
    """What all who sit there may agree to."""
    looked: tuple[Act, ...]
    """Who looked at what was hidden, once it is told."""


@dataclass(frozen=True, slots=True)
class SeatTable(Table):
    """A seat's own table. `choices` is empty while others are asked; `settings` need no asking."""

    reader: Reader
    choices: tuple[Choice, ...]
    settings: tuple[Choice, ...]
    """What the seat may change for itself alone. These are no moves."""
    orders: Sheet | None
    """What the seat has ordered beforehand; None where it cannot."""
    my_turn: bool
    stood_in: bool
    """Whether a bot plays for the seat until its player comes back."""
    draft: str
    """A move that the seat chose here while the table was closed."""


@dataclass(frozen=True, slots=True)
class MyGame:
    """A line in a player's list."""

    game: GameFacts
    seat: int
    my_turn: bool
    stood_in: bool
    """Whether a bot plays for him until he comes back."""
    mine: bool
    """Whether the player is the organiser."""
    waiting_for: tuple[str, ...]
    names: tuple[str, ...]
    free: int
    clock: Clock | None
    """His own while he is asked."""
    own: SeatClock | None
    """The same as it is shown."""
    deadline: datetime | None
    waits: tuple[Wait, ...]
    """Why a running game waits."""


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation as the organiser sees it."""

    id: int
    email: str
    called: str
    """His name, where the organiser is not to read the address."""
    status: str
    sent: int
    reply_by: datetime | None
    lost: bool = False
    """Whether the last letter to it came back, or was not taken by any mail server."""


class Agreed(NamedTuple):
    """The terms of a table as they once were."""

    seats: int
    options: Mapping[str, str]
    time: Settings


class Kept(NamedTuple):
    """A place that is kept for the reader, who has yet to answer."""

    token: str
    """What answers the invitation."""
    message: str
    reply_by: datetime | None


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before its start. Addresses and the shared link are the organiser's alone."""

    game: GameFacts
    people: tuple[Person, ...]
    my_seat: int | None
    mine: bool
    free: int
    """Places nobody sits on."""
    waking: Mapping[int, timedelta]
    """For the organiser: of a turn that began now, how much each who has joined is awake."""
    reserved: int
    """How many of the free ones are kept for people invited."""
    invitations: tuple[Invited, ...]
    kept: Kept | None
    """For a reader who is invited."""
    join_token: str | None
    listed: bool
    language: str
    terms_epoch: int


@dataclass(frozen=True, slots=True)
class Public:
    """A public table in a list: one that looks for players, or runs."""

    game: GameFacts
    language: str
    people: tuple[Person, ...]
    players: tuple[int | None, ...]
    """Who sits on each of its seats, by his row."""
    free: int
    """How many seats are neither taken nor kept for somebody invited."""


@dataclass(frozen=True, slots=True)
class InvitationFacts:
    """What an invited person is shown before he answers."""

    game: GameFacts
    email: str
    status: str
    names: tuple[str, ...]
    message: str
    """The organiser's own words; perhaps none."""
    reply_by: datetime | None
    once_more: bool
    """Whether the same people have played before."""
    reader: Reader
    """Somebody unknown is spoken to as the organiser chose."""
    place: str | None
    """Once it is accepted, the token that opens the place; none if its links were revoked."""
    known: bool
    """Whether the address plays here already, and so has said its name and time zone."""
    time_zone: str
    """The organiser's: the best guess for a newcomer."""
