"""The whole table, secrets included, and the numbers its cards go by inside.

A card is a small int: path cards by their kind in `TILES`, action cards after them. The codes of
the deck tables are their names outside.
"""

from dataclasses import dataclass

from engine.api import Seat
from engine.decks import saboteur as base
from engine.decks import saboteur2 as box
from engine.maze.cells import AROUND, Cell, cell_at
from engine.maze.grid import Maze, Network
from engine.rulesets.saboteur2.edition import Config
from engine.rulesets.saboteur2.tiles import TILES

_PATHS = (*base.PATHS, *box.PATHS)
_ACTIONS = (*base.ACTIONS, *box.ACTIONS)
CODES = (*(tile.code for tile in TILES.tiles), *(row.code for row in _ACTIONS))
KIND = {code: kind for kind, code in enumerate(CODES)}
ACTION = {KIND[row.code]: row for row in _ACTIONS}
LADDERS = sum(TILES.bits[KIND[row.code]] for row in box.PATHS if row.mark == "ladder")
"""Every way a ladder can lie, as bits."""
CRYSTALS = frozenset(KIND[row.code] for row in box.PATHS if row.mark == "crystal")


def _deck(*, fourth_rockfall: bool) -> tuple[int, ...]:
    copies = [(row.code, row.copies) for row in _PATHS] + [(r.code, r.copies) for r in _ACTIONS]
    extra = [KIND[box.EXTRA]] if fourth_rockfall else []
    return tuple(sorted([KIND[code] for code, many in copies for _ in range(many)] + extra))


DECKS = {extra: _deck(fourth_rockfall=extra) for extra in (False, True)}
"""All path and action cards of both boxes, without and with the fourth rockfall."""

START_CELL = cell_at(0, 2)
GOAL_CELLS = (cell_at(8, 0), cell_at(8, 2), cell_at(8, 4))
BESIDE_GOALS = frozenset(near for goal in GOAL_CELLS for _, near, _ in AROUND[goal])
GOAL_KINDS = tuple(KIND[row.code] for row in base.GOALS)
GOLD_KIND = GOAL_KINDS[0]

BLUE, GREEN, BOSS, PROFITEER, GEOLOGIST, SABOTEUR = box.DWARVES
DWARVES = tuple(role for role, copies in box.DWARVES.items() for _ in range(copies))


@dataclass(frozen=True)
class Inspection:
    """What a seat once saw on another's dwarf card."""

    target: Seat
    role: str
    current: bool
    """False once the other has swapped his hat since."""


@dataclass(frozen=True)
class RoundResult:
    """A finished round, as everybody saw it."""

    won_by: str
    """blue, green, both, loners (boss or profiteer without a team), saboteurs or nobody."""
    finder: Seat | None
    """Whose card reached the treasure; None if it was missed."""
    roles: tuple[str, ...]
    trapped: tuple[Seat, ...]
    """Who was trapped at the end and so got nothing of the treasure."""
    winners: tuple[Seat, ...]
    """Among whom the treasure was shared."""
    share: int
    """The table's gold for each winner, before the boss and the profiteer get less."""
    crystals: int
    """The crystals in the maze, which are the geologists' gold."""
    paid: tuple[int, ...]
    """For each seat, its gold of this round before any theft."""
    thefts: tuple[tuple[Seat, Seat], ...]
    """Thief and victim of each theft, in order."""


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
    laid: Cell | None
    """While goals wait in `orient`: where the card that reached them lies (ruling 81)."""
    thieves: tuple[Seat, ...]
    """After the shares: who may still steal, in order. The first of them is asked."""
    closer: Seat | None
    """While thieves are asked: who played the round's last card."""
    maze: Maze
    network: Network
    goals: tuple[tuple[Cell, int], ...]
    """Where the goals lie and which card each of them is."""
    seen: tuple[int, ...]
    """For each seat, the goals it has looked at, as bits."""
    inspected: tuple[tuple[Inspection, ...], ...]
    """For each seat, the dwarves it has looked at."""
    roles: tuple[str, ...]
    """A dwarf for each seat."""
    undealt: tuple[str, ...]
    """The pile of dwarves nobody has, next one first."""
    shed: tuple[str, ...]
    """Dwarves swapped away this round; they do not come back (ruling 51)."""
    hands: tuple[tuple[int, ...], ...]
    """For each seat its cards, sorted."""
    broken: tuple[int, ...]
    """For each seat its broken tools, as bits."""
    trapped: tuple[bool, ...]
    """For each seat, whether a trap lies before it."""
    thefts: tuple[Seat, ...]
    """Who has a theft card before him, in the order they were played."""
    stock: tuple[int, ...]
    """The stock, next card first."""
    aside: tuple[int, ...]
    """The cards set aside unseen for this round."""
    discards: tuple[int, ...]
    gold: tuple[int, ...]
    """For each seat its gold."""
    results: tuple[RoundResult, ...]
