"""Saboteur 2 behind the engine's contract."""

from engine.api import Orders, Seat
from engine.parts import orders
from engine.parts.games import Ruled, Shown, Written, game
from engine.parts.moves import ORIENTS, passing_most
from engine.rulesets.saboteur2.bot import decide
from engine.rulesets.saboteur2.cards import BOX
from engine.rulesets.saboteur2.events import load_event
from engine.rulesets.saboteur2.fields import FORM
from engine.rulesets.saboteur2.foresight import foresee
from engine.rulesets.saboteur2.former import choose
from engine.rulesets.saboteur2.glass import uncovered
from engine.rulesets.saboteur2.legal import legal_moves, richest_victim
from engine.rulesets.saboteur2.moves import NOTATION, STEALS, Move
from engine.rulesets.saboteur2.play import apply
from engine.rulesets.saboteur2.reasons import REASONS
from engine.rulesets.saboteur2.rewinding import REWINDING
from engine.rulesets.saboteur2.scoring import outcome, rounds
from engine.rulesets.saboteur2.setup import new_game
from engine.rulesets.saboteur2.state import State
from engine.rulesets.saboteur2.view import View, view


def default_move(state: State, seat: Seat) -> Move:
    """Pass with the card held most often, or steal from the richest.

    It looks at the hand and at what all can see, never at the role.
    """
    if state.orient:
        return ORIENTS[state.orient[0]][False]
    if state.thieves:
        return STEALS[richest_victim(state, seat)]
    return passing_most(state.hands[seat])


ORDERS = Orders[View](
    words=NOTATION.words,
    tests=orders.questions(BOX),
    own=lambda view: (
        view.role,
        view.broken[view.seat or 0],
        view.trapped[view.seat or 0],
    ),
    learnt=lambda view: (
        orders.goals_known(view) | {(one.target, one.role) for one in view.inspected}
    ),
    swaps=True,
)


SABOTEUR2 = game(
    Written(FORM, NOTATION, load_event),
    Ruled(new_game, legal_moves, apply, default_move, outcome, rounds, REASONS, REWINDING),
    Shown(view, choose, decide, foresee, ORDERS, uncovered),
)
