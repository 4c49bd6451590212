"""The maze as a PNG for letters: opaque, twice as dense as it is shown."""

from hashlib import blake2b
from pathlib import Path

import resvg_py
from django.core.cache import cache as store

from engine.maze.cells import Cell
from games.drawing.maze import GROUND, Table, maze_svg
from games.drawing.symbols import definitions

SHOWN_WIDTH = 620
"""Pixels that a letter gives the picture."""

_FONT = Path(__file__).parent / "fonts" / "coordinates.ttf"
_DENSITY = 2
# A smooth glow and soft edges would make the letter three times as heavy; at this density nobody
# sees the difference.
_FLAT = {"url(#lamp)": "#eeb25c", "url(#dusk)": "#75604c"}
_KEEP = 60 * 60


def maze_png(table: Table, *, fresh: frozenset[Cell] = frozenset()) -> bytes:
    """Draw the maze for a letter; kept for a while, since a whole table is written to at once."""
    svg = maze_svg(table, fresh=fresh)
    key = f"maze-png:{blake2b(svg.encode(), digest_size=20).hexdigest()}"
    png: bytes | None = store.get(key)
    if png is None:
        png = _render(svg)
        store.set(key, png, _KEEP)
    return png


def _render(svg: str) -> bytes:
    for glow, plain in _FLAT.items():
        svg = svg.replace(glow, plain)
    alone = svg.replace(">", ">" + definitions(svg), 1)
    # Never the system's fonts: without this one the letters of the columns would vanish in silence.
    return resvg_py.svg_to_bytes(
        svg_string=alone,
        width=SHOWN_WIDTH * _DENSITY,
        background=GROUND,
        shape_rendering="crisp_edges",
        skip_system_fonts=True,
        font_files=[str(_FONT)],
    )
