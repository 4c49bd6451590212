"""Leagues as pages and letters know them: small frozen values without a secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from games.leagues.rules.terms import Terms
from games.leagues.selectors.absences import Step


@dataclass(frozen=True, slots=True)
class LeagueFacts:
    """A league, and its season that is not over, if there is one."""

    id: int
    key: str
    name: str
    language: str
    retired: bool
    directors: tuple[str, ...]
    season: "SeasonFacts | None" = None


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """What everybody may know of a season."""

    id: int
    number: int
    status: str
    terms: Terms
    commitment: str
    secret: str
    """Of the lot; empty until the season is final."""
    announced_at: datetime | None
    suspended_at: datetime | None
    ended_at: datetime | None
    entrants: int
    waiting: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DivisionFacts:
    """A division by its rank; 1 is the top."""

    id: int
    rank: int
    name: str
    entrants: int


@dataclass(frozen=True, slots=True)
class Named:
    """An entrant by name; `profile` is the key of his page, if he has one."""

    id: int
    name: str
    profile: str
    status: str
    left: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """Between which places somebody will end, and between which points."""

    best: int
    worst: int
    least: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class Basis:
    """Since when bounds only narrow, and what was taken back then; nothing, if it is the first."""

    since: datetime
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of a standing."""

    entrant: Named
    place: int
    points: Fraction
    games: int
    decided_by: str
    values: Mapping[str, Fraction | None]
    not_all_met: bool
    ticket: str | None
    reach: Reach | None


@dataclass(frozen=True, slots=True)
class StandingPage:
    """The last whole standing of a division, and of how many results it is."""

    division: DivisionFacts
    rows: tuple[StandingRow, ...]
    withdrawn: tuple[Named, ...]
    final: tuple[Named, ...]
    """Who played a knock-out, by how far they came."""
    basis: Basis | None
    results: int
    last: int
    built_at: datetime | None
    stale: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table of a round, with who sits there in seat order."""

    id: int
    number: int
    leg: int
    status: str
    late: bool
    game_key: str
    places: tuple[tuple[Named, str], ...]
    """Each with the state of his place."""
    result: Mapping[str, Any] | None
    """Kind, time and lines of what stands; nothing while it is open, or its deal is closed."""
    seen: str
    """What a form about it has to bring back."""


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round with its tables; what is not published has none but for directors."""

    id: int
    number: int
    final: bool
    status: str
    opens_at: datetime
    closes_at: datetime
    opens: str
    tables: tuple[TablePage, ...]
    byes: tuple[tuple[Named, str], ...]
    cost: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A place at a table that has not begun, which the reader was asked to take."""

    search: int
    round: int
    table: int
    opens_at: datetime


@dataclass(frozen=True, slots=True)
class EntryPage:
    """What somebody is in a season, and what he can do there now."""

    league: LeagueFacts
    season: SeasonFacts
    status: str
    """Empty if he is not in it."""
    number: int
    """Among those who wait; 0 if he does not."""
    until: datetime | None
    """Until when he may say that he comes, or has a place kept."""
    can: Sequence[str]
    """Of register, confirm, decline, withdraw, come-back, bye, no-bye, reserve, unreserve."""
    steps: tuple[Step, ...] = ()
    """The cards that he was given in it."""
    sits_out: int = 0
    """The next round that is not drawn, which he can sit out or will; 0 if there is none."""
    vacancies: tuple[Vacancy, ...] = ()
    """Places that he was asked to take."""


@dataclass(frozen=True, slots=True)
class AskPage:
    """A question to the directors."""

    id: int
    condition: str
    said: Mapping[str, Any]
    choices: tuple[str, ...]
    default: str
    status: str
    answer: str
    answered_by: str
    opened_at: datetime
    deadline: datetime
    answered_at: datetime | None
