"""Cells of the unbounded grid and their names.

Columns are letters counted from the start card's column, rows are numbers counted downwards from
the top of the nominal field, so that the base game starts on a3 and has its goals on i1, i3, i5.
On the other side names come from the far end, as before a comes z: columns left of `a` are zz, zy,
zx, ...; rows above 1 are 99, 98, ... Names never move.
"""

import re
from functools import lru_cache
from typing import NewType

from engine.maze.sides import ALL, E, N, S, W
from engine.values import Made

Cell = NewType("Cell", int)

_ROW = 128
_HALF = _ROW // 2

STEPS = ((N, -_ROW, S), (E, 1, W), (S, _ROW, N), (W, -1, E))
"""For each side of any cell: the side, the way to the neighbour there, its side that faces it."""

AROUND: Made[Cell, tuple[tuple[int, Cell, int], ...]] = Made(
    lambda cell: tuple((side, Cell(cell + step), back) for side, step, back in STEPS)
)
"""For each side of a cell: the side, the neighbour there, the neighbour's side that faces it."""

EXITS: Made[Cell, tuple[tuple[tuple[Cell, int], ...], ...]] = Made(
    lambda cell: tuple(
        tuple((near, back) for side, near, back in AROUND[cell] if sides & side)
        for sides in range(ALL + 1)
    ),
    2_000,
)
"""For each cell and set of its sides: the neighbours there, each one's side that faces it."""

_NAME = re.compile(r"(-?)([a-z]{1,2})(-?[0-9]{1,2})")
_LAST_COLUMN, _LAST_ROW = 26 * 26 + 25, 99  # zz and 99
_HIGHEST = 40
"""So many rows above row 1 have names; nobody builds higher, but if he did, 0 and -1 still read."""


def cell_at(x: int, y: int) -> Cell:
    """Name the cell x columns right of column a and y rows below row 1."""
    return Cell(y * _ROW + x)


def column(cell: Cell) -> int:
    """Count columns right of column a."""
    return (cell + _HALF) % _ROW - _HALF


def row(cell: Cell) -> int:
    """Count rows below row 1."""
    return (cell - column(cell)) // _ROW


POINT: Made[Cell, tuple[int, int]] = Made(lambda cell: (column(cell), row(cell)))
"""Of each cell its column and its row, for who asks it of all."""


def _letters(number: int) -> str:
    return chr(97 + number) if number < 26 else chr(96 + number // 26) + chr(97 + number % 26)


def column_name(x: int) -> str:
    """Write a column as a letter, left of column a as two from the end of the alphabet."""
    return _letters(x if x >= 0 else _LAST_COLUMN + 1 + x)


def row_name(y: int) -> str:
    """Write a row as a number, above row 1 as one that counts down from 99."""
    return str(y + 1 if y >= 0 or y < -_HIGHEST else _LAST_ROW + 1 + y)


@lru_cache(maxsize=5_000)
def cell_name(cell: Cell) -> str:
    """Write a cell as column and row, as "e4"."""
    return column_name(column(cell)) + row_name(row(cell))


@lru_cache(maxsize=5_000)
def cell_named(name: str) -> Cell:
    """Read a cell's name, also one of those that were written before; raises ValueError."""
    match = _NAME.fullmatch(name)
    if not match:
        raise ValueError(name)
    sign, letters, number = match.groups()
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - 96
    x -= 1
    # Records of old call the columns left of a -a, -b, ... and the rows above 1 0, -1, ...
    if sign:
        x = -1 - x
    elif x > _LAST_COLUMN - _HALF:
        x -= _LAST_COLUMN + 1
    y = int(number) - 1
    if y >= _LAST_ROW - _HIGHEST:
        y -= _LAST_ROW
    if not -_HALF < x < _HALF - 1:
        raise ValueError(name)
    return cell_at(x, y)
