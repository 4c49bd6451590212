"""Every sentence about the game itself: facts, reasons, moves and cards in the reader's language.

Built from what a view, an event or a pick says; never from a state. What is said in one game only
is in its book, one folder of `rulesets` each; `reader_of` finds it by the game's key.
"""

from games.texts.absences import date_text, days_of_vacation, left_by_year, vacation_text
from games.texts.acts import ACTS, act_words
from games.texts.book import (
    Badge,
    Book,
    Dwarf,
    Fact,
    Kind,
    Kinds,
    Panel,
    Reader,
    RoundResult,
    Share,
    Shares,
)
from games.texts.clocks import (
    causes_text,
    days_text,
    left_text,
    length_text,
    pace_term,
    preset_text,
    style_text,
    time_terms,
)
from games.texts.lessons import lesson_titles, lesson_words
from games.texts.moments import day_text, hours_text, moment_text, time_left
from games.texts.orders import (
    fault_text,
    faults_text,
    line_note,
    list_name,
    order_help,
    order_names,
    order_notes,
    orders_label,
    pace_text,
)
from games.texts.problems import problem_text
from games.texts.records import appeal_text, bar_text, record_text, reply_text, share_text
from games.texts.refusals import refusal_text
from games.texts.rulesets import (
    BOOKS,
    card_help,
    card_name,
    option_name,
    option_value,
    reader_of,
    reason_text,
    role_help,
    role_name,
    ruleset_name,
)
from games.texts.rulesets.common.idle import why as why_idle
from games.texts.story import changed_cells, event_text, late_text, story, tells_a_rounds_end
from games.texts.talk import no_talk_text, readers_text, room_name
from games.texts.terms import finer_terms
from games.texts.waiting import hold_text, wait_text
from games.texts.words import joined, side_names, tool_name

__all__ = [
    "ACTS",
    "BOOKS",
    "Badge",
    "Book",
    "Dwarf",
    "Fact",
    "Kind",
    "Kinds",
    "Panel",
    "Reader",
    "RoundResult",
    "Share",
    "Shares",
    "act_words",
    "appeal_text",
    "bar_text",
    "card_help",
    "card_name",
    "causes_text",
    "changed_cells",
    "date_text",
    "day_text",
    "days_of_vacation",
    "days_text",
    "event_text",
    "fault_text",
    "faults_text",
    "finer_terms",
    "hold_text",
    "hours_text",
    "joined",
    "late_text",
    "left_by_year",
    "left_text",
    "length_text",
    "lesson_titles",
    "lesson_words",
    "line_note",
    "list_name",
    "moment_text",
    "no_talk_text",
    "option_name",
    "option_value",
    "order_help",
    "order_names",
    "order_notes",
    "orders_label",
    "pace_term",
    "pace_text",
    "preset_text",
    "problem_text",
    "reader_of",
    "readers_text",
    "reason_text",
    "record_text",
    "refusal_text",
    "reply_text",
    "role_help",
    "role_name",
    "room_name",
    "ruleset_name",
    "share_text",
    "side_names",
    "story",
    "style_text",
    "tells_a_rounds_end",
    "time_left",
    "time_terms",
    "tool_name",
    "vacation_text",
    "wait_text",
    "why_idle",
]
