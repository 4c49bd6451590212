"""Saboteur behind the engine's contract."""

from engine.api import Orders, Seat
from engine.parts import orders
from engine.parts.games import Ruled, Shown, Written, game
from engine.parts.moves import ORIENTS, passing_most
from engine.rulesets.saboteur.bot import decide
from engine.rulesets.saboteur.cards import BOX
from engine.rulesets.saboteur.events import load_event
from engine.rulesets.saboteur.fields import FORM
from engine.rulesets.saboteur.foresight import foresee
from engine.rulesets.saboteur.former import choose
from engine.rulesets.saboteur.glass import uncovered
from engine.rulesets.saboteur.legal import legal_moves
from engine.rulesets.saboteur.moves import NOTATION, Move
from engine.rulesets.saboteur.play import apply
from engine.rulesets.saboteur.reasons import REASONS
from engine.rulesets.saboteur.rewinding import REWINDING
from engine.rulesets.saboteur.scoring import outcome, rounds
from engine.rulesets.saboteur.setup import new_game
from engine.rulesets.saboteur.state import State
from engine.rulesets.saboteur.view import View, view


def default_move(state: State, seat: Seat) -> Move:
    """Pass with the card held most often: it looks at the hand alone, never at the role."""
    if state.orient:
        return ORIENTS[state.orient[0]][False]
    return passing_most(state.hands[seat])


ORDERS = Orders[View](
    words=NOTATION.words,
    tests=orders.questions(BOX),
    own=lambda view: (view.role, view.broken[view.seat or 0]),
    learnt=orders.goals_known,
)


SABOTEUR = game(
    Written(FORM, NOTATION, load_event),
    Ruled(new_game, legal_moves, apply, default_move, outcome, rounds, REASONS, REWINDING),
    Shown(view, choose, decide, foresee, ORDERS, uncovered),
)
