"""What a bot makes of its view: the maze as its dwarf walks it, and who is friend or enemy."""

from dataclasses import dataclass
from functools import cached_property

from engine.api import Seat
from engine.bots.prospect import Prospect
from engine.decks import saboteur as base
from engine.maze.cells import Cell
from engine.parts.moves import Lay, Orient, Rockfall
from engine.rulesets.saboteur2.cards import TEAM_TILES
from engine.rulesets.saboteur2.view import View

_GOLD = next(row.code for row in base.GOALS if row.mark == "gold")
_NEAR = 4
"""With so few cards missing the treasure is near, and a saboteur stops being quiet."""
ENEMIES = {
    "blue": ("green", "saboteur"),
    "green": ("blue", "saboteur"),
    "boss": ("saboteur",),
    "saboteur": ("blue", "green", "boss"),
}


@dataclass(frozen=True)
class Table:
    """A view with what follows from it for the one who looks."""

    view: View

    @property
    def me(self) -> Seat:
        """The seat that looks."""
        return self.view.seat or Seat(0)

    @property
    def digs(self) -> bool:
        """Tell whether the dwarf wants the treasure reached."""
        return self.view.role not in ("saboteur", "geologist")

    @cached_property
    def prospects(self) -> tuple[Prospect, ...]:
        """The maze as the dwarf's own team walks it; for the others as either team does."""
        teams = [self.view.role] if self.view.role in TEAM_TILES else [*TEAM_TILES]
        return tuple(
            Prospect(TEAM_TILES[team], _GOLD, self.view.cards, self.view.goals) for team in teams
        )

    @cached_property
    def gold_is_near(self) -> bool:
        """Tell whether few cards are missing before the treasure."""
        return min(prospect.nearest for prospect in self.prospects) <= _NEAR

    @property
    def gold_is_known(self) -> bool:
        """Tell whether there is nothing left to find out about the goals."""
        return self.prospects[0].gold_is_known

    @cached_property
    def chances(self) -> dict[Cell, float]:
        """For each goal that may be the treasure, how likely that is."""
        return self.prospects[0].chances

    def gain(self, move: Lay | Orient | Rockfall) -> float:
        """Count the cards by which the gold comes nearer, for the team or for both on average."""
        return sum(prospect.gain(move) for prospect in self.prospects) / len(self.prospects)

    def may_turn_up_gold(self, move: Lay) -> float:
        """Tell how likely a lay is to reach the gold."""
        return sum(self.chances.get(goal, 0) for goal in self.prospects[0].reached(move))

    def standing(self, target: Seat) -> int:
        """Tell what is known of a seat: 1 is a friend, -1 an enemy, 0 anybody."""
        if target == self.me:
            return 1
        seen = {one.target: one.role for one in self.view.inspected if one.current}
        if target not in seen or self.view.role not in ENEMIES:
            return 0
        return -1 if seen[target] in ENEMIES[self.view.role] else 1

    def burden(self, target: Seat) -> int:
        """Count the cards that keep a seat from digging."""
        return len(self.view.broken[target]) + self.view.trapped[target]
