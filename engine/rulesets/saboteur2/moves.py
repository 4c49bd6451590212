"""What a seat can do, and the notation for it."""

from typing import TypeAlias

from engine.api import Pick, Seat
from engine.parts import moves
from engine.parts.moves import (
    Break,
    Deed,
    Lay,
    Mend,
    Orient,
    Pass,
    ReadMap,
    Remove,
    Rockfall,
    WithCard,
)
from engine.parts.notation import (
    SEAT,
    Notation,
    Phrase,
    act_pick,
    card_pick,
    seat_numbered,
    seat_pick,
)
from engine.parts.tools import TOOLS
from engine.rulesets.saboteur2 import cards
from engine.rulesets.saboteur2.cards import BOX, CODES, THEFT, TILES
from engine.values import Made


class Aim(WithCard):
    """Play one of the new cards that names a seat, as trap or inspect."""


class LayTheft(Deed):
    """Lay a theft card before oneself, for after the shares."""


class Steal(Deed):
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
REMOVES = moves.removes_of(REMOVABLE)
STEALS: Made[Seat | None, Steal] = Made(Steal)
LAY_THEFT = LayTheft()


def _steal_pick(move: Steal) -> Pick:
    return act_pick("steal-nothing") if move.victim is None else seat_pick(move.victim)


_THEFT = Phrase(
    LayTheft,
    "theft",
    lambda: LAY_THEFT,
    lambda _move: "theft",
    lambda _move: (card_pick(CODES[THEFT]), act_pick("theft")),
)
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
    moves.with_card(Aim, BOX, AIMED, AIMS),
    _THEFT,
    moves.removing(BOX, lambda what, low, high: REMOVES[what][low, high]),
    moves.TURN,
    _STEAL,
)
