"""Why a move may not be made. Asked only after a refusal."""

from enum import StrEnum

from engine.api import Seat
from engine.errors import Reason
from engine.parts.digging import REASONS as BASE_REASONS
from engine.parts.digging import why_not_laid
from engine.parts.moves import Break, Lay, Mend, Orient, Pass, ReadMap, Remove, Rockfall
from engine.parts.seats import out_of_turn
from engine.rulesets.saboteur2.cards import FREE, HANDS_OFF, LADDERS, THEFT
from engine.rulesets.saboteur2.legal import BASE, holds
from engine.rulesets.saboteur2.moves import Aim, LayTheft, Move, Steal
from engine.rulesets.saboteur2.state import State


class Why(StrEnum):
    """Reasons that no other game has."""

    BESIDE_GOAL = "beside-goal"
    TRAPPED = "trapped"
    NOT_YOURSELF = "not-yourself"
    ALREADY_TRAPPED = "already-trapped"
    NOT_TRAPPED = "not-trapped"
    THEFT_LIES_THERE = "theft-lies-there"
    NO_THEFT_THERE = "no-theft-there"
    NOT_BEFORE_YOU = "not-before-you"
    STEAL_FIRST = "steal-first"
    NO_THEFT_DUE = "no-theft-due"
    NO_GOLD = "no-gold"


REASONS: tuple[StrEnum, ...] = (*BASE_REASONS, *Why)
"""Every reason that this game gives."""


def explain(state: State, seat: Seat, move: Move) -> StrEnum:
    """Say why a move that was refused may not be made."""
    if why := out_of_turn(state, seat):
        return why
    if state.orient:
        return Reason.ORIENT_FIRST
    if state.thieves:
        return _why_not_steal(state, seat, move)
    match move:
        case Orient():
            return Reason.NO_GOAL_TO_ORIENT
        case Steal():
            return Why.NO_THEFT_DUE
    if not holds(state.hands[seat], _cards_of(move)):
        return Reason.NO_SUCH_CARD
    match move:
        case Lay():
            return _why_not_there(state, seat, move)
        case Break() | Mend() | Rockfall() | ReadMap():
            return BASE.why_not(state, seat, move)
        case Aim():
            return _why_not_him(state, seat, move)
        case tuple():  # a pass
            raise AssertionError("whoever is asked may pass with one to three cards of his hand")
        case LayTheft():
            return Why.THEFT_LIES_THERE
        case Remove():
            return Why.NOT_BEFORE_YOU


def _cards_of(
    move: Lay | Break | Mend | Rockfall | ReadMap | Aim | LayTheft | Remove | Pass,
) -> tuple[int, ...]:
    match move:
        case Aim(card, _):
            return (card,)
        case LayTheft():
            return (THEFT,)
        case Remove(_, cards):
            return cards
        case tuple():  # a pass
            return move
        case _:
            return (BASE.card(move),)


def _why_not_there(state: State, seat: Seat, move: Lay) -> StrEnum:
    if state.trapped[seat]:
        return Why.TRAPPED
    why = why_not_laid(state, seat, move)
    # A ladder need not be connected (ruling 28).
    ladder = LADDERS >> move.placed & 1
    return Why.BESIDE_GOAL if ladder and why is Reason.NOT_CONNECTED else why


def _why_not_him(state: State, seat: Seat, move: Aim) -> StrEnum:
    if not 0 <= move.target < state.config.seats:
        return Reason.NO_SUCH_SEAT
    if move.card == HANDS_OFF:
        return Why.NO_THEFT_THERE
    if move.card == FREE:
        return Why.NOT_TRAPPED
    # Rulings 46 and 53: on somebody else; ruling 56: one trap before each.
    return Why.NOT_YOURSELF if move.target == seat else Why.ALREADY_TRAPPED


def _why_not_steal(state: State, seat: Seat, move: Move) -> StrEnum:
    if not isinstance(move, Steal) or move.victim is None:
        return Why.STEAL_FIRST
    if not 0 <= move.victim < state.config.seats:
        return Reason.NO_SUCH_SEAT
    return Why.NOT_YOURSELF if move.victim == seat else Why.NO_GOLD
