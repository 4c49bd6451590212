"""The cards of the box as numbers."""

from engine.decks import saboteur as box
from engine.maze.tiles import TileSet, tile
from engine.parts.cards import Box, copies_of, in_order, numbered

_PATHS = in_order(box.PathRow, box.PATH_CODES, box.PATHS)
_GOALS = in_order(box.PathRow, box.GOAL_CODES, box.GOALS)
_ACTIONS = in_order(box.ActionRow, box.ACTION_CODES, box.ACTIONS)
TILES = TileSet(tile(row.code, row.ways, row.mark) for row in (*_PATHS, box.START, *_GOALS))
BOX = Box(TILES, _ACTIONS)
CODES, KIND, ACTION = BOX.codes, BOX.kind, BOX.action
CARDS = numbered((*box.PATHS, *box.ACTIONS), KIND)
"""By code: what can be in a hand, also of rows that have no copies any more."""
DECK = copies_of((*_PATHS, *_ACTIONS), KIND)

GOALS = numbered(box.GOALS, KIND)
"""By code: what can be a goal, also of rows that have no copies any more."""
GOAL_KINDS = copies_of(_GOALS, KIND)
GOLD_KIND = KIND[box.TREASURE]

ALL_GOLD = tuple(value for value, copies in sorted(box.GOLD.items()) for _ in range(copies))
DIGGER, SABOTEUR = "digger", "saboteur"
