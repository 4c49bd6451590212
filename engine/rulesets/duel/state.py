"""The whole table, secrets included."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.api import Seat
from engine.maze import grid
from engine.maze.cells import Cell
from engine.rulesets.duel.cards import TILES
from engine.rulesets.duel.edition import Config
from engine.rulesets.duel.gates import Walker
from engine.rulesets.duel.sights import RoundSight

PLAY, ORIENT, CLAIM, BRIBE, PAY = ASKS = ("play", "orient", "claim", "bribe", "pay")
"""Questions: the action of a turn, the side of a goal, which gold to mark, trolls, their pay."""
LAID, UNLOCKED = ACTS = ("lay", "key")
"""Actions that may lead on to further steps of the same turn."""
_BARE = grid.empty(TILES)


RoundResult: TypeAlias = RoundSight
"""A finished round, of which nothing is secret."""


@dataclass(frozen=True)
class State:
    """One game between two moves. Where nothing else is said, nothing lies on the table."""

    config: Config
    seed: bytes
    dwarves: tuple[str, ...]
    """For each seat, its colour."""
    gold: tuple[tuple[int, ...], ...]
    """For each seat the gold cards it has won, sorted."""
    round: int = 0
    turn: int = 0
    """How many turns there were before this one."""
    asked: Seat | None = None
    """Whose decision it is; None once the game is over."""
    ask: str = PLAY
    """What that seat must decide: play, orient, claim, bribe or pay."""
    acted: str = ""
    """The action of this turn, lay or key, while steps that it led to are open; else empty."""
    orient: tuple[Cell, ...] = ()
    """Goals just turned for which the asked seat must choose a side first (question 1)."""
    maze: grid.Maze = _BARE
    walkers: tuple[Walker, ...] = ()
    """For each seat, how gates and ladders let its dwarf pass."""
    networks: tuple[grid.Network, ...] = ()
    """For each seat, what its dwarf reaches."""
    loose: tuple[Cell, ...] = ()
    """Cards on the table whose gold nobody has marked."""
    trolls: tuple[Cell, ...] = ()
    """Cards on the table whose troll nobody has bribed."""
    goals: tuple[tuple[Cell, int], ...] = ()
    """Where the goals lie and which card each of them is."""
    seen: tuple[int, ...] = ()
    """For each seat, the goals it has looked at, as bits."""
    hands: tuple[tuple[int, ...], ...] = ()
    """For each seat its cards, sorted."""
    broken: tuple[int, ...] = ()
    """For each seat its broken tools, as bits."""
    stock: tuple[int, ...] = ()
    """The stock, next card first."""
    discards: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    """Solo: the cards that are not played with in this round."""
    trail: tuple[Cell, ...] = ()
    """Solo: cards laid that show neither gold nor troll, the last one last (ruling 20)."""
    claims: tuple[tuple[Cell, Seat], ...] = ()
    """Counters on gold, and whose colour is up."""
    bribes: tuple[tuple[Cell, Seat], ...] = ()
    """Counters on trolls, and whose colour is up."""
    keys: tuple[tuple[Cell, int], ...] = ()
    """Keys on doors: the cell and the side. Only the other colour needs one, so it is his."""
    goal_stock: tuple[int, ...] = ()
    """Goals of the rounds to come, next ones first."""
    box: tuple[int, ...] = ()
    """Goals and gold cards that are out of the game, sorted."""
    results: tuple[RoundResult, ...] = ()

    @property
    def counters(self) -> int:
        """Count the counters that are left in the stock."""
        return self.config.mode.counters - len(self.claims) - len(self.bribes)
