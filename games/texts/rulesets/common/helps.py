"""What a card does, in a plain sentence, where several boxes have cards like it."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.texts.book import Kind, Kinds
from games.texts.words import tool_name


def path_help(ways: str) -> str:
    """Say where a path card leads, by its ways as they are written in the decks."""
    joined = sorted(way for way in ways.split() if len(way) > 1)
    blind = any(len(way) == 1 for way in ways.split())
    if not joined:
        return _("A dead end: it is laid like any path card, but no way leads through it.")
    if joined == ["EW", "NS"]:
        return _("Two straight ways cross without meeting: nobody changes from one to the other.")
    if len(joined) == 2:
        return _("Two ways turn a corner each and do not meet.")
    return _forked(joined[0]) if blind else _open(joined[0])


def _open(way: str) -> str:
    if len(way) == 4:
        return _("The way goes on in all four directions.")
    if len(way) == 3:
        return _("The way forks: each of its three openings leads to the two others.")
    if way in ("NS", "EW"):
        return _("The way leads straight on.")
    return _("The way turns a corner.")


def _forked(way: str) -> str:
    """Say the same of a card that has dead ends beside its way."""
    if len(way) == 3:
        return _("The way forks in three; what else is open on the card is a dead end.")
    if way in ("NS", "EW"):
        return _("The way leads straight on; what else is open on the card is a dead end.")
    return _("The way turns a corner; what else is open on the card is a dead end.")


def tools_help(act: str, tools: Sequence[str]) -> str:
    """Say what breaking and mending cards do where one may do it to others."""
    if act == "break":
        return _("Put it before somebody else, who lays no path cards until the tool is mended.")
    if len(tools) > 1:
        return _("Mends one of the two tools that it shows, your own or anybody else's.")
    return _("Mends a broken %(tool)s, your own or anybody else's.") % {"tool": tool_name(tools[0])}


def map_help() -> str:
    """Say what a map does."""
    return _("Look secretly at one goal that lies face down.")


def action_help(act: str, tools: Sequence[str]) -> str:
    """Say what an action card of the base box does."""
    if tools:
        return tools_help(act, tools)
    return {
        "rockfall": _("Takes one path card out of the maze, never the start or a goal."),
        "map": map_help(),
    }[act]


def counted(copies: int) -> str:
    """Say how many cards of a kind there are."""
    return ngettext("%(n)d card", "%(n)d cards", copies) % {"n": copies}


def kinds(title: str, rows: Iterable[tuple[str, int]]) -> Kinds:
    """Put rows of a deck, each with its number of copies, under a title."""
    return Kinds(title, tuple(Kind(code, counted(copies)) for code, copies in rows))
