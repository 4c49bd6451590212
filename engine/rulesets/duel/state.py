"""The whole table, secrets included, and the numbers its cards go by inside.

A card is a small int: path cards, starts and goals by their kind in `TILES`, action cards after
them. The codes of the deck tables are their names outside.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Seat
from engine.decks.duel import ACTIONS, COLOURS, GOALS, PATHS, STARTS, PathRow
from engine.maze.cells import Cell
from engine.maze.grid import Maze, Network
from engine.maze.sides import ALL, sides_of
from engine.maze.tiles import Tile, TileSet
from engine.rulesets.duel.edition import Config

TROLL = "troll"

PLAY, ORIENT, CLAIM, BRIBE, PAY = ASKS = ("play", "orient", "claim", "bribe", "pay")
"""Questions: the action of a turn, the side of a goal, which gold to mark, trolls, their pay."""
LAID, UNLOCKED = ACTS = ("lay", "key")
"""Actions that may lead on to further steps of the same turn."""


def _tile(row: PathRow) -> Tile:
    gates = (gate.split(":") for gate in row.gates.split())
    return Tile(
        code=row.code,
        ways=tuple(map(sides_of, row.ways.split())),
        mark=row.mark,
        colour=row.colour,
        gates=tuple((what, sides_of(side)) for side, what in gates),
        gold=row.gold,
        gold_sides=sides_of(row.gold_sides),
    )


TILES = TileSet(map(_tile, (*PATHS, *STARTS, *GOALS)))

CODES = (*(tile.code for tile in TILES.tiles), *(row.code for row in ACTIONS))
KIND = {code: kind for kind, code in enumerate(CODES)}
ACTION = {KIND[row.code]: row for row in ACTIONS}
_COPIES = [(row.code, row.copies) for row in PATHS] + [(row.code, row.copies) for row in ACTIONS]
DECK = tuple(KIND[code] for code, copies in _COPIES for _ in range(copies))
PATH_KINDS = len(PATHS)
GOAL_KINDS = tuple(KIND[row.code] for row in GOALS)
START_KIND = {row.colour: KIND[row.code] for row in STARTS}
LADDER_KIND = {row.colour: KIND[row.code] for row in PATHS if row.mark == "ladder"}
VALUE = tuple(tile.gold for tile in TILES.tiles)
"""By kind: what a card with gold is worth to its owner."""


def _gates(placed: int, *others: str) -> int:
    return sum(sides for gate, sides in TILES.gates[placed] if gate in others)


TROLL_SIDES = tuple(_gates(placed, TROLL) for placed in range(2 * len(TILES.tiles)))
"""For each placed tile, the side where its troll stands."""
DOOR_SIDES = {
    colour: tuple(_gates(placed, colour) for placed in range(2 * len(TILES.tiles)))
    for colour in COLOURS
}
"""For each colour and placed tile, the sides with doors of that colour."""
SHUT = {
    colour: tuple(
        _gates(placed, TROLL, *(other for other in COLOURS if other != colour))
        for placed in range(2 * len(TILES.tiles))
    )
    for colour in COLOURS
}
"""For each dwarf and placed tile, the sides closed to him: trolls and the other colour's doors."""
OPENLY = {
    colour: tuple(
        sum(
            1 << placed
            for placed, sides in enumerate(TILES.open)
            if sides & entered & ~shut[placed]
        )
        for entered in range(ALL + 1)
    )
    for colour, shut in SHUT.items()
}
"""For each dwarf and the sides his tunnels come from: the placed tiles that one of them enters."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round, as everybody saw it. Gold is told by the values of its cards."""

    ended: str
    """Why: goals (all are turned up), counters (none is left) or cards (all are played)."""
    won: tuple[tuple[int, ...], ...]
    """For each seat, the gold it marked."""
    trolls: tuple[int, ...]
    """For each seat, how many trolls it bribed."""
    paid: tuple[tuple[int, ...], ...]
    """For each seat, what it paid for them: whole cards, no change."""
    gold: tuple[int, ...]
    """For each seat, all its gold after the round."""


@dataclass(frozen=True)
class State:
    """One game between two moves."""

    config: Config
    seed: bytes
    round: int
    asked: Seat | None
    """Whose decision it is; None once the game is over."""
    ask: str
    """What that seat must decide: play, orient, claim, bribe or pay."""
    acted: str
    """The action of this turn, lay or key, while steps that it led to are open; else empty."""
    orient: tuple[Cell, ...]
    """Goals just turned for which the asked seat must choose a side first (question 1)."""
    paying: tuple[Seat, ...]
    """The round is over, and these still choose how to pay their trolls (rulings 6 and 21)."""
    payments: tuple[tuple[int, ...], ...]
    """For each seat, the values of the cards it has chosen to pay with."""
    maze: Maze
    links: Mapping[Cell, Cell]
    """Ladders and the start cards they are joined with, both ways."""
    networks: tuple[Network, ...]
    """For each seat, what its dwarf reaches."""
    loose: tuple[Cell, ...]
    """Cards on the table whose gold nobody has marked."""
    trolls: tuple[Cell, ...]
    """Cards on the table whose troll nobody has bribed."""
    goals: tuple[tuple[Cell, int], ...]
    """Where the goals lie and which card each of them is."""
    seen: tuple[int, ...]
    """For each seat, the goals it has looked at, as bits."""
    dwarves: tuple[str, ...]
    """For each seat, its colour."""
    hands: tuple[tuple[int, ...], ...]
    """For each seat its cards, sorted."""
    broken: tuple[int, ...]
    """For each seat its broken tools, as bits."""
    stock: tuple[int, ...]
    """The stock, next card first."""
    discards: tuple[int, ...]
    aside: tuple[int, ...]
    """Solo: the cards that are not played with in this round."""
    trail: tuple[Cell, ...]
    """Solo: cards laid that show neither gold nor troll, the last one last (ruling 20)."""
    claims: tuple[tuple[Cell, Seat], ...]
    """Counters on gold, and whose colour is up."""
    bribes: tuple[tuple[Cell, Seat], ...]
    """Counters on trolls, and whose colour is up."""
    keys: tuple[tuple[Cell, int], ...]
    """Keys on doors: the cell and the side. Only the other colour needs one, so it is his."""
    gold: tuple[tuple[int, ...], ...]
    """For each seat the gold cards it has won, sorted."""
    goal_stock: tuple[int, ...]
    """Goals of the rounds to come, next ones first."""
    box: tuple[int, ...]
    """Goals and gold cards that are out of the game, sorted."""
    results: tuple[RoundResult, ...]

    @property
    def counters(self) -> int:
        """Count the counters that are left in the stock."""
        return self.config.mode.counters - len(self.claims) - len(self.bribes)
