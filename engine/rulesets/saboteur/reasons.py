"""Why a move may not be made. Asked only after a refusal."""

from engine.api import Seat
from engine.errors import Reason
from engine.parts import digging
from engine.parts.moves import Lay, Orient
from engine.parts.seats import out_of_turn
from engine.rulesets.saboteur.legal import BASE
from engine.rulesets.saboteur.moves import Move
from engine.rulesets.saboteur.state import State

REASONS = digging.REASONS
"""Every reason that this game gives."""


def explain(state: State, seat: Seat, move: Move) -> Reason:
    """Say why a move that was refused may not be made."""
    if why := out_of_turn(state, seat):
        return why
    if state.orient:
        return Reason.ORIENT_FIRST
    if isinstance(move, Orient):
        return Reason.NO_GOAL_TO_ORIENT
    card = move[0] if isinstance(move, tuple) else BASE.card(move)
    if card not in state.hands[seat]:
        return Reason.NO_SUCH_CARD
    match move:
        case Lay():
            return digging.why_not_laid(state, seat, move)
        case tuple():  # a pass
            raise AssertionError("whoever is asked may discard any card of his hand")
        case _:
            return BASE.why_not(state, seat, move)
