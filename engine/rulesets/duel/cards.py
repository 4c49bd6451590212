"""The cards as numbers, and the tables about them: who passes which side, what is worth what.

A card is a small int: path cards, starts and goals by their kind in `TILES`, action cards after
them. The codes of the deck tables are their names outside.
"""

from engine.decks.duel import (
    ACTIONS,
    COLOURS,
    GOALS,
    PATHS,
    RETIRED,
    RETIRED_GOALS,
    STARTS,
    PathRow,
)
from engine.maze.sides import ALL, sides_of
from engine.maze.tiles import Tile, TileSet

TROLL = "troll"


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


TILES = TileSet(map(_tile, (*PATHS, *STARTS, *GOALS, *RETIRED_GOALS)))

CODES = (*(tile.code for tile in TILES.tiles), *(row.code for row in ACTIONS))
KIND = {code: kind for kind, code in enumerate(CODES)}
ACTION = {KIND[row.code]: row for row in ACTIONS}
_COPIES = [(row.code, row.copies) for row in PATHS] + [(row.code, row.copies) for row in ACTIONS]
DECK = tuple(KIND[code] for code, copies in _COPIES for _ in range(copies))
PATH_KINDS = len(PATHS)
GOAL_KINDS = tuple(KIND[row.code] for row in GOALS)
STANDS_FOR = {
    KIND[row.code]: KIND[row.code.removesuffix(RETIRED)] for row in (*GOALS, *RETIRED_GOALS)
}
"""By kind of goal, retired ones too: which of the 18 goals it is (ruling 26)."""
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
