"""Empty cells that cards could lie on, spread over card by card: all of a wave in one step.

Cells are bits of one number, so that a wave moves by shifting it. A bot asks for each card that it
could lay how far the goals are then.
"""

from collections.abc import Iterable
from functools import lru_cache

from engine.maze.cells import STEPS, Cell

_REACH = max(step for _side, step, _back in STEPS) + 1


class Flood:
    """Where one more card could lie, after so many; walls are cells with a card or a goal."""

    def __init__(
        self, begin: Iterable[Cell], walls: Iterable[Cell], field: frozenset[Cell]
    ) -> None:
        """Begin with these cells; spread over the field."""
        begin, walls = tuple(begin), tuple(walls)
        lowest, cells = _bits(field)
        # Neither a neighbour of theirs may lie below the lowest bit.
        self._low = low = min(lowest, *begin, *walls) - _REACH
        self._wave = _sum(begin, low)
        self._walls = _sum(walls, low)
        self._free = cells << lowest - low & ~self._wave & ~self._walls

    def __bool__(self) -> bool:
        """Tell whether it still spreads."""
        return self._wave != 0

    def step(self) -> list[tuple[Cell, int]]:
        """Spread by a card, and list the walls that it comes to, each with the side it enters."""
        edges, ahead, low = [], 0, self._low
        for _side, step, back in STEPS:
            moved = self._wave << step if step > 0 else self._wave >> -step
            ahead |= moved
            met = moved & self._walls
            while met:
                edges.append((Cell(met.bit_length() - 1 + low), back))
                met ^= 1 << met.bit_length() - 1
        self._wave = ahead & self._free
        self._free &= ~ahead
        return edges

    def join(self, cell: Cell) -> None:
        """Let it go on from a cell, too, to which a tunnel leads."""
        bit = 1 << cell - self._low & self._free
        self._wave |= bit
        self._free ^= bit


def _sum(cells: Iterable[Cell], low: int) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell - low
    return bits


@lru_cache(maxsize=64)
def _bits(field: frozenset[Cell]) -> tuple[Cell, int]:
    lowest = min(field)
    return lowest, _sum(field, lowest)
