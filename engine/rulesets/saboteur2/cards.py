"""The cards of both boxes as numbers, also as each team walks them."""

from engine.decks import saboteur as base
from engine.decks import saboteur2 as box
from engine.maze.cells import AROUND
from engine.maze.tiles import TileSet, tile
from engine.parts.board import GOAL_CELLS
from engine.parts.cards import Box

_PATHS = (*base.PATHS, *box.PATHS)
_ACTIONS = (*base.ACTIONS, *box.ACTIONS)


def _tiles(shut: str = "none") -> TileSet:
    """Make the tables; where this kind of door stands, both ends of the way are dead ends."""
    tiles = (
        tile(
            row.code,
            " ".join(row.ways.replace(" ", "")) if row.mark == shut else row.ways,
            row.mark,
        )
        for row in (*_PATHS, base.START, *base.GOALS)
    )
    return TileSet(tiles, springs=box.SPRINGS)


TILES = _tiles()
FOREIGN_DOOR = {"blue": "green-door", "green": "blue-door"}
TEAM_TILES = {team: _tiles(door) for team, door in FOREIGN_DOOR.items()}
BOX = Box(TILES, _ACTIONS)
CODES, KIND, ACTION = BOX.codes, BOX.kind, BOX.action
CARDS = {code: kind for code, kind in KIND.items() if kind < len(_PATHS) or kind in ACTION}
"""By code: what can be in a hand, also of rows that have no copies any more."""
LADDERS = sum(TILES.bits[KIND[row.code]] for row in box.PATHS if row.mark == "ladder")
"""Every way a ladder can lie, as bits."""
CRYSTALS = frozenset(KIND[row.code] for row in box.PATHS if row.mark == "crystal")
THEFT, HANDS_OFF, SWAP_HATS = KIND["theft"], KIND["hands-off"], KIND["swap-hats"]
INSPECT, SWAP_HANDS, TRAP, FREE = (
    KIND["inspect"], KIND["swap-hands"], KIND["trap"], KIND["free"],
)  # fmt: skip


def _deck(*, fourth_rockfall: bool) -> tuple[int, ...]:
    copies = [(row.code, row.copies) for row in _PATHS] + [(r.code, r.copies) for r in _ACTIONS]
    extra = [KIND[box.EXTRA]] if fourth_rockfall else []
    return tuple(sorted([KIND[code] for code, many in copies for _ in range(many)] + extra))


DECKS = {extra: _deck(fourth_rockfall=extra) for extra in (False, True)}
"""All path and action cards of both boxes, without and with the fourth rockfall."""

BESIDE_GOALS = frozenset(near for goal in GOAL_CELLS for _, near, _ in AROUND[goal])
GOAL_KINDS = tuple(KIND[row.code] for row in base.GOALS)
(GOLD_KIND,) = (KIND[row.code] for row in base.GOALS if row.mark == "gold")

BLUE, GREEN, BOSS = "blue", "green", "boss"
PROFITEER, GEOLOGIST, SABOTEUR = "profiteer", "geologist", "saboteur"
DWARVES = tuple(role for role, copies in box.DWARVES.items() for _ in range(copies))
