"""The cards of the box as numbers, and tables about them: who passes which side, what has gold."""

from engine.decks import duel as box
from engine.decks.duel import COLOURS, RETIRED, PathRow
from engine.decks.saboteur import ActionRow
from engine.maze.sides import ALL, sides_of
from engine.maze.tiles import Tile, TileSet
from engine.parts.cards import Box, copies_of, in_order, numbered
from engine.parts.tools import TOOLS

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


_PATHS = in_order(PathRow, box.PATH_CODES, box.PATHS)
_STARTS = in_order(PathRow, box.START_CODES, box.STARTS)
_GOALS = in_order(PathRow, box.GOAL_CODES, (*box.GOALS, *box.RETIRED_GOALS))
_ACTIONS = in_order(ActionRow, box.ACTION_CODES, box.ACTIONS)
TILES = TileSet(map(_tile, (*_PATHS, *_STARTS, *_GOALS)))
BOX = Box(TILES, _ACTIONS)
CODES, KIND, ACTION = BOX.codes, BOX.kind, BOX.action
DECK = copies_of((*_PATHS, *_ACTIONS), KIND)
PATH_KINDS = len(_PATHS)
"""Kinds below this are path cards of the deck; starts and goals come after them."""
CARDS = numbered((*box.PATHS, *box.ACTIONS), KIND)
"""By code: what can be in a hand, also of rows that have no copies any more."""
KEY, ROCKFALL, MAP = KIND["key"], KIND["rockfall"], KIND["map"]
BROKEN = {tool: KIND[f"break-{tool}"] for tool in TOOLS}
"""By tool, the card that lies before whoever's is broken."""
MISHAPS = frozenset(kind for kind, row in ACTION.items() if row.act in ("break", "rockfall"))
"""Solo: cards that are carried out as soon as they are drawn."""

GOAL_KINDS = copies_of(_GOALS, KIND)
STANDS_FOR = {
    KIND[row.code]: KIND[row.code.removesuffix(RETIRED)] for row in (*box.GOALS, *box.RETIRED_GOALS)
}
"""By kind of goal, retired ones too: which of the 18 goals it is (ruling 26)."""
START_KIND = {row.colour: KIND[row.code] for row in _STARTS}
LADDERS = {KIND[row.code]: row.colour for row in _PATHS if row.mark == "ladder"}
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
