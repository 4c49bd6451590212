"""Turning the goals that a way has reached. What a goal is worth is each game's affair."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from engine.maze import grid
from engine.maze.cells import AROUND, Cell
from engine.maze.grid import GoalSight, Maze, Network
from engine.maze.tiles import Placed

ALL_GOALS = -1
"""The bits of somebody who has looked at every goal."""


class Turned(NamedTuple):
    """The maze after goals were turned."""

    maze: Maze
    network: Network
    cells: tuple[Cell, ...]
    """The goals that were turned, in order."""
    orient: tuple[Cell, ...]
    """Those of them that fit both ways equally well and wait for the mover's choice."""


def turn_reached(
    maze: Maze, network: Network, kinds: Mapping[Cell, int], laid: Cell | None
) -> Turned:
    """Turn every goal the network reaches, until it reaches nothing new (rulings 7, 11, 65)."""
    cells: tuple[Cell, ...] = ()
    while reached := [cell for cell in sorted(maze.covered) if cell in network.front]:
        choices = {cell: _orientations(maze, network, cell, kinds[cell], laid) for cell in reached}
        cells += tuple(reached)
        for cell, best in choices.items():
            if len(best) == 1:
                maze, network = grid.lay(maze, network, cell, best[0])
        orient = tuple(cell for cell, best in choices.items() if len(best) > 1)
        if orient:
            return Turned(maze, network, cells, orient)
    return Turned(maze, network, cells, ())


def _orientations(
    maze: Maze, network: Network, cell: Cell, kind: int, laid: Cell | None
) -> list[Placed]:
    """List the ways round that a goal just turned may lie, by rulings 12 and 64."""
    tiles, entered = maze.tiles, network.front[cell]
    both = [Placed(kind * 2), Placed(kind * 2 + 1)] if tiles.turns(kind) else [Placed(kind * 2)]
    joining = [placed for placed in both if tiles.open[placed] & entered]
    facing = sum(side for side, near, _ in AROUND[cell] if near == laid) & entered
    first = [placed for placed in joining if tiles.open[placed] & facing] or joining
    scores = [grid.matches(maze, cell, placed) for placed in first]
    return [placed for placed, score in zip(first, scores, strict=True) if score == max(scores)]


def goals_in_sight(
    maze: Maze,
    goals: Collection[tuple[Cell, int]],
    known: int,
    orient: Collection[Cell],
    codes: tuple[str, ...],
) -> tuple[GoalSight, ...]:
    """Show the goals to somebody who has looked at those of these bits.

    A goal that waits for its side lies face up already.
    """
    sights = []
    for at, (cell, kind) in enumerate(goals):
        up = cell not in maze.covered or cell in orient
        sights.append(GoalSight(cell, up, codes[kind] if up or known >> at & 1 else None))
    return tuple(sights)


def goal_on(goals: Collection[GoalSight], cells: Collection[Cell]) -> GoalSight | None:
    """Find the goal on one of these cells."""
    return next((goal for goal in goals if goal.cell in cells), None)
