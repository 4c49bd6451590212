"""How much work is left before a goal is reached, if cards come as the box has them.

Counts turns and not only cards: a cell that few cards fit costs several of them.
"""

from collections.abc import Collection, Mapping
from heapq import heappop, heappush

from engine.bots.reach import FAR
from engine.maze.cells import AROUND, Cell, cell_at
from engine.maze.grid import Maze, Network
from engine.maze.sides import ALL
from engine.maze.tiles import TileSet

_FIELD = frozenset(cell_at(x, y) for x in range(-1, 10) for y in range(-2, 7))
_TRIES = 7
"""So many cards are at hand among those who dig, until somebody has to wait."""


class Effort:
    """Work as a number, for one set of tiles of which `copies` tells how many each kind has."""

    def __init__(self, tiles: TileSet, copies: Mapping[str, int], cards: int) -> None:
        """Work out what each kind is worth; `cards` counts all cards, actions included."""
        self._tiles = tiles
        self._weight = [copies.get(tile.code, 0) / cards for tile in tiles.tiles]
        self._known: dict[int, list[tuple[int, float]]] = {}

    def missing(self, maze: Maze, network: Network, goals: Collection[Cell]) -> dict[Cell, float]:
        """Tell for each goal how many turns are missing; 0 if it is reached."""
        cards, covered, joined = maze.cards, maze.covered, self._tiles.joined
        found: dict[Cell, float] = {goal: 0.0 for goal in goals if goal in network.front}
        todo: list[tuple[float, Cell, int]] = []
        best: dict[tuple[Cell, int], float] = {}
        for cell, entered in network.front.items():
            if cell not in covered:
                heappush(todo, (0.0, cell, entered))
                best[cell, entered] = 0.0
        while todo and len(found) < len(goals):
            cost, cell, entered = heappop(todo)
            if best[cell, entered] < cost:
                continue
            if cell in covered:
                if cell in goals:
                    found.setdefault(cell, cost)
                continue
            placed = cards.get(cell)
            if placed is None:
                exits = self._exits(maze.rim.get(cell, 0), entered)
            else:
                way = joined[placed << 4 | entered] & ~entered
                exits = [(side, 0.0) for side in (1, 2, 4, 8) if way & side]
            for side, price in exits:
                for out, near, back in AROUND[cell]:
                    if out != side or near not in _FIELD:
                        continue
                    then = cost + price
                    if then < FAR and then < best.get((near, back), FAR):
                        best[near, back] = then
                        heappush(todo, (then, near, back))
        return {goal: found.get(goal, float(FAR)) for goal in goals}

    def _exits(self, rim: int, entered: int) -> list[tuple[int, float]]:
        """List the sides on which a card laid here could lead on, each with its price."""
        key = rim << 4 | entered
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._priced(rim, entered)
        return known

    def _priced(self, rim: int, entered: int) -> list[tuple[int, float]]:
        tiles, fitting = self._tiles, self._tiles.fit[rim]
        share = dict.fromkeys((1, 2, 4, 8), 0.0)
        for kind, weight in enumerate(self._weight):
            leading = 0
            for placed in (2 * kind, 2 * kind + 1):
                if fitting >> placed & 1:
                    leading |= tiles.joined[placed << 4 | entered] & ~entered & ALL
            for side in share:
                if leading & side:
                    share[side] += weight
        return [(side, 1 / (1 - (1 - part) ** _TRIES)) for side, part in share.items() if part > 0]
