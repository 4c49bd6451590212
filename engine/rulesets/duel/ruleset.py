"""The Duel and its solo game behind the engine's contract."""

from functools import partial

from engine.api import Orders, Ruleset, Seat
from engine.parts import orders
from engine.parts.games import Ruled, Shown, Written, game
from engine.parts.moves import ORIENTS, passing_most
from engine.rulesets.duel import edition
from engine.rulesets.duel.bot import decide
from engine.rulesets.duel.cards import BOX, VALUE
from engine.rulesets.duel.events import load_event
from engine.rulesets.duel.fields import FORMS
from engine.rulesets.duel.foresight import foresee
from engine.rulesets.duel.former import choose
from engine.rulesets.duel.glass import uncovered
from engine.rulesets.duel.legal import legal_moves
from engine.rulesets.duel.moves import END, NOTATION, Claim, Move, Pay
from engine.rulesets.duel.play import apply
from engine.rulesets.duel.reasons import REASONS
from engine.rulesets.duel.rewinding import REWINDING
from engine.rulesets.duel.scoring import outcome, payments, rounds
from engine.rulesets.duel.setup import new_game
from engine.rulesets.duel.state import BRIBE, CLAIM, ORIENT, PAY, State
from engine.rulesets.duel.tunnels import gold_reached
from engine.rulesets.duel.view import View, view


def default_move(state: State, seat: Seat) -> Move:
    """Pass with the card held most often; bribe nobody; take the most gold; keep most cards."""
    if state.ask == ORIENT:
        return ORIENTS[state.orient[0]][False]
    if state.ask == CLAIM:
        return _claim_most(state, seat)
    if state.ask == BRIBE:
        return END
    if state.ask == PAY:
        return Pay(payments(state, seat)[0])
    return passing_most(state.hands[seat])


def _claim_most(state: State, seat: Seat) -> Claim:
    """Mark one's own gold before the opponent's, then the most."""
    gold, cards = gold_reached(state, seat), state.maze.cards
    return Claim(max(gold, key=lambda cell: (gold[cell] == seat, VALUE[cards[cell] >> 1])))


ORDERS = Orders[View](
    words=NOTATION.words,
    tests=orders.questions(BOX),
    own=lambda view: view.broken[view.seat or 0],
    learnt=orders.goals_known,
)


def _game(mode: edition.Mode) -> Ruleset[State, Move, View]:
    return game(
        Written(FORMS[mode.meta.key], NOTATION, load_event),
        Ruled(
            partial(new_game, mode),
            legal_moves,
            apply,
            default_move,
            outcome,
            rounds,
            REASONS,
            REWINDING,
        ),
        Shown(view, choose, decide, foresee, ORDERS, uncovered),
    )


DUEL = _game(edition.DUEL)
SOLO = _game(edition.SOLO)
