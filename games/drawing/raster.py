"""Pictures for emails: resvg renders each card once, Pillow pastes them into a palette PNG."""

from functools import lru_cache
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image, ImageDraw, ImageFont

from engine.maze.cells import Cell, column_name, row_name
from games.drawing.cards import card_body
from games.drawing.cells import Sights, lying, sights, upon
from games.drawing.colours import FLAT, GROUND, LETTERS, PALETTE
from games.drawing.frame import GUTTER, Frame, Table, frame
from games.drawing.symbols import definitions
from games.drawing.ways import HEIGHT, WIDTH

SHOWN_WIDTH = 620
"""Pixels that an email gives the picture."""

_GAP = 9
_PITCH = WIDTH + _GAP
_MARGIN = 24
"""How far what stands on a card may reach over its edge, in drawing units."""
_EARTH = f'<path fill="url(#earth)" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>'
_FONT = Path(__file__).parent / "fonts" / "coordinates.ttf"
_EFFORT = 6
"""Deflate at 9 saves one percent and takes four times as long."""

_ROOM = 26_500
"""Bytes for all pictures of an email: with all that stands around them it stays below 60 kB."""
_OF_HAND = 1_170
_CARD, _GOAL, _BARE = 775, 1_070, 120
"""Bytes of a card in the hand; of a card, a goal and a bare cell in the maze at density 1."""
_GROWTH, _SHRINKING = 1.29, 1.35
"""Edges grow with the density, what lies between them hardly does; below 1 little lies between."""
_DENSITIES = (1.5, 1.25, 1.0, 0.75, 7 / 12, 0.5)
"""Few, since each card is rendered once for each; in all of them its sides are whole pixels."""


def maze_png(table: Table, *, fresh: frozenset[Cell] = frozenset(), hand: int = 0) -> bytes:
    """Draw the maze for an email that also shows `hand` cards."""
    return _maze_png(sights(table), fresh, hand)


# A whole table is written to at once, and most players see the same.
@lru_cache(maxsize=128)
def _maze_png(table: Sights, fresh: frozenset[Cell], hand: int) -> bytes:
    shown = frame(table, fresh)
    density = _density(table, shown, hand)
    picture = _ground(shown, density).copy()
    for cell, body in lying(table):
        picture.paste(_face(_EARTH + body, density), _pixel(shown.corner(cell), density))
    for cell, (x, y), body in upon(table, fresh):
        left, top = shown.corner(cell)
        stamp = _stamp(body, density)
        picture.paste(stamp, _pixel((left + x - _MARGIN, top + y - _MARGIN), density), stamp)
    return _png(picture)


@lru_cache(maxsize=128)
def hand_png(codes: tuple[str, ...]) -> bytes:
    """Draw a hand of cards side by side for an email."""
    density = _DENSITIES[0]
    picture = Image.new(
        "RGB", _pixel((len(codes) * _PITCH + _GAP, HEIGHT + 2 * _GAP), density), GROUND
    )
    for at, code in enumerate(codes):
        picture.paste(_face(card_body(code), density), _pixel((at * _PITCH + _GAP, _GAP), density))
    return _png(picture)


def hand_width(cards: int) -> int:
    """Return the width in pixels at which an email shows a hand of `cards` cards."""
    return min(96 * cards, SHOWN_WIDTH - 40)


def _density(table: Sights, shown: Frame, hand: int) -> float:
    """Choose the pixels for each drawing unit: the more there is to see, the fewer."""
    cards, goals = len(table.cards), len(table.goals)
    columns, rows = shown.cells
    weight = _CARD * cards + _GOAL * goals + _BARE * (columns * rows - cards - goals)
    share = (_ROOM - _OF_HAND * hand) / weight
    room = share ** (1 / (_GROWTH if share > 1 else _SHRINKING))
    return next((density for density in _DENSITIES if density <= room), _DENSITIES[-1])


# Most mazes lie within the field of their box.
@lru_cache(maxsize=32)
def _ground(shown: Frame, density: float) -> Image.Image:
    """Draw the bare earth, and the names of columns and rows beside it."""
    picture = Image.new("RGB", _pixel(shown.size, density), GROUND)
    pen = ImageDraw.Draw(picture)
    columns, rows = shown.cells
    for across in range(columns):
        for down in range(rows):
            corner = (GUTTER + across * WIDTH, GUTTER + down * HEIGHT)
            picture.paste(_face(_EARTH, density), _pixel(corner, density))
    for at, x in enumerate(range(shown.left, shown.right + 1)):
        _write(pen, column_name(x), (GUTTER + (at + 0.5) * WIDTH, GUTTER - 7), density)
    for at, y in enumerate(range(shown.top, shown.bottom + 1)):
        _write(pen, row_name(y), (GUTTER / 2, GUTTER + (at + 0.5) * HEIGHT + 6), density)
    return picture


def _write(
    pen: ImageDraw.ImageDraw, name: str, middle: tuple[float, float], density: float
) -> None:
    size = 17 if len(name) == 1 else 14  # two digits are wider than the gutter
    pen.text(_pixel(middle, density), name, LETTERS, _font(size * density), anchor="ms")


@lru_cache(maxsize=16)
def _font(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONT, size)


# Cards of a kind look the same wherever they lie.
@lru_cache(maxsize=1_000)
def _face(body: str, density: float) -> Image.Image:
    """Render a card; what reaches over its edge is cut off."""
    return _rendered(body, (0, 0, WIDTH, HEIGHT), density).convert("RGB")


@lru_cache(maxsize=200)
def _stamp(body: str, density: float) -> Image.Image:
    """Render what stands upon a card, transparent around it."""
    box = (-_MARGIN, -_MARGIN, WIDTH + 2 * _MARGIN, HEIGHT + 2 * _MARGIN)
    return _rendered(body, box, density)


def _rendered(body: str, box: tuple[int, int, int, int], density: float) -> Image.Image:
    for glow, plain in FLAT.items():
        body = body.replace(glow, plain)
    left, top, width, height = box
    view = f"{left} {top} {width} {height}"
    png = resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">'
        f"{definitions(body)}{body}</svg>",
        width=round(width * density),
        shape_rendering="crisp_edges",
        # Never the system's fonts: a picture must look the same on every machine.
        skip_system_fonts=True,
        font_files=[str(_FONT)],
    )
    return Image.open(BytesIO(png)).convert("RGBA")


def _pixel(place: tuple[float, float], density: float) -> tuple[int, int]:
    x, y = place
    return int(x * density + 0.5), int(y * density + 0.5)


_COLORS = Image.new("P", (1, 1))
_COLORS.putpalette([part for color in PALETTE for part in color])


def _png(picture: Image.Image) -> bytes:
    """Write a picture in the colors of the art alone: a third of its size in full color."""
    file = BytesIO()
    flat = picture.quantize(palette=_COLORS, dither=Image.Dither.NONE)
    flat.save(file, "PNG", compress_level=_EFFORT)
    return file.getvalue()
