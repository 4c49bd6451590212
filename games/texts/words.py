"""Words that every game uses: lists, tools, directions. No sentences."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.texts.spoken import spoken


@spoken
def tool_name(tool: str) -> str:
    """Name a tool."""
    return {"pick": _("pick"), "lantern": _("lantern"), "cart": _("cart")}[tool]


@spoken
def side_names(sides: str) -> str:
    """Write open sides in words, as "up–down"."""
    words = {"N": _("up"), "E": _("right"), "S": _("down"), "W": _("left")}
    return "–".join(words[side] for side in "NSWE" if side in sides)


def game_title(name: str, ruleset: str) -> str:
    """Say what a game is called and which one it is."""
    return f"{name} · {ruleset}" if name else ruleset


def address_text(address: str) -> str:
    """Write an address as people do, with the letters of its domain that mail has others for."""
    local, _at, domain = address.rpartition("@")
    try:
        return f"{local}@{domain.encode('ascii').decode('idna')}"
    except UnicodeError:  # no letters stand behind it
        return address


def joined(names: Sequence[str]) -> str:
    """List names as in a sentence: "a, b and c"."""
    *most, last = names
    if not most:
        return last
    return _("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last}
