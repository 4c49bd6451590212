"""The path cards of both boxes as tables, also as each team walks them."""

from engine.decks import saboteur as base
from engine.decks import saboteur2 as box
from engine.maze.tiles import TileSet, tile

ROWS = (*base.PATHS, *box.PATHS, base.START, *base.GOALS)


def _tiles(shut: str = "none") -> TileSet:
    """Make the tables; where this kind of door stands, both ends of the way are dead ends."""
    tiles = (
        tile(
            row.code,
            " ".join(row.ways.replace(" ", "")) if row.mark == shut else row.ways,
            row.mark,
        )
        for row in ROWS
    )
    return TileSet(tiles, springs=box.SPRINGS)


TILES = _tiles()
FOREIGN_DOOR = {"blue": "green-door", "green": "blue-door"}
TEAM_TILES = {team: _tiles(door) for team, door in FOREIGN_DOOR.items()}
