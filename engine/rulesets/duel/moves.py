"""What a seat can do, and the notation for it."""

from typing import TypeAlias

from engine.api import Pick, PickKind
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.sides import letters_of, sides_of
from engine.parts import moves
from engine.parts.moves import (
    Break,
    Deed,
    Lay,
    Mend,
    OnCell,
    Orient,
    Pass,
    ReadMap,
    Remove,
    Rockfall,
)
from engine.parts.notation import CELL, Notation, Phrase, act_pick, card_pick, cell_pick, word
from engine.parts.tools import TOOLS
from engine.rulesets.duel.cards import BOX, TILES
from engine.values import Made


class OpenDoor(OnCell):
    """Put a key on a door of the other colour."""

    side: int


class Bribe(OnCell):
    """Put a counter on a troll: a step of its own, no action."""


class End(Deed):
    """After laying: bribe nobody any more and draw."""


class Claim(OnCell):
    """Choose gold to mark while there are not counters enough for all (ruling 8)."""


class Pay(Deed):
    """Choose the gold cards that pay for the bribed trolls (ruling 21)."""

    values: tuple[int, ...]
    """Their values, the highest first."""


Action: TypeAlias = Lay | Break | Mend | OpenDoor | Rockfall | ReadMap | Remove | Pass
Move: TypeAlias = Action | Bribe | End | Orient | Claim | Pay

LAYS = moves.lays_of(TILES)
DOORS: Made[tuple[Cell, int], OpenDoor] = Made(lambda key: OpenDoor(*key))
REMOVES = moves.removes_of(TOOLS)
BRIBES: Made[Cell, Bribe] = Made(Bribe)
CLAIMS: Made[Cell, Claim] = Made(Claim)
END = End()

_KEY = Phrase(
    OpenDoor,
    rf"key {CELL} ([nesw])",
    lambda cell, side: DOORS[cell_named(cell), sides_of(side.upper())],
    lambda move: f"key {cell_name(move.cell)} {letters_of(move.side)}",
    lambda move: (
        card_pick("key"),
        cell_pick(move.cell),
        Pick(PickKind.SIDE, letters_of(move.side)),
    ),
)

_PAY = Phrase(
    Pay,
    r"pay ([1-3](?: [1-3]){0,7})",
    lambda values: Pay(tuple(sorted(map(int, values.split()), reverse=True))),
    lambda move: f"pay {' '.join(map(str, move.values))}",
    lambda move: (Pick(PickKind.PAY, "-".join(map(str, move.values))),),
)
NOTATION = Notation[Move](
    moves.lay(BOX, LAYS),
    moves.passing(BOX, most=2),
    moves.breaking(BOX),
    moves.mending(BOX),
    _KEY,
    moves.ROCKFALL,
    moves.MAP,
    moves.removing(BOX, lambda what, low, high: REMOVES[what][low, high]),
    moves.on_cell(Bribe, "bribe", BRIBES, act_pick("bribe")),
    word("end", END),
    moves.TURN,
    moves.on_cell(Claim, "claim", CLAIMS),
    _PAY,
)
