"""The whole table, secrets included."""

from dataclasses import dataclass

from engine.api import Seat
from engine.maze.cells import Cell
from engine.maze.grid import Maze, Network
from engine.rulesets.saboteur.edition import Config
from engine.rulesets.saboteur.sights import RoundSight


@dataclass(frozen=True, slots=True)
class RoundResult(RoundSight):
    """A finished round."""

    paid: tuple[int, ...]
    """For each seat the gold it got. Secret until the end, but for the number of cards."""


@dataclass(frozen=True)
class State:
    """One game between two moves."""

    config: Config
    seed: bytes
    round: int
    turn: int
    """How many turns there were before this one."""
    asked: Seat | None
    """Whose turn it is; None once the game is over."""
    orient: tuple[Cell, ...]
    """Goals just turned for which the asked seat must choose a side first (ruling 66)."""
    maze: Maze
    network: Network
    goals: tuple[tuple[Cell, int], ...]
    """Where the goals lie and which card each of them is."""
    seen: tuple[int, ...]
    """For each seat, the goals it has looked at, as bits."""
    roles: tuple[str, ...]
    """A dwarf for each seat; the one left over is the last."""
    hands: tuple[tuple[int, ...], ...]
    """For each seat its cards, sorted."""
    broken: tuple[int, ...]
    """For each seat its broken tools, as bits."""
    stock: tuple[int, ...]
    """The stock, next card first."""
    discards: tuple[int, ...]
    gold: tuple[tuple[int, ...], ...]
    """For each seat its gold cards, in the order they came."""
    gold_stock: tuple[int, ...]
    """The gold cards nobody has, sorted."""
    bank: int
    """Gold paid from the bank when no cards made up the exact sum (ruling 22)."""
    results: tuple[RoundResult, ...]
