"""What a box brings to the pictures: its cards, what stands on them, its dwarves, its pieces."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as filled
from typing import Generic, NamedTuple, Protocol, TypeVar

from engine.maze.cells import Cell, cell_at
from engine.maze.grid import CardSight, cards_in_sight, empty, put
from engine.maze.tiles import TileSet
from games.drawing.light import Light, light
from games.drawing.pointers import Place


class Piece(NamedTuple):
    """Something that lies or stands on a cell, above its card."""

    cell: Cell
    symbol: str
    at: tuple[float, float] = (30, 42)
    """Where on the card the symbol's origin comes to lie."""
    scale: float = 1


class Spot(NamedTuple):
    """A place in the maze that is smaller than a cell."""

    cell: Cell
    at: Place


class Head(NamedTuple):
    """A dwarf card: the ground, the dwarf on it, a small sign."""

    ground: str
    dwarf: str
    sign: str


Faces = Mapping[str, tuple[CardSight, CardSight]]
"""By code: a card as it lies upright and turned."""


class Open(Protocol):
    """A view, as far as its open cards go."""

    @property
    def cards(self) -> tuple[CardSight, ...]:
        """All cards that lie open."""


ViewT = TypeVar("ViewT", bound=Open)


def no_pieces(_view: Open) -> Iterable[Piece]:
    """Leave the maze to its cards."""
    return ()


def lamplight(view: Open) -> Light:
    """Light what hangs together with the start."""
    return light(view.cards)


def no_spot(_kind: str, _value: str, _cards: Iterable[CardSight]) -> Spot | None:
    """Know nothing smaller than a cell."""
    return None


@dataclass(frozen=True, eq=False)
class Box(Generic[ViewT]):
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
    unlaid: Callable[[CardSight], str] | None = None
    """The same for a card that does not lie in the maze yet, where it looks different then."""
    pieces: Callable[[ViewT], Iterable[Piece]] = no_pieces
    """From a view: what lies on the maze besides cards."""
    light: Callable[[ViewT], Light] = lamplight
    """From a view: which tunnels are lit."""
    field: tuple[Cell, ...] = (cell_at(0, 0), cell_at(8, 4))
    """Corners of what is shown in any case."""
    centred: Sequence[str] = ()
    """Symbols drawn around their origin, where others begin at it."""
    ends: Mapping[str, str] = filled(default_factory=dict)
    """Symbols of tunnels with one opening that have room for more than rubble, by side."""
    way: Callable[[ViewT, Mapping[str, str]], Sequence[str]] = lambda _view, _picked: ()
    """From a view and what was picked, by kind: the fields that somebody walks over."""
    spot: Callable[[str, str, Iterable[CardSight]], Spot | None] = no_spot
    """Where a pick of this kind and value, on the cell picked before, can be touched."""
    text: Callable[[ViewT], str] | None = None
    """From a view: the maze in characters, where it shows more than cards."""


def faces(tiles: TileSet) -> Faces:
    """Look at every path card of a box by itself, both ways up."""
    return {
        tile.code: (_alone(tiles, tile.code, turned=False), _alone(tiles, tile.code, turned=True))
        for tile in tiles.tiles
    }


def _alone(tiles: TileSet, code: str, *, turned: bool) -> CardSight:
    maze = put(empty(tiles), cell_at(0, 0), tiles.placed(code, turned=turned))
    return cards_in_sight(maze)[0]
