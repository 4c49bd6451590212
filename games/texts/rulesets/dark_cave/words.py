"""The Dark Cave's names: clans, characters, cards, creatures, fields and borders."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.decks.dark_cave import ACTIONS, GOALS, PATHS, START, PathRow
from games.spoken import spoken
from games.texts.rulesets.common import cards

PATH_ROWS = {row.code: row for row in (*PATHS, START, *GOALS)}
ACTION_CODES = tuple(row.code for row in ACTIONS)


def name() -> str:
    """Name the game."""
    return _("The Dark Cave")


def pitch() -> str:
    """Say what kind of game it is."""
    return _(
        "Two clans of dwarves look for the way out with their gold. Who works for the other clan?"
    )


def option_name(option: str) -> str:
    """Name an option of the game: it has none."""
    raise KeyError(option)


def option_value(option: str, value: str) -> str:
    """Say what a value of an option means: there are none."""
    raise KeyError(option, value)


@spoken
def role_name(role: str) -> str:
    """Name a dwarf's character, or a whole clan card."""
    clan, _blank, character = role.rpartition(" ")
    named = {"loyal": _("loyal dwarf"), "saboteur": _("saboteur")}[character]
    if not clan:
        return named
    return _("%(clan)s, %(character)s") % {"clan": clan_name(clan), "character": named}


@spoken
def clan_name(clan: str) -> str:
    """Name a clan."""
    return {"blue": _("blue clan"), "yellow": _("yellow clan")}[clan]


def colour_name(clan: str) -> str:
    """Name a clan in a table."""
    return {"blue": pgettext("clan", "blue"), "yellow": pgettext("clan", "yellow")}[clan]


def other_clan(clan: str) -> str:
    """Give the clan that a clan's saboteurs work for."""
    return {"blue": "yellow", "yellow": "blue"}[clan]


def works_for(clan: str, role: str) -> str:
    """Give the clan that a dwarf works for."""
    return other_clan(clan) if role == "saboteur" else clan


@spoken
def creature_name(creature: str) -> str:
    """Name a creature."""
    return {"rat": _("rat"), "lindworm": _("lindworm"), "goblin": _("goblin")}[creature]


@spoken
def creature_subject(creature: str) -> str:
    """Name a creature at the beginning of a sentence."""
    return {"rat": _("The rat"), "lindworm": _("The lindworm"), "goblin": _("The goblin")}[creature]


@spoken
def field_name(field: str) -> str:
    """Name a field of a card by where it lies on the card."""
    return {
        "c": _("in the middle"),
        "n": _("at the top"),
        "e": _("on the right"),
        "s": _("at the bottom"),
        "w": _("on the left"),
        "ns": _("the way up and down"),
        "ew": _("the way across"),
        "nw": _("the bend up and left"),
        "es": _("the bend down and right"),
        "ne": _("the bend up and right"),
        "sw": _("the bend down and left"),
        "t": _("in the tunnel"),
        "d": _("in the dead end"),
        "dd": _("far in the dead end"),
    }[field]


@spoken
def place_name(place: str) -> str:
    """Name a field on the table: its cell, and where on the card it is."""
    cell, dot, field = place.partition(".")
    if not dot:
        return cell
    return _("%(cell)s (%(field)s)") % {"cell": cell, "field": field_name(field)}


@spoken
def border_name(border: str) -> str:
    """Name the border between two cells."""
    one, _slash, other = border.partition("/")
    return _("%(one)s and %(other)s") % {"one": one, "other": other}


def card_name(code: str, turned: bool) -> str:  # noqa: FBT001 (the way a book is asked)
    """Name a card of the box."""
    row = PATH_ROWS.get(code)
    return _action(code) if row is None else _path(row, turned=turned)


def _action(code: str) -> str:
    return {
        "info": _("secret information"),
        "rockfall": _("rockfall"),
        "swap": _("hand swap"),
        "web": _("spider web"),
        "boots": _("boots"),
        "axe": _("battle axe"),
        "goblin": pgettext("card", "goblin"),
        "lindworm": pgettext("card", "lindworm"),
        "rat": pgettext("card", "rat"),
    }[code]


def _path(row: PathRow, *, turned: bool) -> str:
    if row.code == "START":
        return _("start card")
    goal = _GOALS.get(row.code)
    if goal:
        return goal() % {"sides": cards.around(row.ways, turned=turned)}
    words = {
        "shape": _shape(row, turned=turned),
        "group": "I" * row.group,
        "mark": _MARKS[row.mark]() if row.mark in _MARKS else "",
    }
    if words["mark"]:
        return _("%(group)s: %(shape)s, %(mark)s") % words
    return _("%(group)s: %(shape)s") % words


def _shape(row: PathRow, *, turned: bool) -> str:
    if row.mark == "bridge":
        # The way that costs a card, after its field or the step across it.
        across = row.at in ("ew", "e-w")
        return _("bridge left–right") if across else _("bridge up–down")
    return cards.path_shape(row.ways, turned=turned)


_MARKS = {
    "hole": lambda: _("dark hole"),
    "ladder": lambda: _("ladder"),
    "tunnel": lambda: _("tunnel"),
    "vein": lambda: _("gold vein"),
}
_GOALS = {
    "GOAL-EXIT": lambda: _("the exit"),
    "GOAL-LADDER": lambda: _("goal with a ladder (%(sides)s)"),
    "GOAL-HOLE": lambda: _("goal with a dark hole (%(sides)s)"),
    "GOAL-VEIN": lambda: _("goal with a gold vein (%(sides)s)"),
}
