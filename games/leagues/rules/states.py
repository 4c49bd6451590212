"""How seasons, entries, rounds and tables go on: from, to, by what, and under which conditions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar


class Season(StrEnum):
    """How far one run of a league got."""

    DRAFT = "draft"
    ANNOUNCED = "announced"
    REGISTRATION = "registration"
    PREPARED = "prepared"
    RUNNING = "running"
    SUSPENDED = "suspended"
    COUNTING = "counting"
    FINAL = "final"
    CLOSED = "closed"
    CANCELLED = "cancelled"


class Entry(StrEnum):
    """How a player stands to a season."""

    NONE = ""
    REGISTERED = "registered"
    WAITING = "waiting"
    SUBSTITUTE = "substitute"
    LATE_JOINER = "late-joiner"
    CONFIRMED = "confirmed"
    DECLINED = "declined"
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    DROPPED = "dropped"
    REMOVED = "removed"
    FINISHED = "finished"


class Round(StrEnum):
    """How far a round got. A postponed one keeps its state and has later dates."""

    PLANNED = "planned"
    DRAWN = "drawn"
    PUBLISHED = "published"
    OPEN = "open"
    CLOSED = "closed"


class Table(StrEnum):
    """How far a table got."""

    DRAWN = "drawn"
    RUNNING = "running"
    FINISHED = "finished"
    ADJUDICATED = "adjudicated"
    ANNULLED = "annulled"
    REPLAYED = "replayed"
    """Annulled, and a new table has its seats and its round."""


class By(StrEnum):
    """What sets a transition off."""

    DIRECTOR = "director"
    PLAYER = "player"
    DATE = "date"
    DRAW = "draw"
    GAME = "game"
    """A game that ended, or the last of a round."""
    CARD = "card"
    """A red one."""
    PLACE = "place"
    """One that fell free."""
    SEASON = "season"
    """The entry's or round's season went on."""
    APPEAL = "appeal"
    ASK = "ask"
    """Its deadline: the default applies."""
    POSTPONED = "postponed"
    """A director gives a later date."""


class Condition(StrEnum):
    """What must hold. One that does not is named in the question to the directors."""

    REASON = "reason"
    # a season
    SIMULATED = "simulated with these very rules"
    CALENDAR_AHEAD = "calendar entirely in the future"
    TWO_DIRECTORS = "two directors"
    SCORING_FITS = "scoring fits the ruleset"
    ENOUGH_ENTRIES = "enough entries"
    NOBODY_TWICE = "nobody twice"
    NO_ASK_OPEN = "no unanswered ask"
    PUBLISHED_BEFORE = "divisions published long enough before"
    FIRST_DRAWN = "first draw made"
    ALL_ROUNDS_CLOSED = "last round closed"
    NOBODY_LEFT = "no active entry left"
    ALL_TABLES_ENDED = "every table finished, adjudicated or annulled"
    NO_APPEAL_OPEN = "no appeal open"
    REBUILT_ALIKE = "standings rebuilt from nothing equal those shown"
    # an entry
    REGISTRATION_OPEN = "registration open"
    ZONE_KNOWN = "zone known"
    RELIABLE = "reliability at least the minimum"
    NO_RED_CARD = "no red card in force"
    NOT_ENTERED = "not entered already"
    ROOM = "greatest size not reached"
    ACCEPTED_IN_TIME = "accepted within 24 hours"
    BEFORE_PUBLICATION = "divisions not yet published"
    IN_ONE_DIVISION = "in exactly one division"
    NOT_OWN_DIVISION = "not in the director's own division"
    WITHIN_A_DAY = "within 24 hours"
    SEAT_NOT_TAKEN = "no substitute seated yet"
    # a round
    ONE_TABLE_AT_LEAST = "enough entries for one table"
    ROUND_UNPUBLISHED = "round not yet published"
    EVERYBODY_ONCE = "every active entry at exactly one table or with a bye"
    GAMES_MADE = "games made, once per table"
    WHOLE_DAYS = "by whole days, to a later date"
    # a table
    SEATS_HELD = "seats held are at least the ruleset's least"
    SEARCHED = "seats searched for in vain"
    LINE_PER_SEAT = "one line per seat"
    IN_RANGE = "points within the scoring's range"
    SEASON_NOT_FINAL = "season not final"
    ROUND_LENGTH_LEFT = "one round length left"


State = TypeVar("State", Season, Entry, Round, Table)


@dataclass(frozen=True, slots=True)
class Transition(Generic[State]):
    """One line of a table of states."""

    before: State
    after: State
    by: By
    conditions: tuple[Condition, ...] = ()

    def failing(self, holds: Mapping[Condition, bool]) -> tuple[Condition, ...]:
        """Name the conditions that do not hold; each must be known, none is taken for granted."""
        return tuple(condition for condition in self.conditions if not holds[condition])


def found(
    table: Iterable[Transition[State]], before: State, after: State, by: By
) -> Transition[State] | None:
    """Find the line for a change; none, if it cannot be."""
    lines = (one for one in table if (one.before, one.after, one.by) == (before, after, by))
    return next(lines, None)


def ways_on(table: Iterable[Transition[State]], before: State) -> list[Transition[State]]:
    """List what can become of this state."""
    return [one for one in table if one.before == before]


_MAY_ENTER = (
    Condition.ZONE_KNOWN,
    Condition.RELIABLE,
    Condition.NO_RED_CARD,
    Condition.NOT_ENTERED,
)
_BEFORE_IT_RUNS = (Season.DRAFT, Season.ANNOUNCED, Season.REGISTRATION, Season.PREPARED)

SEASON: tuple[Transition[Season], ...] = (
    Transition(
        Season.DRAFT,
        Season.ANNOUNCED,
        By.DIRECTOR,
        (
            Condition.SIMULATED,
            Condition.CALENDAR_AHEAD,
            Condition.TWO_DIRECTORS,
            Condition.SCORING_FITS,
        ),
    ),
    Transition(Season.ANNOUNCED, Season.REGISTRATION, By.DATE),
    Transition(
        Season.REGISTRATION,
        Season.PREPARED,
        By.DATE,
        (Condition.ENOUGH_ENTRIES, Condition.NOBODY_TWICE, Condition.NO_ASK_OPEN),
    ),
    Transition(
        Season.PREPARED,
        Season.RUNNING,
        By.DATE,
        (Condition.PUBLISHED_BEFORE, Condition.FIRST_DRAWN),
    ),
    Transition(Season.RUNNING, Season.CLOSED, By.DATE, (Condition.NOBODY_LEFT,)),
    Transition(Season.RUNNING, Season.COUNTING, By.DATE, (Condition.ALL_ROUNDS_CLOSED,)),
    Transition(
        Season.COUNTING,
        Season.FINAL,
        By.DATE,
        (
            Condition.ALL_TABLES_ENDED,
            Condition.NO_APPEAL_OPEN,
            Condition.NO_ASK_OPEN,
            Condition.REBUILT_ALIKE,
        ),
    ),
    Transition(Season.FINAL, Season.CLOSED, By.SEASON),
    Transition(Season.FINAL, Season.CLOSED, By.DATE),
    *(
        Transition(state, Season.CANCELLED, By.DIRECTOR, (Condition.REASON,))
        for state in _BEFORE_IT_RUNS
    ),
    Transition(Season.REGISTRATION, Season.CANCELLED, By.ASK),
    Transition(Season.RUNNING, Season.SUSPENDED, By.DIRECTOR, (Condition.REASON,)),
    Transition(
        Season.SUSPENDED, Season.RUNNING, By.DIRECTOR, (Condition.REASON, Condition.WHOLE_DAYS)
    ),
)

ENTRY: tuple[Transition[Entry], ...] = (
    Transition(
        Entry.NONE,
        Entry.REGISTERED,
        By.PLAYER,
        (Condition.REGISTRATION_OPEN, *_MAY_ENTER, Condition.ROOM),
    ),
    Transition(Entry.NONE, Entry.WAITING, By.PLAYER, _MAY_ENTER),
    *(
        Transition(Entry.WAITING, state, By.PLACE, (Condition.ACCEPTED_IN_TIME,))
        for state in (Entry.REGISTERED, Entry.SUBSTITUTE, Entry.LATE_JOINER)
    ),
    Transition(Entry.REGISTERED, Entry.CONFIRMED, By.PLAYER, (Condition.BEFORE_PUBLICATION,)),
    Transition(Entry.REGISTERED, Entry.DECLINED, By.PLAYER),
    Transition(Entry.REGISTERED, Entry.DECLINED, By.DATE),
    Transition(Entry.CONFIRMED, Entry.ACTIVE, By.SEASON, (Condition.IN_ONE_DIVISION,)),
    Transition(Entry.LATE_JOINER, Entry.ACTIVE, By.DRAW, (Condition.IN_ONE_DIVISION,)),
    Transition(Entry.ACTIVE, Entry.WITHDRAWN, By.PLAYER),
    Transition(Entry.ACTIVE, Entry.DROPPED, By.CARD),
    Transition(
        Entry.ACTIVE,
        Entry.REMOVED,
        By.DIRECTOR,
        (Condition.REASON, Condition.NOT_OWN_DIVISION),
    ),
    *(
        Transition(state, Entry.ACTIVE, By.APPEAL, (Condition.SEAT_NOT_TAKEN,))
        for state in (Entry.WITHDRAWN, Entry.DROPPED, Entry.REMOVED)
    ),
    Transition(
        Entry.WITHDRAWN,
        Entry.ACTIVE,
        By.PLAYER,
        (Condition.WITHIN_A_DAY, Condition.SEAT_NOT_TAKEN),
    ),
    Transition(Entry.ACTIVE, Entry.FINISHED, By.SEASON),
)

ROUND: tuple[Transition[Round], ...] = (
    Transition(
        Round.PLANNED,
        Round.DRAWN,
        By.DRAW,
        (Condition.NO_ASK_OPEN, Condition.ONE_TABLE_AT_LEAST),
    ),
    Transition(Round.DRAWN, Round.DRAWN, By.DIRECTOR, (Condition.ROUND_UNPUBLISHED,)),
    Transition(Round.DRAWN, Round.DRAWN, By.DRAW, (Condition.ROUND_UNPUBLISHED,)),
    Transition(Round.DRAWN, Round.PUBLISHED, By.DATE, (Condition.EVERYBODY_ONCE,)),
    Transition(Round.PUBLISHED, Round.OPEN, By.DATE, (Condition.GAMES_MADE,)),
    Transition(Round.OPEN, Round.CLOSED, By.DATE),
    *(
        Transition(state, state, By.POSTPONED, (Condition.REASON, Condition.WHOLE_DAYS))
        for state in (Round.PLANNED, Round.DRAWN, Round.PUBLISHED)
    ),
)

_ADJUDICATION = (Condition.REASON, Condition.NOT_OWN_DIVISION, Condition.IN_RANGE)
_REVISION = (Condition.REASON, Condition.SEASON_NOT_FINAL)

TABLE: tuple[Transition[Table], ...] = (
    Transition(Table.DRAWN, Table.RUNNING, By.DATE, (Condition.SEATS_HELD,)),
    Transition(Table.DRAWN, Table.ANNULLED, By.DATE, (Condition.SEARCHED,)),
    Transition(Table.RUNNING, Table.FINISHED, By.GAME, (Condition.LINE_PER_SEAT,)),
    Transition(Table.RUNNING, Table.ADJUDICATED, By.DIRECTOR, _ADJUDICATION),
    Transition(
        Table.FINISHED,
        Table.ADJUDICATED,
        By.DIRECTOR,
        (*_ADJUDICATION, Condition.SEASON_NOT_FINAL),
    ),
    Transition(Table.FINISHED, Table.ADJUDICATED, By.APPEAL, (*_REVISION, Condition.IN_RANGE)),
    Transition(
        Table.FINISHED,
        Table.ANNULLED,
        By.DIRECTOR,
        (*_REVISION, Condition.NOT_OWN_DIVISION),
    ),
    Transition(Table.FINISHED, Table.ANNULLED, By.APPEAL, _REVISION),
    Transition(
        Table.RUNNING,
        Table.ANNULLED,
        By.DIRECTOR,
        (Condition.REASON, Condition.NOT_OWN_DIVISION),
    ),
    Transition(Table.RUNNING, Table.ANNULLED, By.ASK),
    Transition(
        Table.ANNULLED,
        Table.REPLAYED,
        By.DIRECTOR,
        (Condition.REASON, Condition.NOT_OWN_DIVISION, Condition.ROUND_LENGTH_LEFT),
    ),
)
