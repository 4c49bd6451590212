"""Pictures for letters: the page's own drawing, put together from stamps into a PNG by palette."""

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from django.core.cache import cache

from engine.maze.cells import Cell
from games.drawing.cards import card_body
from games.drawing.cells import Sights, lying, sights, upon
from games.drawing.frame import Frame, Table, frame
from games.drawing.maze import ground
from games.drawing.reading import EARTH, Piece, pieces
from games.drawing.sheet import Sheet, face
from games.drawing.stamps import Density
from games.drawing.ways import HEIGHT, WIDTH

SHOWN_WIDTH = 620
"""Pixels that a letter gives the picture."""

_KEPT_SECONDS = 60 * 60
_GAP = 9
_PITCH = WIDTH + _GAP

_ROOM = 26_500
"""Bytes for all pictures of a letter: with all that stands around them it stays below 60 kB."""
_OF_HAND = 1_170
_CARD, _GOAL, _BARE = 775, 1_070, 120
"""Bytes of a card in the hand; of a card, a goal and a bare cell in the maze at density 1."""
_GROWTH, _SHRINKING = 1.29, 1.35
"""Edges grow with the density, what lies between them hardly does; below 1 little lies between."""
_DENSITIES = (1.5, 1.25, 1.0, 0.75, 7 / 12, 0.5)
"""Few, since each symbol is drawn once for each; in all of them a card's sides are whole pixels."""

# A whole table is written to at once, and most of it sees the same; often it is one worker's work.
_kept = lru_cache(maxsize=128)


class _Board(NamedTuple):
    """All that a picture of a maze depends on."""

    shown: Frame
    density: Density
    cards: tuple[Piece, ...]
    above: tuple[Piece, ...]


def maze_png(table: Table, *, fresh: frozenset[Cell] = frozenset(), hand: int = 0) -> bytes:
    """Draw the maze for a letter that shows so many cards of the hand beside it."""
    return _seen(sights(table), fresh, hand)


@_kept
def _seen(table: Sights, fresh: frozenset[Cell], hand: int) -> bytes:
    shown = frame(table, fresh)
    cards = (Piece(EARTH + drawn, *shown.corner(cell)) for cell, drawn in lying(table))
    above = (
        Piece(drawn, left + x, top + y)
        for cell, (x, y), drawn in upon(table, fresh)
        for left, top in [shown.corner(cell)]
    )
    return _shared(_Board(shown, _density(table, shown, hand), tuple(cards), tuple(above)))


def _density(table: Sights, shown: Frame, hand: int) -> Density:
    """Choose the pixels for each unit: the more there is to see, the fewer."""
    cards, goals = len(table.cards), len(table.goals)
    columns, rows = shown.cells
    weight = _CARD * cards + _GOAL * goals + _BARE * (columns * rows - cards - goals)
    share = (_ROOM - _OF_HAND * hand) / weight
    room = share ** (1 / (_GROWTH if share > 1 else _SHRINKING))
    return next((density for density in _DENSITIES if density <= room), _DENSITIES[-1])


@_kept
def hand_png(codes: tuple[str, ...]) -> bytes:
    """Draw a hand of cards side by side for a letter."""
    sheet = Sheet((len(codes) * _PITCH + _GAP, HEIGHT + 2 * _GAP), _DENSITIES[0])
    for at, code in enumerate(codes):
        sheet.lay(face(card_body(code), sheet.density), at * _PITCH + _GAP, _GAP)
    return sheet.png()


def hand_width(cards: int) -> int:
    """Pixels that a letter gives a hand of so many cards."""
    return min(96 * cards, SHOWN_WIDTH - 40)


def _shared(board: _Board) -> bytes:
    """Find what another worker drew, or draw it."""
    key = f"drawing:{blake2b(repr(board).encode(), digest_size=20).hexdigest()}"
    found: bytes | None = cache.get(key)
    if found is None:
        found = _drawn(board)
        cache.set(key, found, _KEPT_SECONDS)
    return found


def _drawn(board: _Board) -> bytes:
    density = board.density
    sheet = Sheet(board.shown.size, density, _bare(board.shown, density))
    for drawn, x, y in board.cards:
        sheet.lay(face(drawn, density), x, y)
    for piece in board.above:
        sheet.press(piece)
    return sheet.png()


# Most mazes lie within the box's field.
@lru_cache(maxsize=32)
def _bare(shown: Frame, density: Density) -> bytes:
    sheet = Sheet(shown.size, density)
    for piece in pieces(ground(shown)):
        sheet.press(piece)
    return bytes(sheet.rows)
