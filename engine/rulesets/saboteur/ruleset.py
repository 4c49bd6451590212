"""Saboteur behind the engine's contract."""

from engine.api import Orders, Ruleset, Seat
from engine.parts import orders
from engine.parts.facts import dump_event
from engine.parts.moves import ORIENTS, PASSES
from engine.parts.seats import to_act
from engine.rulesets.saboteur.bot import choose
from engine.rulesets.saboteur.cards import BOX
from engine.rulesets.saboteur.edition import META
from engine.rulesets.saboteur.events import load_event
from engine.rulesets.saboteur.fields import FORM
from engine.rulesets.saboteur.legal import legal_moves
from engine.rulesets.saboteur.moves import NOTATION, Move
from engine.rulesets.saboteur.play import apply
from engine.rulesets.saboteur.reasons import REASONS
from engine.rulesets.saboteur.scoring import outcome, rounds
from engine.rulesets.saboteur.setup import new_game
from engine.rulesets.saboteur.state import State
from engine.rulesets.saboteur.view import View, view


def default_move(state: State, seat: Seat) -> Move:
    """Pass with the card held most often: it looks at the hand alone, never at the role."""
    if state.orient:
        return ORIENTS[state.orient[0]][False]
    hand = state.hands[seat]
    return PASSES[max(hand, key=hand.count)]


ORDERS = Orders[View](
    words=NOTATION.words,
    tests=orders.questions(BOX),
    own=lambda view: (view.role, view.broken[view.seat or 0]),
    learnt=orders.goals_known,
)


SABOTEUR = Ruleset[State, Move, View](
    meta=META,
    setup=new_game,
    to_act=to_act,
    legal_moves=legal_moves,
    apply=apply,
    default_move=default_move,
    outcome=outcome,
    turn=lambda state: state.turn,
    rounds=rounds,
    view=view,
    choose=choose,
    parse=NOTATION.parse,
    format=NOTATION.format,
    picks=NOTATION.picks,
    reasons=REASONS,
    dump=FORM.dump,
    load=FORM.load,
    dump_event=dump_event,
    load_event=load_event,
    format_position=FORM.format_position,
    parse_position=FORM.parse_position,
    orders=ORDERS,
)
