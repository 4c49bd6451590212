"""The whole table, secrets included."""

from dataclasses import dataclass

from engine.api import Seat
from engine.maze.cells import Cell
from engine.maze.grid import Maze, Network, trace
from engine.parts.board import bare
from engine.rulesets.saboteur.cards import TILES
from engine.rulesets.saboteur.edition import Config

_BARE = bare(TILES)
_BARE_NETWORK = trace(_BARE)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round."""

    won_by: str
    """diggers, saboteurs, or nobody when the treasure was missed without a saboteur."""
    finder: Seat | None
    """Whose card reached the treasure."""
    roles: tuple[str, ...]
    spare: str
    paid: tuple[int, ...]
    """For each seat the gold it got. Secret until the end, but for the number of cards."""


@dataclass(frozen=True)
class State:
    """One game between two moves. Where nothing else is said, nothing lies on the table."""

    config: Config
    seed: bytes
    round: int = 0
    turn: int = 0
    """How many turns there were before this one."""
    asked: Seat | None = None
    """Whose turn it is; None once the game is over."""
    orient: tuple[Cell, ...] = ()
    """Goals just turned for which the asked seat must choose a side first (ruling 66)."""
    maze: Maze = _BARE
    network: Network = _BARE_NETWORK
    goals: tuple[tuple[Cell, int], ...] = ()
    """Where the goals lie and which card each of them is."""
    seen: tuple[int, ...] = ()
    """For each seat, the goals it has looked at, as bits."""
    roles: tuple[str, ...] = ()
    """A dwarf for each seat; the one left over is the last."""
    hands: tuple[tuple[int, ...], ...] = ()
    """For each seat its cards, sorted."""
    broken: tuple[int, ...] = ()
    """For each seat its broken tools, as bits."""
    stock: tuple[int, ...] = ()
    """The stock, next card first."""
    discards: tuple[int, ...] = ()
    gold: tuple[tuple[int, ...], ...] = ()
    """For each seat its gold cards, in the order they came."""
    gold_stock: tuple[int, ...] = ()
    """The gold cards nobody has, sorted."""
    bank: int = 0
    """Gold paid from the bank when no cards made up the exact sum (ruling 22)."""
    results: tuple[RoundResult, ...] = ()
