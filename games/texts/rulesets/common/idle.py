"""Why a card in the reader's hand cannot be played now, and what keeps him from laying any."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.texts.words import joined, tool_name


def broken(view: Any) -> str:
    """Say that broken tools keep the viewer from laying paths; nothing if all are whole."""
    tools = view.broken[view.seat] if view.seat is not None else ()
    if not tools:
        return ""
    said = ngettext(
        "Your %(tools)s is broken: no path cards until it is mended.",
        "Your %(tools)s are broken: no path cards until they are mended.",
        len(tools),
    )
    return said % {"tools": joined([tool_name(tool) for tool in tools])}


def broken_or_trapped(view: Any) -> str:
    """Say the same where a dwarf can be trapped as well."""
    if view.seat is not None and view.trapped[view.seat]:
        return _("You are trapped: no path cards until you are free.")
    return broken(view)


def why(code: str, hindered: str) -> str:
    """Say why a card can only be put face down now, given what keeps its holder from laying."""
    kind = code.partition("-")[0]
    if kind in _WHY:
        return _WHY[kind]()
    is_path = code[0].isupper()
    return (hindered or _("It fits nowhere now.")) if is_path else _("It is of no use now.")


_WHY: Mapping[str, Callable[[], str]] = {
    "break": lambda: _("Wherever that tool could be broken, it is broken already."),
    "fix": lambda: _("No tool is broken that it could mend."),
    "rockfall": lambda: _("There is no card that it may take away."),
    "map": lambda: _("There is no goal left to look at."),
    "free": lambda: _("Nobody is trapped."),
    "key": lambda: _("There is no door that it could open."),
}
