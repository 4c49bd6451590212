"""The maze as a bot sees it, and how many cards are still missing before a goal is reached."""

from collections.abc import Collection, Iterable, Mapping

from engine.bots.flood import Flood
from engine.maze import grid
from engine.maze.cells import AROUND, Cell, cell_at
from engine.maze.grid import CardSight, GoalSight, Maze, Network
from engine.maze.tiles import TileSet

FAR = 20
"""Stands for a goal that no way can reach any more."""

# The nominal field and two cells around it: wider detours are longer than any game.
_FIELD = frozenset(cell_at(x, y) for x in range(-2, 11) for y in range(-2, 7))


def rebuilt(tiles: TileSet, cards: Iterable[CardSight], goals: Iterable[GoalSight]) -> Maze:
    """Lay the cards out again as a view shows them."""
    maze = grid.empty(tiles, (goal.cell for goal in goals if not goal.up))
    for card in cards:
        maze = grid.put(maze, card.cell, tiles.placed(card.code, turned=card.turned))
    return maze


def gold_chances(goals: Iterable[GoalSight], gold: str) -> dict[Cell, float]:
    """Tell, for each covered goal that may be the gold, how likely it is to the viewer."""
    covered = [goal for goal in goals if not goal.up]
    known = [goal.cell for goal in covered if goal.code == gold]
    open_question = known or [goal.cell for goal in covered if goal.code is None]
    return dict.fromkeys(open_question, 1 / max(1, len(open_question)))


def cards_missing(maze: Maze, network: Network, goals: Collection[Cell]) -> Mapping[Cell, int]:
    """Count, for each goal, the fewest cards that would join it with the start; 0 if joined.

    It assumes that any card can be had. Ways cut off from the start cost nothing to walk.
    """
    cards, covered, joined = maze.cards, maze.covered, maze.tiles.joined
    missing = dict.fromkeys((goal for goal in goals if goal in network.front), 0)
    begin = [cell for cell in network.front if cell not in covered]
    flood, walked = Flood(begin, (*cards, *covered), _FIELD), set()
    for count in range(1, FAR):
        if not flood or len(missing) == len(goals):
            break
        edges = flood.step()
        while edges:
            cell, entered = edges.pop()
            placed = cards.get(cell)
            if placed is not None:
                if not network.lit.get(cell, 0) & entered and (cell, entered) not in walked:
                    walked.add((cell, entered))
                    way = joined[placed << 4 | entered] & ~entered
                    edges += [(near, back) for side, near, back in AROUND[cell] if way & side]
            elif cell not in covered:
                flood.join(cell)
            elif cell in goals:
                missing.setdefault(cell, count)
    return {goal: missing.get(goal, FAR) for goal in goals}
