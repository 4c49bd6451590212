"""The cards of a box as small ints: path cards by their kind in the tile set, then action cards.

Their codes in the deck tables are their names outside: in notation, on pages and in storage.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from engine.maze.tiles import TileSet


class Coded(Protocol):
    """A row of a deck."""

    @property
    def code(self) -> str:
        """Name the card."""


RowT = TypeVar("RowT", bound=Coded)


class Copied(Coded, Protocol):
    """A row of a deck that is shuffled as a whole."""

    @property
    def copies(self) -> int:
        """Count the cards of this kind."""


def in_order(blank: Callable[[str], RowT], codes: str, rows: Iterable[RowT]) -> tuple[RowT, ...]:
    """Put the rows of a table in the order of its codes, whichever way they stand; new ones last.

    Numbers and deals follow this order. A row that is gone leaves a blank, so that its code is
    still known: rules may name it, and a stored game that holds the card is refused by its name.
    """
    left = {row.code: row for row in rows}
    listed = [left.pop(code, None) or blank(code) for code in codes.split()]
    return (*listed, *left.values())


def numbered(rows: Iterable[Coded], kind: Mapping[str, int]) -> Mapping[str, int]:
    """Number the cards of these rows, by code; what is in no row is left out."""
    return {row.code: kind[row.code] for row in rows}


def copies_of(rows: Iterable[Copied], kind: Mapping[str, int]) -> tuple[int, ...]:
    """List the cards of these rows, each as often as there are copies."""
    return tuple(kind[row.code] for row in rows for _ in range(row.copies))


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
