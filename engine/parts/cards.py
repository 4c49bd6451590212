"""The cards of a box as small ints: path cards by their kind in the tile set, then action cards.

Their codes in the deck tables are their names outside: in notation, on pages and in storage.
"""

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from engine.maze.tiles import TileSet


class Coded(Protocol):
    """A row of a deck."""

    @property
    def code(self) -> str:
        """Name the card."""


RowT = TypeVar("RowT", bound=Coded)


class Box(Generic[RowT]):
    """The tables about the cards of one box. Built once at import, never changed."""

    def __init__(self, tiles: TileSet, actions: Iterable[RowT]) -> None:
        """Number the cards."""
        rows = tuple(actions)
        self.tiles = tiles
        self.codes = (*tiles.kind, *(row.code for row in rows))
        self.kind = {code: kind for kind, code in enumerate(self.codes)}
        self.action = {self.kind[row.code]: row for row in rows}
        self.named = {code.lower(): kind for code, kind in self.kind.items()}
        """By code in lower case, as people may type it."""
        self.paths = len(tiles.tiles)
        """Kinds below this are path cards."""
