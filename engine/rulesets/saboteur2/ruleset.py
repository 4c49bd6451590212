"""Saboteur 2 behind the engine's contract."""

from engine.api import Orders, Ruleset, Seat
from engine.parts import orders
from engine.parts.facts import dump_event
from engine.parts.moves import ORIENTS, PASSES
from engine.parts.seats import to_act
from engine.rulesets.saboteur2.bot import choose
from engine.rulesets.saboteur2.cards import BOX
from engine.rulesets.saboteur2.edition import META
from engine.rulesets.saboteur2.events import load_event
from engine.rulesets.saboteur2.fields import FORM
from engine.rulesets.saboteur2.legal import legal_moves, richest_victim
from engine.rulesets.saboteur2.moves import NOTATION, STEALS, Move
from engine.rulesets.saboteur2.play import apply
from engine.rulesets.saboteur2.reasons import REASONS
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
    hand = state.hands[seat]
    return PASSES[max(hand, key=hand.count)]


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


SABOTEUR2 = Ruleset[State, Move, View](
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
