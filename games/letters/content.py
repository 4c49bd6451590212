"""What a letter says, before it is decided how it is written down."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a letter. There is one that leads on, and perhaps one to the rules."""

    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a small table, perhaps with a link to what it tells of."""

    label: str
    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """A small table."""

    title: str
    rows: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The table as the reader sees it."""

    picture: bytes
    words: str
    """What the picture shows, for readers and mail programs that do not show it."""
    text: str
    """The maze in characters."""
    legend: tuple[str, ...]
    """What these mean, and what else lies there."""
    hand: tuple[str, ...] = ()
    hand_picture: bytes = b""
    note: str = ""
    """How cells outside the first maze are called, if there are any."""


@dataclass(frozen=True, slots=True)
class Content:
    """A whole letter. Subject and lead show on locked screens: they tell nothing secret."""

    subject: str
    heading: str
    lead: str
    game: str = ""
    """What the game is called, which ends the subject."""
    round: str = ""
    """Which round of it is played, after its name."""
    company: str = ""
    """Which game it is, and with whom."""
    league: str = ""
    """Of which league, season and round it is."""
    message: tuple[str, ...] = ()
    """What somebody wrote to the reader, line by line."""
    code: str = ""
    link: Link | None = None
    board: Board | None = None
    story: tuple[str, ...] = ()
    tables: tuple[Facts, ...] = ()
    small: tuple[str, ...] = ()
    rules: Link | None = None
    """Where the game's rules are told: opens nothing that is anybody's own."""
    reply_to: str = ""
    """The address at which it can be answered; nobody answers a letter without one."""
    above: str = ""
    """The line above which an answer is written."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What of a letter may be told by other ways, which perhaps many read: nothing opens a seat."""

    subject: str
    lead: str
    game: str
    player: str
    """Who is spoken to, as he is called at the table."""
    deadline: datetime | None
    """Until when he himself has time; none if nothing is asked of him."""


def link(label: str, view: str, *args: object) -> Link:
    """Point at a page of ours."""
    return Link(label, f"{settings.BASE_URL}{reverse(view, args=args)}")


def one_line(text: str) -> str:
    """Put a name where no line may break."""
    return " ".join(text.split())
