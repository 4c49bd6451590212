"""The whole table, secrets included, and the numbers its cards go by inside.

A card is a small int: path cards by their kind in `TILES`, action cards after them. The codes of
the deck tables are their names outside.
"""

from dataclasses import dataclass

from engine.api import Seat
from engine.decks.saboteur import ACTIONS, GOALS, PATHS, START
from engine.maze.cells import Cell, cell_at
from engine.maze.grid import Maze, Network
from engine.maze.tiles import TileSet, tile
from engine.rulesets.saboteur.edition import Config

TILES = TileSet(tile(row.code, row.ways, row.mark) for row in (*PATHS, START, *GOALS))

CODES = (*(tile.code for tile in TILES.tiles), *(row.code for row in ACTIONS))
KIND = {code: kind for kind, code in enumerate(CODES)}
ACTION = {KIND[row.code]: row for row in ACTIONS}
_COPIES = [(row.code, row.copies) for row in PATHS] + [(row.code, row.copies) for row in ACTIONS]
DECK = tuple(KIND[code] for code, copies in _COPIES for _ in range(copies))

START_CELL = cell_at(0, 2)
GOAL_CELLS = (cell_at(8, 0), cell_at(8, 2), cell_at(8, 4))
GOAL_KINDS = tuple(KIND[row.code] for row in GOALS)
GOLD_KIND = GOAL_KINDS[0]

DIGGER, SABOTEUR = "digger", "saboteur"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round, as everybody saw it."""

    won_by: str
    """diggers, saboteurs, or nobody when the treasure was missed without a saboteur."""
    finder: Seat | None
    """Whose card reached the treasure."""
    roles: tuple[str, ...]
    spare: str


@dataclass(frozen=True)
class State:
    """One game between two moves."""

    config: Config
    seed: bytes
    round: int
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
