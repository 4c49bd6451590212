"""What a seat can do, and the notation for it."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.api import Pick, PickKind
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.sides import letters_of, sides_of
from engine.parts import moves
from engine.parts.moves import Break, Lay, Mend, Orient, Pass, ReadMap, Rockfall
from engine.parts.notation import (
    CARD,
    CELL,
    WORD,
    Notation,
    Phrase,
    act_pick,
    card_pick,
    cell_pick,
    word,
)
from engine.parts.tools import TOOLS, tool_named
from engine.rulesets.duel.cards import BOX, CODES, TILES
from engine.values import Made


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """Put a key on a door of the other colour."""

    cell: Cell
    side: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Discard two cards to take a broken tool away from before oneself."""

    tool: str
    cards: tuple[int, int]
    """Sorted."""


@dataclass(frozen=True, slots=True)
class Bribe:
    """Put a counter on a troll: a step of its own, no action."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class End:
    """After laying: bribe nobody any more and draw."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Choose gold to mark while there are not counters enough for all (ruling 8)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Pay:
    """Choose the gold cards that pay for the bribed trolls (ruling 21)."""

    values: tuple[int, ...]
    """Their values, the highest first."""


Action: TypeAlias = Lay | Break | Mend | OpenDoor | Rockfall | ReadMap | Remove | Pass
Move: TypeAlias = Action | Bribe | End | Orient | Claim | Pay

LAYS = moves.lays_of(TILES)
DOORS: Made[tuple[Cell, int], OpenDoor] = Made(lambda key: OpenDoor(*key))
BRIBES: Made[Cell, Bribe] = Made(Bribe)
PAIRS = moves.pairs_of(BOX)
REMOVES = {
    tool: tuple(tuple(Remove(tool, (*pair,)) for pair in passes) for passes in PAIRS)
    for tool in TOOLS
}
"""For each tool and card, the removals with it and a second one."""
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


def _remove(tool: str, one: str, other: str) -> Remove:
    low, high = sorted((BOX.named[one], BOX.named[other]))
    return REMOVES[tool_named(tool)][low][high]


_REMOVE = Phrase(
    Remove,
    rf"remove {WORD} with {CARD} {CARD}",
    _remove,
    lambda move: f"remove {move.tool} with {' '.join(CODES[card] for card in move.cards)}",
    lambda move: (
        *(card_pick(CODES[card]) for card in move.cards),
        act_pick(f"remove-{move.tool}"),
    ),
)
_BRIBE = Phrase(
    Bribe,
    rf"bribe {CELL}",
    lambda cell: BRIBES[cell_named(cell)],
    lambda move: f"bribe {cell_name(move.cell)}",
    lambda move: (act_pick("bribe"), cell_pick(move.cell)),
)
_CLAIM = Phrase(
    Claim,
    rf"claim {CELL}",
    lambda cell: Claim(cell_named(cell)),
    lambda move: f"claim {cell_name(move.cell)}",
    lambda move: (cell_pick(move.cell),),
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
    _REMOVE,
    _BRIBE,
    word("end", END),
    moves.TURN,
    _CLAIM,
    _PAY,
)
