"""What the cards of The Duel do, for two and for one alone, and how many there are of each."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.decks.duel import ACTIONS, COLOURS, GOALS, PATHS, RETIRED_GOALS, STARTS, PathRow
from engine.decks.saboteur import ActionRow
from games.texts.book import Kinds
from games.texts.rulesets.common import helps
from games.texts.rulesets.duel.words import ACTION_ROWS, PATH_ROWS
from games.texts.words import tool_name


def card_help(code: str) -> str:
    """Say what a card does in the game for two."""
    action = ACTION_ROWS.get(code)
    if action is None:
        return _path_help(PATH_ROWS[code])
    if action.act == "break":
        return _("Put it before the other dwarf, who lays no path cards until the tool is mended.")
    if action.act == "rockfall":
        return _("Takes one path card out of the maze, never a start, a goal, gold or a troll.")
    return _action_help(action)


def solo_card_help(code: str) -> str:
    """Say what a card does in the game for one."""
    action, row = ACTION_ROWS.get(code), PATH_ROWS.get(code)
    if row is not None and row.mark == "ladder":
        return _lone_ladder_help(row.colour)
    if action is not None and action.act == "break":
        return _("Lies before you as soon as you draw it: no path cards until the tool is mended.")
    if action is not None and action.act == "rockfall":
        return _(
            "Falls as soon as you draw it: on the last card you laid that shows neither gold nor "
            "troll."
        )
    return card_help(code)


def _action_help(row: ActionRow) -> str:
    if row.act == "key":
        return _("Opens one door of the other colour to you until the round ends.")
    if row.act == "map":
        return helps.map_help()
    if len(row.tools) > 1:
        return _("Mends one of the two tools that it shows, only your own.")
    return _("Mends your own broken %(tool)s.") % {"tool": tool_name(row.tools[0])}


def _path_help(row: PathRow) -> str:
    if row.mark == "start":
        return {
            "green": _("The tunnels of the green dwarf begin here."),
            "blue": _("The tunnels of the blue dwarf begin here."),
        }[row.colour]
    if row.mark == "ladder":
        return {
            "green": _(
                "Joined with the green start card wherever it lies, never beside a goal or gold."
            ),
            "blue": _(
                "Joined with the blue start card wherever it lies, never beside a goal or gold."
            ),
        }[row.colour]
    said = [*([_gold_help(row.gold)] if row.gold else []), *_gates_help(row)]
    if not said and row in GOALS:
        return _("A goal without gold: once turned up, its ways belong to the maze.")
    return " ".join(said) if said else helps.path_help(row.ways)


def _lone_ladder_help(colour: str) -> str:
    return {
        "green": _("Joined with the start card of the green dwarf; for the blue one a mere bend."),
        "blue": _("Joined with the start card of the blue dwarf; for the green one a mere bend."),
    }[colour]


def _gold_help(gold: int) -> str:
    return ngettext(
        "Whoever first has an open way to the nugget wins it for good.",
        "Whoever first has an open way to the %(n)d nuggets wins them for good.",
        gold,
    ) % {"n": gold}


def _gates_help(row: PathRow) -> list[str]:
    said = {
        "green": _("The door lets the green dwarf pass, the blue one only with a key."),
        "blue": _("The door lets the blue dwarf pass, the green one only with a key."),
        "troll": _("The troll stops every dwarf until he is bribed, which costs one gold."),
    }
    # Of two doors of one colour it need not be said twice.
    return [said[what] for what in dict.fromkeys(g.split(":")[1] for g in row.gates.split())]


def role_help(role: str) -> str:
    """Say in a sentence what a dwarf can do."""
    return {
        "green": _("Begins at the green start card and passes green doors."),
        "blue": _("Begins at the blue start card and passes blue doors."),
    }[role]


def dwarves() -> Kinds:
    """List the two dwarves."""
    return helps.kinds(_("Dwarves"), ((colour, 1) for colour in COLOURS))


def kinds() -> Sequence[Kinds]:
    """List all kinds of cards in the box, and those that only older games have."""
    return (
        helps.kinds(_("Start cards"), ((row.code, row.copies) for row in STARTS)),
        helps.kinds(_("Path cards"), ((row.code, row.copies) for row in PATHS)),
        helps.kinds(_("Goals"), ((row.code, row.copies) for row in GOALS)),
        helps.kinds(_("Action cards"), ((row.code, row.copies) for row in ACTIONS)),
        helps.kinds(
            _("Goals that only games begun long ago have (ruling 26)"),
            ((row.code, 1) for row in RETIRED_GOALS),
        ),
    )
