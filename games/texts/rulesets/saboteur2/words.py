"""The names of Saboteur 2: options, dwarves, cards, what can lie before somebody."""

from django.utils.translation import gettext as _

from engine.decks import saboteur as base
from engine.decks import saboteur2 as box
from games.spoken import spoken
from games.texts.rulesets.common import cards
from games.texts.words import tool_name

PATH_ROWS = {row.code: row for row in (*base.PATHS, *box.PATHS, base.START, *base.GOALS)}
ACTION_ROWS = {row.code: row for row in (*base.ACTIONS, *box.ACTIONS)}


def name() -> str:
    """Name the game."""
    return _("Saboteur 2")


def pitch() -> str:
    """Say what kind of game it is."""
    return _(
        "Two teams of diggers race for the treasure through doors and over ladders, and boss, "
        "profiteer, geologists and saboteurs want their part."
    )


def option_name(option: str) -> str:
    """Name an option of the game."""
    return {
        "fourth_rockfall": _("Fourth rockfall"),
        "profiteer": _("Profiteer behind shut doors"),
        "trapped_geologist": _("Trapped geologist"),
        "rounds": _("Rounds"),
    }[option]


def option_value(option: str, value: str) -> str:
    """Say in a few words what a value of an option means."""
    return {
        ("fourth_rockfall", "on"): _("with it: the 21st action card of the box"),
        ("fourth_rockfall", "off"): _("without it: three rockfalls"),
        ("profiteer", "always"): _("gets his gold whoever reached the treasure"),
        ("profiteer", "literal"): _("gets it only if he reached the treasure himself"),
        ("trapped_geologist", "nothing"): _("gets nothing for the crystals"),
        ("trapped_geologist", "paid"): _("is paid for the crystals all the same"),
        ("rounds", "3"): _("three, the whole game"),
        ("rounds", "1"): _("one, a short game"),
    }[option, value]


@spoken
def role_name(role: str) -> str:
    """Name a dwarf's role."""
    return {
        "blue": _("blue digger"),
        "green": _("green digger"),
        "boss": _("boss"),
        "profiteer": _("profiteer"),
        "geologist": _("geologist"),
        "saboteur": _("saboteur"),
    }[role]


def card_name(code: str, turned: bool) -> str:  # noqa: FBT001 (the way a book is asked)
    """Name a card of either box."""
    if code in ACTION_ROWS:
        return action_name(code)
    row = PATH_ROWS[code]
    if row.mark == "ladder":
        return _("ladder %(sides)s") % {"sides": cards.around(row.ways, turned=turned)}
    shape = cards.path_name(row.ways, row.mark, turned=turned)
    with_mark = {
        "blue-door": _("%(shape)s, with a blue door"),
        "green-door": _("%(shape)s, with a green door"),
        "crystal": _("%(shape)s, with a crystal"),
    }.get(row.mark)
    return with_mark % {"shape": shape} if with_mark else shape


def action_name(code: str) -> str:
    """Name an action card of either box."""
    new = {
        "theft": _("theft"),
        "hands-off": _("hands off"),
        "swap-hats": _("swap hats"),
        "inspect": _("inspection"),
        "swap-hands": _("swap hands"),
        "trap": _("trap"),
        "free": _("set free"),
    }
    row = ACTION_ROWS[code]
    return new[code] if code in new else cards.action_name(row.act, row.tools)


def before_name(what: str) -> str:
    """Name what somebody has before him and can get rid of: a broken tool, a trap, a theft."""
    own = {"trap": _("trap"), "theft": _("theft card")}
    return own[what] if what in own else _("broken %(tool)s") % {"tool": tool_name(what)}


@spoken
def won_by_text(won_by: str) -> str:
    """Say who won a round."""
    return {
        "blue": _("The blue team has a way to the treasure."),
        "green": _("The green team has a way to the treasure."),
        "both": _("Both teams have a way to the treasure."),
        "loners": _("No team wins: the boss or the profiteer takes the treasure."),
        "saboteurs": _("The treasure stayed hidden: the saboteurs win."),
        "nobody": _("Nobody gets the treasure."),
    }[won_by]
