"""Cells of the unbounded grid and their names.

Columns are letters counted from the start card's column, rows are numbers counted downwards from
the top of the nominal field, so that the base game starts on a3 and has its goals on i1, i3, i5.
Columns left of `a` are -a, -b, ...; rows above 1 are 0, -1, ...: names never move.
"""

import re
from typing import NewType

from engine.maze.sides import ALL, E, N, S, W
from engine.values import Made

Cell = NewType("Cell", int)

_ROW = 128
_HALF = _ROW // 2

_STEPS = ((N, -_ROW, S), (E, 1, W), (S, _ROW, N), (W, -1, E))

AROUND: Made[Cell, tuple[tuple[int, Cell, int], ...]] = Made(
    lambda cell: tuple((side, Cell(cell + step), back) for side, step, back in _STEPS)
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


def cell_at(x: int, y: int) -> Cell:
    """Name the cell x columns right of column a and y rows below row 1."""
    return Cell(y * _ROW + x)


def column(cell: Cell) -> int:
    """Count columns right of column a."""
    return (cell + _HALF) % _ROW - _HALF


def row(cell: Cell) -> int:
    """Count rows below row 1."""
    return (cell - column(cell)) // _ROW


def _letters(number: int) -> str:
    return chr(97 + number) if number < 26 else chr(96 + number // 26) + chr(97 + number % 26)


def column_name(x: int) -> str:
    """Write a column as a letter, or as - and a letter left of column a."""
    return _letters(x) if x >= 0 else "-" + _letters(-1 - x)


def cell_name(cell: Cell) -> str:
    """Write a cell as column and row, as "e4"."""
    return f"{column_name(column(cell))}{row(cell) + 1}"


def cell_named(name: str) -> Cell:
    """Read a cell's name; raises ValueError if it is none."""
    match = _NAME.fullmatch(name)
    if not match:
        raise ValueError(name)
    sign, letters, number = match.groups()
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - 96
    x -= 1
    if x >= _HALF - 1:
        raise ValueError(name)
    return cell_at(-1 - x if sign else x, int(number) - 1)
