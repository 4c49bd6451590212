"""The cards of the box as numbers."""

from engine.decks.saboteur import ACTIONS, GOALS, GOLD, PATHS, START
from engine.maze.tiles import TileSet, tile
from engine.parts.cards import Box

TILES = TileSet(tile(row.code, row.ways, row.mark) for row in (*PATHS, START, *GOALS))
BOX = Box(TILES, ACTIONS)
CODES, KIND, ACTION = BOX.codes, BOX.kind, BOX.action
CARDS = {code: kind for code, kind in KIND.items() if kind < len(PATHS) or kind in ACTION}
"""By code: what can be in a hand, also of rows that have no copies any more."""
_COPIES = [(row.code, row.copies) for row in PATHS] + [(row.code, row.copies) for row in ACTIONS]
DECK = tuple(KIND[code] for code, copies in _COPIES for _ in range(copies))

GOAL_KINDS = tuple(KIND[row.code] for row in GOALS)
(GOLD_KIND,) = (KIND[row.code] for row in GOALS if row.mark == "gold")

ALL_GOLD = tuple(value for value, copies in sorted(GOLD.items()) for _ in range(copies))
DIGGER, SABOTEUR = "digger", "saboteur"
