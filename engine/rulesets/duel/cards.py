"""The cards of the box as numbers, and tables about them: who passes which side, what has gold."""

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
from engine.parts.cards import Box

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


# A retired goal is numbered next to the one in its place, and so sorted as that one is.
_ALL_GOALS = sorted((*GOALS, *RETIRED_GOALS), key=lambda row: row.code)
TILES = TileSet(map(_tile, (*PATHS, *STARTS, *_ALL_GOALS)))
BOX = Box(TILES, ACTIONS)
CODES, KIND, ACTION = BOX.codes, BOX.kind, BOX.action
_COPIES = [(row.code, row.copies) for row in PATHS] + [(row.code, row.copies) for row in ACTIONS]
DECK = tuple(KIND[code] for code, copies in _COPIES for _ in range(copies))
PATH_KINDS = len(PATHS)
"""Kinds below this are path cards of the deck; starts and goals come after them."""
CARDS = {code: kind for code, kind in KIND.items() if kind < PATH_KINDS or kind in ACTION}
"""By code: what can be in a hand, also of rows that have no copies any more."""
KEY, ROCKFALL, MAP = KIND["key"], KIND["rockfall"], KIND["map"]
BROKEN = {row.tools[0]: KIND[row.code] for row in ACTIONS if row.act == "break"}
"""By tool, the card that lies before whoever's is broken."""
MISHAPS = frozenset(kind for kind, row in ACTION.items() if row.act in ("break", "rockfall"))
"""Solo: cards that are carried out as soon as they are drawn."""

GOAL_KINDS = tuple(KIND[row.code] for row in GOALS)
STANDS_FOR = {
    KIND[row.code]: KIND[row.code.removesuffix(RETIRED)] for row in (*GOALS, *RETIRED_GOALS)
}
"""By kind of goal, retired ones too: which of the 18 goals it is (ruling 26)."""
START_KIND = {row.colour: KIND[row.code] for row in STARTS}
LADDERS = {KIND[row.code]: row.colour for row in PATHS if row.mark == "ladder"}
"""By kind of card: whose ladder it is."""
VALUE = tuple(tile.gold for tile in TILES.tiles)
"""By kind: what a card with gold is worth to its owner."""


def _gates(*gates: str) -> tuple[int, ...]:
    """For each placed tile, the sides on which one of these stands."""
    return tuple(sum(sides for gate, sides in placed if gate in gates) for placed in TILES.gates)


_OTHER = dict(zip(COLOURS, reversed(COLOURS), strict=True))
TROLL_SIDES = _gates(TROLL)
"""For each placed tile, the side where its troll stands."""
FOREIGN = {colour: _gates(_OTHER[colour]) for colour in COLOURS}
"""For each dwarf and placed tile, the sides with doors of the other colour."""
SHUT = {colour: _gates(TROLL, _OTHER[colour]) for colour in COLOURS}
"""For each dwarf and placed tile, the sides closed to him: trolls and the other colour's doors."""
OPENLY = {
    colour: tuple(
        sum(1 << at for at, sides in enumerate(TILES.open) if sides & entered & ~shut[at])
        for entered in range(ALL + 1)
    )
    for colour, shut in SHUT.items()
}
"""For each dwarf and the sides his tunnels come from: the placed tiles that one of them enters."""
REMOVABLE = tuple(
    kind < PATH_KINDS and not VALUE[kind] and not TROLL_SIDES[2 * kind]
    for kind in range(len(TILES.tiles))
)
"""By kind: neither start nor goal, neither gold nor troll is ever taken out (both texts)."""
