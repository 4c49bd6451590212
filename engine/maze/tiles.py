"""Path cards as shapes, and the tables that make laying them quick.

A tile's *ways* are the tunnels on it: sides joined inside the card. A dead end is a way with one
side. Inside the maze a tile is a small int, its kind times two, plus one when it is turned upside
down; everything asked of it a thousand times a second is then a look-up.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NewType

from engine.maze.sides import ALL, half_turn, letters_of, sides_of

Placed = NewType("Placed", int)
"""A tile as it lies: kind * 2, plus 1 if it is turned."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of path card, upright."""

    code: str
    ways: tuple[int, ...]
    mark: str = ""
    """What else is drawn on it: start, gold, stone, ladder, ..."""
    colour: str = ""
    """Whose start or ladder it is, where that matters."""
    gates: tuple[tuple[str, int], ...] = ()
    """What stands on its sides, each with the sides that it stands on."""
    gold: int = 0
    """Nuggets that can be won here."""
    gold_sides: int = 0
    """The sides of the ways that lead to them."""
    mark_side: int = 0
    """The side that its mark is at, if it is not in the middle."""

    @property
    def sides(self) -> int:
        """All open sides together."""
        return sum(self.ways)


def tile(code: str, ways: str, mark: str = "") -> Tile:
    """Read a row of a deck: ways are groups of letters, as "NS EW" for a bridge."""
    return Tile(code, tuple(sides_of(way) for way in ways.split()), mark)


class TileSet:
    """The tables of all tiles in one box. Built once at import, never changed."""

    def __init__(self, tiles: Iterable[Tile], *, springs: Collection[str] = ("start",)) -> None:
        """Work out every table from the tiles' ways; springs are marks of what begins a network."""
        self.tiles = tuple(tiles)
        self.kind = {tile.code: kind for kind, tile in enumerate(self.tiles)}
        self.ways = [turned for tile in self.tiles for turned in (tile.ways, _turned(tile.ways))]
        self.open = [sum(ways) for ways in self.ways]
        self._letters = [tuple(letters_of(way) for way in ways) for ways in self.ways]
        # Sides that carry the start's connection by themselves, whoever their neighbours are.
        self.spring = [
            sum(ways) if self.tiles[placed >> 1].mark in springs else 0
            for placed, ways in enumerate(self.ways)
        ]
        # joined[placed * 16 + entered]: all sides reached from the entered ones inside the card.
        self.joined = [
            sum(way for way in ways if way & entered)
            for ways in self.ways
            for entered in range(ALL + 1)
        ]
        # What stands on a side, and the sides that lead to gold.
        self.gates = [
            tuple((gate, half_turn(sides) if turned else sides) for gate, sides in tile.gates)
            for tile in self.tiles
            for turned in (False, True)
        ]
        self.gold = [
            sides for tile in self.tiles for sides in (tile.gold_sides, half_turn(tile.gold_sides))
        ]
        # Both bits of a kind that differs when turned, one bit of a kind that does not.
        self.bits = [
            (1 if self._look(2 * kind) == self._look(2 * kind + 1) else 3) << 2 * kind
            for kind in range(len(self.tiles))
        ]
        # fit[known << 4 | need]: the set of placed tiles, as bits, that lie well in such a cell.
        self.fit = [self._fitting(known=rim >> 4, need=rim & ALL) for rim in range(256)]

    def _look(self, placed: int) -> tuple[object, ...]:
        side = self.tiles[placed >> 1].mark_side
        mark = half_turn(side) if placed & 1 else side
        return set(self.ways[placed]), set(self.gates[placed]), self.gold[placed], mark

    def _fitting(self, *, known: int, need: int) -> int:
        return sum(
            1 << placed
            for placed, sides in enumerate(self.open)
            if sides & known == need and self.bits[placed >> 1] >> placed & 1
        )

    def placed(self, code: str, *, turned: bool = False) -> Placed:
        """Return the tile with this code as it lies."""
        return Placed(self.kind[code] * 2 + turned)

    def code(self, placed: Placed) -> str:
        """Return the code of a tile that lies."""
        return self.tiles[placed >> 1].code

    def turns(self, kind: int) -> bool:
        """Tell whether a half turn makes a difference to this kind."""
        return self.bits[kind] >> 2 * kind == 3

    def ways_of(self, placed: Placed) -> tuple[str, ...]:
        """Write the ways of a tile as it lies, each as letters."""
        return self._letters[placed]


def _turned(ways: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(half_turn(way) for way in ways)
