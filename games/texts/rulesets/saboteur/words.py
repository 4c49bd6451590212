"""The base game's names: options, dwarves, cards, and which side won."""

from django.utils.translation import gettext as _

from engine.decks.saboteur import ACTIONS, GOALS, PATHS, START
from games.spoken import spoken
from games.texts.rulesets.common import cards

PATH_ROWS = {row.code: row for row in (*PATHS, START, *GOALS)}
ACTION_ROWS = {row.code: row for row in ACTIONS}


def name() -> str:
    """Name the game."""
    return _("Saboteur")


def pitch() -> str:
    """Say what kind of game it is."""
    return _("Dwarves dig for a hidden treasure, and some of them want it to stay hidden.")


def option_name(option: str) -> str:
    """Name an option of the game."""
    return {
        "edition": _("Edition"),
        "rounds": _("Rounds"),
        "tools": _("Broken tools at the end"),
    }[option]


def option_value(option: str, value: str) -> str:
    """Say in a few words what a value of an option means."""
    return {
        ("edition", "current"): _(
            "current (cards join a way from the start; one gold card a digger)"
        ),
        ("edition", "2004"): _("2004 (touching is enough; as many gold cards as players)"),
        ("rounds", "3"): _("three, the whole game"),
        ("rounds", "1"): _("one, a short game"),
        ("tools", "off"): _("no matter, every digger gets gold"),
        ("tools", "competitive"): _("a digger with a broken tool gets no gold"),
    }[option, value]


@spoken
def role_name(role: str) -> str:
    """Name a dwarf's role."""
    return {"digger": _("digger"), "saboteur": _("saboteur")}[role]


@spoken
def won_by_text(won_by: str) -> str:
    """Say which side won a round."""
    return {
        "diggers": _("The diggers reached the treasure."),
        "saboteurs": _("The treasure stayed hidden: the saboteurs win."),
        "nobody": _("The treasure stayed hidden. There was no saboteur, so nobody wins."),
    }[won_by]


def card_name(code: str, turned: bool) -> str:  # noqa: FBT001 (the way a book is asked)
    """Name a card of the box."""
    action = ACTION_ROWS.get(code)
    if action is not None:
        return cards.action_name(action.act, action.tools)
    row = PATH_ROWS[code]
    return cards.path_name(row.ways, row.mark, turned=turned)
