"""How near the gold is, as one dwarf sees the maze, and what a card would change about that."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.bots.effort import Effort
from engine.bots.reach import cards_missing, gold_chances, rebuilt
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.grid import CardSight, GoalSight, Maze, Network
from engine.maze.tiles import Placed, TileSet
from engine.parts.moves import Lay, Orient, Rockfall

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Prospect:
    """A maze in sight. `tiles` number cards as moves do, but may shut ways to this dwarf."""

    tiles: TileSet
    gold: str
    """The code of the goal that is the treasure."""
    cards: tuple[CardSight, ...]
    goals: tuple[GoalSight, ...]
    effort: Effort | None = None
    """Judges how much work is left; without it, cards are counted."""

    @cached_property
    def maze(self) -> Maze:
        """The cards laid out again."""
        return rebuilt(self.tiles, self.cards, self.goals)

    @cached_property
    def network(self) -> Network:
        """What is connected with the start."""
        return grid.trace(self.maze)

    @cached_property
    def chances(self) -> dict[Cell, float]:
        """For each goal that may be the gold, how likely that is."""
        return gold_chances(self.goals, self.gold)

    @cached_property
    def missing(self) -> float:
        """How many cards are missing before the gold is reached."""
        return self._missing(self.maze, self.network)

    def _missing(self, maze: Maze, network: Network) -> float:
        # Half by what is likely, half by the nearest goal: a way that serves all goals a little
        # arrives nowhere.
        count = self.effort.missing if self.effort else cards_missing
        counts: Mapping[Cell, float] = count(maze, network, self.chances)
        likely = sum(self.chances[goal] * count for goal, count in counts.items())
        return (likely + min(counts.values(), default=0)) / 2

    @cached_property
    def nearest(self) -> int:
        """How many cards are missing before a goal that may be the gold is reached."""
        return min(cards_missing(self.maze, self.network, self.chances).values(), default=0)

    @property
    def gold_is_known(self) -> bool:
        """Tell whether there is nothing left to find out about the goals."""
        return len(self.chances) <= 1

    def gain(self, move: Lay | Orient | Rockfall) -> float:
        """Count the cards by which a move brings the gold nearer; below 0 it leads away."""
        return self.missing - self._missing(*self.after(move))

    def reached(self, move: Lay) -> list[Cell]:
        """Name the covered goals that a lay reaches."""
        front = self.after(move)[1].front
        return [goal for goal in self.maze.covered if goal in front]

    def after(self, move: Lay | Orient | Rockfall) -> tuple[Maze, Network]:
        """Make a move in the maze alone."""
        if isinstance(move, Rockfall):
            return grid.dig(self.maze, self.network, move.cell)
        return grid.lay(self.maze, self.network, move.cell, self._placed(move))

    def _placed(self, move: Lay | Orient) -> Placed:
        if isinstance(move, Lay):
            return move.placed
        code = next(goal.code for goal in self.goals if goal.cell == move.cell and goal.code)
        return self.tiles.placed(code, turned=move.turned)
