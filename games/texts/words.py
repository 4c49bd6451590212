"""Words that every game uses: lists, tools, directions. No sentences."""

from collections.abc import Sequence
from unicodedata import normalize

from django.utils.translation import gettext as _

from games.people.rules.looks import look
from games.spoken import spoken


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
    """Write an address as people do, with the letters of its domain that mail has others for.

    Not so one with letters that are taken for Latin ones: it would look like another address.
    """
    local, _at, domain = address.rpartition("@")
    try:
        written = domain.encode("ascii").decode("idna")
    except UnicodeError:  # no letters stand behind it
        return address
    return f"{local}@{written}" if all(map(_is_plain, written)) else address


_OF_THEIR_OWN = "ßæœøłđðþħ"
"""Latin letters that are read as they are, though they are no plain ones with a mark."""


def _is_plain(letter: str) -> bool:
    """Tell whether a letter is Latin, with whatever marks, or like none that is."""
    marked = normalize("NFKD", letter)[0].isascii()
    return marked or letter in _OF_THEIR_OWN or not look(letter).isascii()


def joined(names: Sequence[str]) -> str:
    """List names as in a sentence: "a, b and c"."""
    *most, last = names
    if not most:
        return last
    return _("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last}
