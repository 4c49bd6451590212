"""What a seat can do, and the notation for it."""

from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from engine.api import Pick, Seat
from engine.parts import moves
from engine.parts.moves import Break, Lay, Mend, Orient, Pass, ReadMap, Rockfall
from engine.parts.notation import (
    CARD,
    SEAT,
    WORD,
    Notation,
    Phrase,
    act_pick,
    card_pick,
    seat_numbered,
    seat_pick,
)
from engine.parts.tools import TOOLS
from engine.rulesets.saboteur2 import cards
from engine.rulesets.saboteur2.cards import BOX, CODES, KIND, THEFT, TILES
from engine.values import Made


@dataclass(frozen=True, slots=True)
class Aim:
    """Play one of the new cards that names a seat, as trap or inspect."""

    card: int
    target: Seat


@dataclass(frozen=True, slots=True)
class LayTheft:
    """Lay a theft card before oneself, for after the shares."""


@dataclass(frozen=True, slots=True)
class Remove:
    """Discard two cards to take one away from before oneself."""

    what: str
    """A tool, trap or theft."""
    cards: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Steal:
    """After the shares: take one gold from somebody, or from nobody."""

    victim: Seat | None


Move: TypeAlias = (
    Lay | Break | Mend | Rockfall | ReadMap | Aim | LayTheft | Remove | Pass | Orient | Steal
)
AIMED = (
    cards.HANDS_OFF, cards.SWAP_HATS, cards.INSPECT, cards.SWAP_HANDS, cards.TRAP, cards.FREE,
)  # fmt: skip
REMOVABLE = (*TOOLS, CODES[cards.TRAP], CODES[THEFT])

LAYS = moves.lays_of(TILES)
AIMS: Made[tuple[int, Seat], Aim] = Made(lambda key: Aim(*key))
REMOVES: dict[str, Made[tuple[int, int], Remove]] = {
    what: Made(partial(Remove, what)) for what in REMOVABLE
}
STEALS: Made[Seat | None, Steal] = Made(Steal)
LAY_THEFT = LayTheft()


def _read_removal(what: str, one: str, other: str) -> Remove:
    if what not in REMOVABLE:
        raise KeyError(what)
    low, high = sorted((BOX.named[one], BOX.named[other]))
    return REMOVES[what][low, high]


def _steal_pick(move: Steal) -> Pick:
    return act_pick("steal-nothing") if move.victim is None else seat_pick(move.victim)


_AIM = Phrase(
    Aim,
    rf"({'|'.join(CODES[card] for card in AIMED)}) {SEAT}",
    lambda code, target: AIMS[KIND[code], seat_numbered(target)],
    lambda move: f"{CODES[move.card]} @{move.target + 1}",
    lambda move: (card_pick(CODES[move.card]), seat_pick(move.target)),
)
"""trap @2"""
_THEFT = Phrase(
    LayTheft,
    "theft",
    lambda: LAY_THEFT,
    lambda _move: "theft",
    lambda _move: (card_pick(CODES[THEFT]), act_pick("theft")),
)
_REMOVE = Phrase(
    Remove,
    rf"remove {WORD} with {CARD} {CARD}",
    _read_removal,
    lambda move: f"remove {move.what} with {' '.join(CODES[card] for card in move.cards)}",
    lambda move: (
        *(card_pick(CODES[card]) for card in move.cards),
        act_pick(f"remove-{move.what}"),
    ),
)
"""remove trap with P1 D3"""
_STEAL = Phrase(
    Steal,
    rf"steal (?:{SEAT}|nothing)",
    lambda victim: STEALS[victim and seat_numbered(victim)],
    lambda move: "steal nothing" if move.victim is None else f"steal @{move.victim + 1}",
    lambda move: (_steal_pick(move),),
)
"""steal @3"""
NOTATION = Notation[Move](
    moves.lay(BOX, LAYS),
    moves.passing(BOX, most=3),
    moves.breaking(BOX),
    moves.mending(BOX),
    moves.ROCKFALL,
    moves.MAP,
    _AIM,
    _THEFT,
    _REMOVE,
    moves.TURN,
    _STEAL,
)
