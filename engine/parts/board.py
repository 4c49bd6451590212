"""The field of Saboteur and of Saboteur 2: where start and goals lie."""

from engine.maze import grid
from engine.maze.cells import cell_at
from engine.maze.tiles import TileSet

START_CELL = cell_at(0, 2)
GOAL_CELLS = (cell_at(8, 0), cell_at(8, 2), cell_at(8, 4))
FIXED = frozenset((START_CELL, *GOAL_CELLS))
"""Where no card is ever removed (ruling 15)."""


def bare(tiles: TileSet) -> grid.Maze:
    """Lay out the start and the covered goals."""
    return grid.put(grid.empty(tiles, GOAL_CELLS), START_CELL, tiles.placed("S"))
