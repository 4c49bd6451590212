"""The colors of pictures in emails: all that the art names."""

import re
from collections.abc import Iterable

from games.drawing.symbols import SYMBOLS

Colour = tuple[int, int, int]

GROUND = "#17120e"
"""The ground under everything."""
LETTERS = "#cdb48c"
"""The names of columns and rows."""
FLAT = {"url(#lamp)": "#eeb25c", "url(#dusk)": "#75604c"}
"""A smooth glow makes an email three times as heavy; at its size nobody sees the difference."""
# The shade along the walls on either floor, and what else lies under everything or upon it.
_FURTHER = ("#ca934a", "#725d4c", GROUND, LETTERS, "#fff0c2", *FLAT.values())


def colour_of(name: str) -> Colour:
    """Read a color as the art writes it."""
    red, green, blue = bytes.fromhex(name.removeprefix("#"))
    return red, green, blue


def _named(texts: Iterable[str]) -> tuple[Colour, ...]:
    named = {name for text in texts for name in re.findall(r"#([0-9a-f]{6})\b", text)}
    return tuple(map(colour_of, sorted(named)))


PALETTE = _named((*SYMBOLS.values(), *_FURTHER))
