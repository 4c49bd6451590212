"""Names of things: games, options, roles, tools. No sentences."""

from collections.abc import Sequence

from django.utils.translation import gettext as _


def ruleset_name(key: str) -> str:
    """Name a game."""
    return {"saboteur": _("Saboteur")}[key]


def option_name(name: str) -> str:
    """Name an option of a game."""
    return {
        "edition": _("Edition"),
        "rounds": _("Rounds"),
        "tools": _("Broken tools at the end"),
    }[name]


def option_value(name: str, value: str) -> str:
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
    }[name, value]


def role_name(role: str) -> str:
    """Name a dwarf's role."""
    return {"digger": _("digger"), "saboteur": _("saboteur")}[role]


def tool_name(tool: str) -> str:
    """Name a tool."""
    return {"pick": _("pick"), "lantern": _("lantern"), "cart": _("cart")}[tool]


def won_by_text(won_by: str) -> str:
    """Say which side won a round."""
    return {
        "diggers": _("The diggers reached the treasure."),
        "saboteurs": _("The treasure stayed hidden: the saboteurs win."),
        "nobody": _("The treasure stayed hidden, and nobody was there to win by it."),
    }[won_by]


def joined(names: Sequence[str]) -> str:
    """List names as in a sentence: "a, b and c"."""
    *most, last = names
    if not most:
        return last
    return _("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last}
