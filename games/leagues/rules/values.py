"""What leagues compute with: tables and their lines, byes. Names of entries are any texts."""

from dataclasses import dataclass
from enum import StrEnum


class Ending(StrEnum):
    """How a seat's line came about."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    WALKOVER = "walkover"
    ADJUDICATED = "adjudicated"


class Status(StrEnum):
    """Whether a table's lines count."""

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


@dataclass(frozen=True, slots=True)
class Table:
    """A game of a round with its lines in seat order. Only tables that have ended are given."""

    id: str
    round: int
    lines: tuple[Line, ...]
    status: Status = Status.FINAL


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
