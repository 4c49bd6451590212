"""Everything a page or a letter needs to know, as small frozen values. Reads only.

States stay inside: what goes out is a ruleset's `View`, events as `seen_by` tells them, and the
texts of legal moves.
"""

from games.selectors.gathering import (
    hold,
    invitation_page,
    join_page,
    lobby,
    moved_by,
    my_games,
    reader_of,
    start_page,
    status_of,
)
from games.selectors.lessons import LEARNER, LESSON_RULESET, LESSONS, Lesson, lesson, played
from games.selectors.rulesets import offered
from games.selectors.stories import act_of, story
from games.selectors.tables import glance, own_visit, public_table, seat_table, visit_of
from games.selectors.times import (
    Absence,
    Covered,
    TableTime,
    TurnEntry,
    absences,
    calendar,
    calendar_owner,
    clocks,
    holder,
    table_time,
    vacation,
)
from games.selectors.values import (
    Act,
    Choice,
    GameFacts,
    InvitationFacts,
    Invited,
    Lobby,
    MyGame,
    Person,
    Reader,
    SeatTable,
    StoryEntry,
    Table,
    Visit,
)

__all__ = [
    "LEARNER",
    "LESSONS",
    "LESSON_RULESET",
    "Absence",
    "Act",
    "Choice",
    "Covered",
    "GameFacts",
    "InvitationFacts",
    "Invited",
    "Lesson",
    "Lobby",
    "MyGame",
    "Person",
    "Reader",
    "SeatTable",
    "StoryEntry",
    "Table",
    "TableTime",
    "TurnEntry",
    "Visit",
    "absences",
    "act_of",
    "calendar",
    "calendar_owner",
    "clocks",
    "glance",
    "hold",
    "holder",
    "invitation_page",
    "join_page",
    "lesson",
    "lobby",
    "moved_by",
    "my_games",
    "offered",
    "own_visit",
    "played",
    "public_table",
    "reader_of",
    "seat_table",
    "start_page",
    "status_of",
    "story",
    "table_time",
    "vacation",
    "visit_of",
]
