"""The cards of the box as numbers, and where the first of them lie."""

from engine.decks.saboteur import ACTIONS, GOALS, GOLD, PATHS, START
from engine.maze.cells import cell_at
from engine.maze.tiles import TileSet, tile
from engine.parts.cards import Box

TILES = TileSet(tile(row.code, row.ways, row.mark) for row in (*PATHS, START, *GOALS))
BOX = Box(TILES, ACTIONS)
CODES, KIND, ACTION = BOX.codes, BOX.kind, BOX.action
_COPIES = [(row.code, row.copies) for row in PATHS] + [(row.code, row.copies) for row in ACTIONS]
DECK = tuple(KIND[code] for code, copies in _COPIES for _ in range(copies))
ROCKFALL, MAP = KIND["rockfall"], KIND["map"]
BROKEN = {row.tools[0]: KIND[row.code] for row in ACTIONS if row.act == "break"}
"""By tool, the card that lies before whoever's is broken."""

START_CELL = cell_at(0, 2)
GOAL_CELLS = (cell_at(8, 0), cell_at(8, 2), cell_at(8, 4))
FIXED = frozenset((START_CELL, *GOAL_CELLS))
"""Where no card is ever removed (ruling 15)."""
GOAL_KINDS = tuple(KIND[row.code] for row in GOALS)
GOLD_KIND = GOAL_KINDS[0]

ALL_GOLD = tuple(value for value, copies in sorted(GOLD.items()) for _ in range(copies))
DIGGER, SABOTEUR = "digger", "saboteur"
