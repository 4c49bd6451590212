"""The cards of both boxes as numbers, also as each team walks them."""

from engine.decks import saboteur as base
from engine.decks import saboteur2 as box
from engine.maze.cells import AROUND
from engine.maze.tiles import TileSet, tile
from engine.parts.board import GOAL_CELLS
from engine.parts.cards import Box, copies_of, in_order, numbered

_PATHS = (
    *in_order(base.PathRow, base.PATH_CODES, base.PATHS),
    *in_order(base.PathRow, box.PATH_CODES, box.PATHS),
)
_GOALS = in_order(base.PathRow, base.GOAL_CODES, base.GOALS)
_ACTIONS = (
    *in_order(base.ActionRow, base.ACTION_CODES, base.ACTIONS),
    *in_order(base.ActionRow, box.ACTION_CODES, box.ACTIONS),
)


def _tiles(shut: str = "none") -> TileSet:
    """Make the tables; where this kind of door stands, both ends of the way are dead ends."""
    tiles = (
        tile(
            row.code,
            " ".join(row.ways.replace(" ", "")) if row.mark == shut else row.ways,
            row.mark,
        )
        for row in (*_PATHS, base.START, *_GOALS)
    )
    return TileSet(tiles, springs=box.SPRINGS)


TILES = _tiles()
FOREIGN_DOOR = {"blue": "green-door", "green": "blue-door"}
TEAM_TILES = {team: _tiles(door) for team, door in FOREIGN_DOOR.items()}
BOX = Box(TILES, _ACTIONS)
CODES, KIND, ACTION = BOX.codes, BOX.kind, BOX.action
CARDS = numbered((*base.PATHS, *box.PATHS, *base.ACTIONS, *box.ACTIONS), KIND)
"""By code: what can be in a hand, also of rows that have no copies any more."""
LADDERS = sum(TILES.bits[KIND[row.code]] for row in box.PATHS if row.mark == "ladder")
"""Every way a ladder can lie, as bits."""
CRYSTALS = frozenset(KIND[row.code] for row in box.PATHS if row.mark == "crystal")
THEFT, HANDS_OFF, SWAP_HATS = KIND["theft"], KIND["hands-off"], KIND["swap-hats"]
INSPECT, SWAP_HANDS, TRAP, FREE = (
    KIND["inspect"], KIND["swap-hands"], KIND["trap"], KIND["free"],
)  # fmt: skip


def _deck(*, fourth_rockfall: bool) -> tuple[int, ...]:
    extra = [CARDS[box.EXTRA]] if fourth_rockfall and box.EXTRA in CARDS else []
    return tuple(sorted([*copies_of((*_PATHS, *_ACTIONS), KIND), *extra]))


DECKS = {extra: _deck(fourth_rockfall=extra) for extra in (False, True)}
"""All path and action cards of both boxes, without and with the fourth rockfall."""

BESIDE_GOALS = frozenset(near for goal in GOAL_CELLS for _, near, _ in AROUND[goal])
GOALS = numbered(base.GOALS, KIND)
"""By code: what can be a goal, also of rows that have no copies any more."""
GOAL_KINDS = copies_of(_GOALS, KIND)
GOLD_KIND = KIND[base.TREASURE]

BLUE, GREEN, BOSS = "blue", "green", "boss"
PROFITEER, GEOLOGIST, SABOTEUR = "profiteer", "geologist", "saboteur"
_ROLES = (BLUE, GREEN, BOSS, PROFITEER, GEOLOGIST, SABOTEUR)
DWARVES = tuple(role for role in _ROLES for _ in range(box.DWARVES.get(role, 0)))
