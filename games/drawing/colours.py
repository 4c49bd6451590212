"""The colours of pictures in letters: all that the art names, so that no picture brings its own."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from games.drawing.symbols import SYMBOLS

Colour = tuple[int, int, int]

GROUND = "#17120e"
"""What is under everything."""
FLAT = {"url(#lamp)": "#eeb25c", "url(#dusk)": "#75604c"}
"""A smooth glow makes a letter three times as heavy; at its size nobody sees the difference."""
# The shade along the walls on either floor, and what else lies under everything or upon it.
_FURTHER = ("#ca934a", "#725d4c", GROUND, "#cdb48c", "#fff0c2", *FLAT.values())


def colour_of(name: str) -> Colour:
    """Read a colour as the art writes it."""
    red, green, blue = bytes.fromhex(name.removeprefix("#"))
    return red, green, blue


def _named(texts: Iterable[str]) -> tuple[Colour, ...]:
    named = {name for text in texts for name in re.findall(r"#([0-9a-f]{6})\b", text)}
    return tuple(map(colour_of, sorted(named)))


PALETTE = _named((*SYMBOLS.values(), *_FURTHER))
PLTE = bytes(part for colour in PALETTE for part in colour)
_INDEX = {colour: at for at, colour in enumerate(PALETTE)}


@lru_cache(maxsize=10_000)
def nearest(colour: Colour) -> int:
    """Find a colour's place in the palette, or that of the colour most like it."""
    return _INDEX[colour] if colour in _INDEX else min(_INDEX.values(), key=_distance(colour))


def _distance(colour: Colour) -> Callable[[int], int]:
    # The eye is keenest on green.
    def far(at: int) -> int:
        (r, g, b), (x, y, z) = colour, PALETTE[at]
        return 3 * (r - x) ** 2 + 6 * (g - y) ** 2 + (b - z) ** 2

    return far


@lru_cache(maxsize=1_000)
def veil(colour: Colour, alpha: int) -> bytes:
    """Tell for each colour of the palette what it looks like behind a translucent one."""
    seen = (nearest(_mixed(colour, beneath, alpha)) for beneath in PALETTE)
    return bytes(seen).ljust(256, b"\0")


def _mixed(over: Colour, under: Colour, alpha: int) -> Colour:
    red, green, blue = (
        (above * alpha + below * (255 - alpha)) // 255
        for above, below in zip(over, under, strict=True)
    )
    return red, green, blue
