"""The whole table, secrets included."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.api import Seat
from engine.maze.cells import Cell
from engine.maze.grid import Maze, Network, trace
from engine.parts.board import bare
from engine.rulesets.saboteur2.cards import TILES
from engine.rulesets.saboteur2.edition import Config
from engine.rulesets.saboteur2.sights import InspectionSight, RoundSight

_BARE = bare(TILES)
_BARE_NETWORK = trace(_BARE)

Inspection: TypeAlias = InspectionSight
"""What a seat once saw on another's dwarf card."""
RoundResult: TypeAlias = RoundSight
"""A finished round, of which nothing is secret."""


@dataclass(frozen=True)
class State:
    """One game between two moves. Where nothing else is said, nothing lies on the table."""

    config: Config
    seed: bytes
    round: int = 0
    turn: int = 0
    """How many turns there were before this one; each theft after a round is one."""
    asked: Seat | None = None
    """Whose turn it is; None once the game is over."""
    orient: tuple[Cell, ...] = ()
    """Goals just turned for which the asked seat must choose a side first (ruling 66)."""
    laid: Cell | None = None
    """While goals wait in `orient`: where the card that reached them lies (ruling 81)."""
    thieves: tuple[Seat, ...] = ()
    """After the shares: who may still steal, in order. The first of them is asked."""
    closer: Seat | None = None
    """While thieves are asked: who played the round's last card."""
    maze: Maze = _BARE
    network: Network = _BARE_NETWORK
    goals: tuple[tuple[Cell, int], ...] = ()
    """Where the goals lie and which card each of them is."""
    seen: tuple[int, ...] = ()
    """For each seat, the goals it has looked at, as bits."""
    inspected: tuple[tuple[Inspection, ...], ...] = ()
    """For each seat, the dwarves it has looked at."""
    roles: tuple[str, ...] = ()
    """A dwarf for each seat."""
    undealt: tuple[str, ...] = ()
    """The pile of dwarves nobody has, next one first."""
    shed: tuple[str, ...] = ()
    """Dwarves swapped away this round; they do not come back (ruling 51)."""
    hands: tuple[tuple[int, ...], ...] = ()
    """For each seat its cards, sorted."""
    broken: tuple[int, ...] = ()
    """For each seat its broken tools, as bits."""
    trapped: tuple[bool, ...] = ()
    """For each seat, whether a trap lies before it."""
    thefts: tuple[Seat, ...] = ()
    """Who has a theft card before him, in the order they were played."""
    stock: tuple[int, ...] = ()
    """The stock, next card first."""
    aside: tuple[int, ...] = ()
    """The cards set aside unseen for this round."""
    discards: tuple[int, ...] = ()
    gold: tuple[int, ...] = ()
    """For each seat its gold."""
    results: tuple[RoundResult, ...] = ()
