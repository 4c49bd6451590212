"""Every sentence about the game itself: facts, reasons, moves and cards in the reader's language.

Built from what a view, an event or a pick says; never from a state.
"""

from games.texts.cards import card_name, side_names
from games.texts.events import changed_cells, event_text, late_text, story, tells_a_rounds_end
from games.texts.moments import day_text, hours_text, moment_text, time_left
from games.texts.moves import move_text, pick_text, question_text
from games.texts.problems import problem_text
from games.texts.reasons import reason_text
from games.texts.words import (
    joined,
    option_name,
    option_value,
    role_name,
    ruleset_name,
    tool_name,
    won_by_text,
)

__all__ = [
    "card_name",
    "changed_cells",
    "day_text",
    "event_text",
    "hours_text",
    "joined",
    "late_text",
    "moment_text",
    "move_text",
    "option_name",
    "option_value",
    "pick_text",
    "problem_text",
    "question_text",
    "reason_text",
    "role_name",
    "ruleset_name",
    "side_names",
    "story",
    "tells_a_rounds_end",
    "time_left",
    "tool_name",
    "won_by_text",
]
