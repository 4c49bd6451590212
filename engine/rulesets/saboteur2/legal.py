"""The one gate: what a seat may do.

`legal_moves` lists and `allows` answers for a single move; both ask the same tables.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, combinations, compress
from operator import eq

from engine.api import Seat
from engine.maze.cells import Cell
from engine.parts.digging import BaseActions
from engine.parts.hands import pairs
from engine.parts.laying import lays_on
from engine.parts.moves import ORIENTS, Break, Lay, Mend, Orient, ReadMap, Remove, Rockfall
from engine.parts.seats import clockwise_from
from engine.parts.tools import named
from engine.rulesets.saboteur2.cards import (
    BESIDE_GOALS,
    BOX,
    CODES,
    FREE,
    HANDS_OFF,
    LADDERS,
    SWAP_HATS,
    THEFT,
    TILES,
    TRAP,
)
from engine.rulesets.saboteur2.moves import (
    AIMED,
    AIMS,
    LAY_THEFT,
    LAYS,
    REMOVES,
    STEALS,
    Aim,
    LayTheft,
    Move,
    Steal,
)
from engine.rulesets.saboteur2.state import State
from engine.values import Made

BASE = BaseActions(BOX)
_BITS = TILES.bits
_FIT = TILES.fit
_MOST_PASSED = 3
_PATH_KINDS = BOX.paths


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """List every move the seat may make now; none if it is not asked."""
    if seat != state.asked:
        return []
    if state.orient:
        return [*ORIENTS[state.orient[0]]]
    if state.thieves:
        return [STEALS[None], *(STEALS[victim] for victim in victims(state, seat))]
    hand = state.hands[seat]
    actions: list[Move] = []
    kinds, paths, before = 0, 0, -1
    for kind in hand:
        if kind == before:  # hands are sorted: equal cards, which are one move, lie side by side
            continue
        before = kind
        kinds += 1
        if kind < _PATH_KINDS:
            paths |= _BITS[kind]
        elif kind in AIMED:
            actions += _aims(state, seat, kind)
        elif kind != THEFT:
            actions += BASE.moves(state, seat, kind)
        elif seat not in state.thefts:
            actions.append(LAY_THEFT)
    moves: list[Move] = [*_passes(hand, kinds), *actions]
    for what in lying_before(state, seat):
        moves += map(REMOVES[what].__getitem__, pairs(hand, kinds))
    # Only who is neither trapped nor short of a tool may lay a path card.
    if paths and not state.broken[seat] and not state.trapped[seat]:
        moves += _lays(state, paths)
    return moves


def _passes(hand: tuple[int, ...], kinds: int) -> Iterable[tuple[int, ...]]:
    """List every choice of one to three cards (ruling 55); equal cards are one choice."""
    choices = chain(combinations(hand, 1), combinations(hand, 2), combinations(hand, 3))
    if kinds == len(hand):
        return choices
    return compress(choices, _NEW[tuple(map(eq, hand, hand[1:]))])


def _are_new(again: tuple[bool, ...]) -> list[bool]:
    ranks = tuple(accumulate(again, lambda rank, same: rank + (not same), initial=0))
    choices = [choice for count in (1, 2, 3) for choice in combinations(ranks, count)]
    return [choice not in choices[:at] for at, choice in enumerate(choices)]


_NEW: Made[tuple[bool, ...], list[bool]] = Made(_are_new)
"""By which cards of a hand are as the one before: for each choice, whether none before is equal."""


def _lays(state: State, paths: int) -> list[Lay]:
    """List how path cards, as bits, may be laid."""
    rim, front = state.maze.rim, state.network.front
    if paths & LADDERS:
        fitting = {cell: _fitting(state, paths, cell) for cell in rim}
    else:  # as `_fitting`, in place
        fitting = {cell: fits for cell in front if (fits := _FIT[rim[cell]] & paths)}
    return lays_on(fitting, LAYS)


def _fitting(state: State, paths: int, cell: Cell) -> int:
    """Choose, as bits, how path cards may lie on an empty cell next to a card.

    Rulings 1 and 27: a way of the card must join one that is connected with the start. Rulings 28
    and 29: a ladder is connected by itself and needs but a neighbour, and never lies at a goal.
    """
    allowed = paths & ~LADDERS if cell in state.network.front else 0
    if cell not in BESIDE_GOALS:
        allowed |= paths & LADDERS
    return _FIT[state.maze.rim[cell]] & allowed


def lying_before(state: State, seat: Seat) -> list[str]:
    """List what lies before a seat, in the order of the boxes."""
    lying = [*named(state.broken[seat])]
    if state.trapped[seat]:
        lying.append(CODES[TRAP])
    if seat in state.thefts:
        lying.append(CODES[THEFT])
    return lying


def victims(state: State, thief: Seat) -> list[Seat]:
    """List everybody else who has gold to be stolen (rulings 47 and 48)."""
    return [Seat(at) for at, gold in enumerate(state.gold) if gold and at != thief]


def richest_victim(state: State, thief: Seat) -> Seat:
    """Choose for a thief who does not: the richest, the first of them after the thief."""
    seats = clockwise_from(thief, state.config.seats)
    return max((seat for seat in seats if seat != thief), key=state.gold.__getitem__)


def _aims(state: State, seat: Seat, kind: int) -> Sequence[Aim]:
    if kind == HANDS_OFF:
        return [AIMS[kind, thief] for thief in sorted(state.thefts)]
    return _AIMS[kind, seat, state.trapped]


def _list_aims(key: tuple[int, Seat, tuple[bool, ...]]) -> tuple[Aim, ...]:
    kind, seat, trapped = key
    return tuple(AIMS[kind, target] for target in _targets(kind, seat, trapped))


_AIMS = Made(_list_aims)
"""By card, seat and who is trapped."""


def _targets(kind: int, seat: Seat, trapped: tuple[bool, ...]) -> Iterable[Seat]:
    seats = map(Seat, range(len(trapped)))
    if kind == SWAP_HATS:
        return seats
    if kind == FREE:
        return (at for at in seats if trapped[at])
    if kind == TRAP:
        return (at for at in seats if at != seat and not trapped[at])
    # What is left, inspecting and swapping hands, wants any fellow player.
    return (at for at in seats if at != seat)


def allows(state: State, seat: Seat, move: Move) -> bool:
    """Tell whether `legal_moves` would list this move."""
    if seat != state.asked:
        return False
    if state.orient:
        return isinstance(move, Orient) and move.cell == state.orient[0]
    if state.thieves:
        return isinstance(move, Steal) and move.victim in (None, *victims(state, seat))
    hand = state.hands[seat]
    if isinstance(move, tuple):  # a pass; what happens most first
        return 0 < len(move) <= _MOST_PASSED and holds(hand, move)
    if type(move) is Lay:
        kind = move.placed >> 1
        return (
            kind in hand
            and not state.broken[seat]
            and not state.trapped[seat]
            and move.cell in state.maze.rim
            and bool(_fitting(state, _BITS[kind], move.cell) & 1 << move.placed)
        )
    match move:
        case Break() | Mend() | Rockfall() | ReadMap():
            return BASE.allows(state, seat, move)
        case Aim():
            return move.card in hand and move in _aims(state, seat, move.card)
        case LayTheft():
            return THEFT in hand and seat not in state.thefts
        case Remove():
            return move.what in lying_before(state, seat) and holds(hand, move.cards)
        case Orient() | Steal():
            return False


def holds(hand: tuple[int, ...], cards: tuple[int, ...]) -> bool:
    """Tell whether a hand has these cards, each as often as named."""
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return False
        rest.remove(card)
    return True
