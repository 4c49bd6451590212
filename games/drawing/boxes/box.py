"""What a box brings to the pictures: its cards, what stands on them, its dwarves, its pieces."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.maze.cells import Cell, cell_at
from engine.maze.grid import CardSight, cards_in_sight, empty, put
from engine.maze.tiles import TileSet
from games.drawing.pointers import Place


class Piece(NamedTuple):
    """Something that lies or stands on a cell, above its card."""

    cell: Cell
    symbol: str
    at: tuple[float, float] = (30, 42)
    """Where on the card the symbol's origin comes to lie."""
    scale: float = 1


class Head(NamedTuple):
    """A dwarf card: the ground, the dwarf on it, a small sign."""

    ground: str
    dwarf: str
    sign: str


Faces = Mapping[str, tuple[CardSight, CardSight]]
"""By code: a card as it lies upright and turned."""


def no_pieces(_view: Any) -> Iterable[Piece]:
    """Leave the maze to its cards."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """The pictures of one ruleset."""

    paths: Faces
    """Path cards, start cards and goals."""
    actions: Mapping[str, str]
    """Action cards, drawn."""
    adorn: Callable[[CardSight, Place], str]
    """What is on a path card besides its tunnels: ladder, gold, door."""
    heads: Mapping[str, Head]
    """By role."""
    signs: Mapping[str, str]
    """Characters for goals in the maze as text, by code."""
    pieces: Callable[[Any], Iterable[Piece]] = no_pieces
    """From a view: what lies on the maze besides cards."""
    field: tuple[Cell, ...] = (cell_at(0, 0), cell_at(8, 4))
    """Corners of what is shown in any case."""
    centred: Sequence[str] = ()
    """Symbols drawn around their origin, where others begin at it."""


def faces(tiles: TileSet) -> Faces:
    """Look at every path card of a box by itself, both ways up."""
    return {
        tile.code: (_alone(tiles, tile.code, turned=False), _alone(tiles, tile.code, turned=True))
        for tile in tiles.tiles
    }


def _alone(tiles: TileSet, code: str, *, turned: bool) -> CardSight:
    maze = put(empty(tiles), cell_at(0, 0), tiles.placed(code, turned=turned))
    return cards_in_sight(maze)[0]
