"""Pictures for letters as PNG: opaque, twice as dense as they are shown."""

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import resvg_py
from django.core.cache import cache

from engine.maze.cells import Cell
from games.drawing.cards import card_body
from games.drawing.frame import Table
from games.drawing.maze import GROUND, maze_svg
from games.drawing.symbols import definitions
from games.drawing.ways import HEIGHT, WIDTH

SHOWN_WIDTH = 620
"""Pixels that a letter gives the picture."""

_FONT = Path(__file__).parent / "fonts" / "coordinates.ttf"
_DENSITY = 2
# A smooth glow and soft edges would make the letter three times as heavy; at this density nobody
# sees the difference.
_FLAT = {"url(#lamp)": "#eeb25c", "url(#dusk)": "#75604c"}
_KEPT_SECONDS = 60 * 60
_GAP = 9
_PITCH = WIDTH + _GAP


def maze_png(table: Table, *, fresh: frozenset[Cell] = frozenset()) -> bytes:
    """Draw the maze for a letter."""
    return _kept(maze_svg(table, fresh=fresh, tight=True), SHOWN_WIDTH)


def hand_png(codes: Sequence[str]) -> bytes:
    """Draw a hand of cards side by side for a letter."""
    cards = "".join(
        f'<g transform="translate({at * _PITCH + _GAP} {_GAP})">{card_body(code)}</g>'
        for at, code in enumerate(codes)
    )
    width, height = len(codes) * _PITCH + _GAP, HEIGHT + 2 * _GAP
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{cards}</svg>'
    return _kept(svg, hand_width(len(codes)))


def hand_width(cards: int) -> int:
    """Pixels that a letter gives a hand of so many cards."""
    return min(96 * cards, SHOWN_WIDTH - 40)


def _kept(svg: str, width: int) -> bytes:
    # A whole table is written to at once, and most of it sees the same.
    key = f"drawing:{width}:{blake2b(svg.encode(), digest_size=20).hexdigest()}"
    png: bytes | None = cache.get(key)
    if png is None:
        png = _render(svg, width)
        cache.set(key, png, _KEPT_SECONDS)
    return png


def _render(svg: str, width: int) -> bytes:
    for glow, plain in _FLAT.items():
        svg = svg.replace(glow, plain)
    # Never the system's fonts: without this one the letters of the columns would vanish in silence.
    return resvg_py.svg_to_bytes(
        svg_string=svg.replace(">", ">" + definitions(svg), 1),
        width=width * _DENSITY,
        background=GROUND,
        shape_rendering="crisp_edges",
        skip_system_fonts=True,
        font_files=[str(_FONT)],
    )
