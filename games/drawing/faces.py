"""What is drawn on each card of the boxes, looked up by its code."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.decks.saboteur import ACTIONS, GOALS, PATHS, START
from engine.maze.tiles import TileSet, tile


@dataclass(frozen=True, slots=True)
class PathFace:
    """A path card: its tunnels upright and upside down, and what else is on it."""

    upright: tuple[str, ...]
    turned: tuple[str, ...]
    mark: str

    def ways(self, *, turned: bool) -> tuple[str, ...]:
        """List the tunnels as the card lies."""
        return self.turned if turned else self.upright


@dataclass(frozen=True, slots=True)
class ActionFace:
    """An action card: what it does and the tools on it."""

    act: str
    tools: tuple[str, ...]


_ROWS = (START, *GOALS, *PATHS)
_TILES = TileSet(tile(row.code, row.ways, row.mark) for row in _ROWS)

PATH_FACES: Mapping[str, PathFace] = {
    row.code: PathFace(
        upright=_TILES.ways_of(_TILES.placed(row.code)),
        turned=_TILES.ways_of(_TILES.placed(row.code, turned=True)),
        mark=row.mark,
    )
    for row in _ROWS
}
ACTION_FACES: Mapping[str, ActionFace] = {
    row.code: ActionFace(row.act, row.tools) for row in ACTIONS
}
