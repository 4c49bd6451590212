"""What a move will do, as far as the mover's view tells it."""

from collections.abc import Iterator

from engine.api import Seat
from engine.bots import foresight
from engine.bots.prospect import Prospect
from engine.decks.saboteur import TREASURE
from engine.parts.effects import Effect
from engine.parts.moves import Break, Lay, Mend, Orient, ReadMap, Remove, Rockfall
from engine.rulesets.saboteur2.cards import CODES, FREE, SWAP_HANDS, THEFT, TILES, TRAP
from engine.rulesets.saboteur2.moves import Aim, Move, Steal
from engine.rulesets.saboteur2.view import View


class SwapsHands(Effect):
    """So many cards go to somebody, and so many come back."""

    target: Seat
    given: int
    got: int


class Robs(Effect):
    """Gold that the thief and his victim have afterwards."""

    victim: Seat
    mine: int
    theirs: int


def foresee(view: View, move: Move) -> tuple[Effect, ...]:
    """Tell what a move will do, in the order in which it is of interest."""
    return tuple(_effects(view, move))


def _effects(view: View, move: Move) -> Iterator[Effect]:
    match move:
        case Lay() | Orient() | Rockfall():
            yield from foresight.dug(Prospect(TILES, TREASURE, view.cards, view.goals), move)
        case Break(_, target):
            yield foresight.hinders(target, _burden(view, target))
        case Mend(_, target, tool):
            yield foresight.frees(target, _burden(view, target), tool)
        case Remove(what) if what != CODES[THEFT]:
            yield foresight.frees(_me(view), _burden(view, _me(view)), what)
        case ReadMap():
            yield foresight.looked(view.goals, move)
        case Aim(card, target):
            yield from _aimed(view, card, target)
        case Steal(victim) if victim is not None:
            yield Robs(victim, view.purses[_me(view)] + 1, view.purses[victim] - 1)
        case tuple():  # a pass
            yield foresight.passed(view, len(move))


def _aimed(view: View, card: int, target: Seat) -> Iterator[Effect]:
    if card == TRAP:
        yield foresight.hinders(target, _burden(view, target))
    elif card == FREE:
        yield foresight.frees(target, _burden(view, target), CODES[TRAP])
    elif card == SWAP_HANDS:
        yield SwapsHands(target, len(view.hand) - 1, view.hand_sizes[target])


def _me(view: View) -> Seat:
    assert view.seat is not None, "nobody else moves"
    return view.seat


def _burden(view: View, seat: Seat) -> tuple[str, ...]:
    return view.broken[seat] + ((CODES[TRAP],) if view.trapped[seat] else ())
