"""What falls due in a season, and what its directors can be asked meanwhile."""

from datetime import timedelta
from enum import StrEnum

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

ANSWER_WITHIN = timedelta(hours=48)
REMIND_BEFORE = timedelta(hours=12)
LOOK_AGAIN = 6 * HOUR
"""So long what waits is not looked at, unless something comes that it may wait for."""
WAIT = DAY
"""What the answer "wait" puts off."""
OFFERED = DAY
"""So long a place that fell free is kept for who waits first."""
WARNED = timedelta(days=7)
"""So long before their end tables that run on are told of it."""
WEEK = 7 * DAY
"""From one digest of a league to the next."""
CLOSED_AFTER = timedelta(days=30)
RETURN_WITHIN = DAY
"""So long who withdrew may come back by himself."""
RETRIES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), 2 * HOUR, 12 * HOUR)


class What(StrEnum):
    """By these names rows say what falls due."""

    REGISTER = "register"
    """Registration opens."""
    PREPARE = "prepare"
    """Registration closes."""
    ARRANGE = "arrange"
    """The draft of divisions is made again."""
    SILENT = "silent"
    """Who was asked whether he comes has said nothing for long enough."""
    SIZES = "sizes"
    """The draft's sizes are looked at, while there is time to answer."""
    DIVIDE = "divide"
    """Divisions are published, and what is planned as a whole is drawn."""
    START = "start"
    DRAW = "draw"
    PUBLISH = "publish"
    OPEN = "open"
    DEAL = "deal"
    """A table's game is made."""
    CLOSE = "close"
    REVEAL = "reveal"
    """The deal that all tables of a round had is told."""
    HALF_LATE = "half-late"
    STANDING = "standing"
    COUNT = "count"
    """The last round is closed: what runs on is waited for."""
    WARN = "warn"
    OVERDUE = "overdue"
    FINAL = "final"
    NEXT = "next"
    """The rules of the following season are written down."""
    OVER = "over"
    APPEAL = "appeal"
    """An appeal that nobody decided is granted."""
    SEARCH = "search"
    """The next stage of a search for a substitute."""
    AWAY = "away"
    """Somebody is away for longer than is paid for from now on, or is to be back."""
    FORFEIT = "forfeit"
    """A game of two, or of one, ends without who has left it."""
    LAPSE = "lapse"
    """A place that was offered goes to the next."""
    PROPOSED = "proposed"
    """What a director would do, and another has to agree to."""
    TWO_RESULTS = "two-results"
    """A game came to something else than directors decided."""
    ONE_PERSON = "one-person"
    """Two entries seem to be the same person's."""
    SEAT_LOST = "seat-lost"
    """Somebody lost a seat by moderators: an earlier table of his is looked at."""
    ZONE = "zone"
    """The zone's rules have moved a round that was published."""
    ASK_SOON = "ask-soon"
    ASK = "ask"
    """A question's own deadline."""
    DIGEST = "digest"
    """Once a week: who follows is told what happened."""
    LOOK = "look"
    """Once a day: who left the service leaves the season, and no result is forgotten."""


class Condition(StrEnum):
    """What must hold before something happens; else the directors are asked."""

    TOO_FEW = "too-few"
    OPEN_ASK = "open-ask"
    DIVISION_SIZE = "division-size"
    SEASON_BEFORE = "season-before"
    """Places of the season before are not final."""
    LATE_DIVISIONS = "late-divisions"
    NOT_DRAWN = "not-drawn"
    NO_TABLE = "no-table"
    """Too few are left for one table."""
    UNFINISHED = "unfinished"
    """The draw of a final needs results that are not there."""
    SHORT_TABLE = "short-table"
    HALF_LATE = "half-late"
    OVERDUE = "overdue"
    STANDING_DIFFERS = "standing-differs"
    CLINCHED = "clinched"
    """A place that is certain would change by what a director proposes."""
    TWO_RESULTS = "two-results"
    DROPPED_OUT = "dropped-out"
    """Who left would be met in a knock-out."""
    ZONE_MOVED = "zone-moved"
    ONE_PERSON = "one-person"
    SEAT_LOST = "seat-lost"
    """Of somebody who lost a seat by moderators an earlier table counts."""


class Choice(StrEnum):
    """What directors can answer."""

    WAIT = "wait"
    """A day; then the condition is looked at again."""
    WEEK = "week"
    """The same, for a week."""
    GO_ON = "go-on"
    """As if it held."""
    CANCEL = "cancel"
    MERGE = "merge"
    """Cancelled, and all who are in it are in the next one."""
    ANNUL = "annul"
    LEAVE = "leave"
    """It is not done; what stands stays."""
    STRIKE = "strike"
    """The later of two entries is taken back."""
    FOLLOW = "follow"
    """A round opens and closes as the clock on the wall says now."""
    POSTPONE = "postpone"
    """The next rounds come later by a whole round's length."""


CHOICES: dict[Condition, tuple[Choice, ...]] = {
    Condition.TOO_FEW: (Choice.CANCEL, Choice.WAIT, Choice.MERGE),
    Condition.OPEN_ASK: (Choice.WAIT, Choice.GO_ON),
    Condition.DIVISION_SIZE: (Choice.GO_ON, Choice.WAIT),
    Condition.SEASON_BEFORE: (Choice.WAIT, Choice.GO_ON),
    Condition.LATE_DIVISIONS: (Choice.WAIT, Choice.GO_ON),
    Condition.NOT_DRAWN: (Choice.WAIT,),
    Condition.NO_TABLE: (Choice.GO_ON, Choice.WAIT, Choice.CANCEL),
    Condition.UNFINISHED: (Choice.WAIT,),
    Condition.SHORT_TABLE: (Choice.ANNUL, Choice.WAIT),
    Condition.HALF_LATE: (Choice.GO_ON, Choice.POSTPONE),
    Condition.OVERDUE: (Choice.ANNUL, Choice.WEEK),
    Condition.STANDING_DIFFERS: (Choice.WAIT, Choice.GO_ON),
    Condition.CLINCHED: (Choice.LEAVE, Choice.GO_ON),
    Condition.TWO_RESULTS: (Choice.LEAVE, Choice.GO_ON),
    Condition.DROPPED_OUT: (Choice.GO_ON, Choice.WAIT),
    Condition.ZONE_MOVED: (Choice.LEAVE, Choice.FOLLOW),
    Condition.ONE_PERSON: (Choice.LEAVE, Choice.STRIKE),
    Condition.SEAT_LOST: (Choice.LEAVE, Choice.ANNUL),
}
"""What can be answered to each; the first is what happens where nobody answers."""
