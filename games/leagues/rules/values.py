"""What leagues compute with: tables and their lines, byes. Names of entries are any texts."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Ending(StrEnum):
    """How a seat's line came about."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    WALKOVER = "walkover"
    ADJUDICATED = "adjudicated"
    SUBSTITUTED = "substituted"  # his absence was announced or excused


class Status(StrEnum):
    """Whether a table's lines count."""

    OPEN = "open"
    FINAL = "final"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class Earned:
    """What a seat was in one round of its game, and the gold that it took there."""

    role: str
    gold: int


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's part of a result. `won` and `side` as the ruleset tells them, if it does."""

    entry: str
    score: int
    ending: Ending = Ending.PLAYED
    won: bool = False
    side: str | None = None
    rounds: tuple[Earned, ...] = ()
    misses: int = 0
    awarded: Fraction | None = None  # the points of a line that was adjudicated


@dataclass(frozen=True, slots=True)
class Table:
    """A game of a round with its lines in seat order. Of an open one only the entries are read."""

    id: str
    round: int
    lines: tuple[Line, ...]
    status: Status = Status.FINAL
    deal: str = ""  # where a round has deals besides that of all tables of this size
    replays: str = ""  # the annulled table that it is played again for
    closed: bool = False  # of its deal nothing may be told yet


class Kind(StrEnum):
    """Why somebody sat a round out."""

    FORCED = "forced"
    REQUESTED = "requested"
    ANNULLED = "annulled"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without a table."""

    entry: str
    round: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that the directors took or gave, with their reason."""

    entry: str
    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class Dropout:
    """Somebody who left, with the games that he had finished of those he had to play by then."""

    entry: str
    finished: int
    scheduled: int


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a division's standing follows from."""

    entries: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()  # those of annulled tables follow from the tables
    penalties: tuple[Penalty, ...] = ()
    dropouts: tuple[Dropout, ...] = ()
