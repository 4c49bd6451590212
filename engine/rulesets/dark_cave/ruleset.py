"""The Dark Cave behind the engine's contract."""

import dataclasses
from typing import Any

from engine.api import Orders, Seat
from engine.parts import orders
from engine.parts.games import Ruled, Shown, Written, game
from engine.parts.moves import ORIENTS, passing_most
from engine.rulesets.dark_cave.bot import decide
from engine.rulesets.dark_cave.cards import BOX
from engine.rulesets.dark_cave.events import load_event
from engine.rulesets.dark_cave.fields import FORM
from engine.rulesets.dark_cave.foresight import foresee
from engine.rulesets.dark_cave.former import choose
from engine.rulesets.dark_cave.glass import uncovered
from engine.rulesets.dark_cave.legal import legal_moves
from engine.rulesets.dark_cave.moves import DECLINE, END, NOTATION, Move
from engine.rulesets.dark_cave.orders import set_order, settings
from engine.rulesets.dark_cave.play import apply
from engine.rulesets.dark_cave.reasons import REASONS
from engine.rulesets.dark_cave.rewinding import REWINDING
from engine.rulesets.dark_cave.scoring import outcome, rounds
from engine.rulesets.dark_cave.setup import new_game
from engine.rulesets.dark_cave.state import PLAY, State
from engine.rulesets.dark_cave.view import View, view


def default_move(state: State, seat: Seat) -> Move:
    """Pass with the card held most often, then stand still; agree to nothing."""
    if state.agreed:
        return DECLINE
    if state.orient:
        return ORIENTS[state.orient.cell][False]
    if state.progress.stage != PLAY:
        return END
    return passing_most(state.hands[seat])


def _learnt(view: View) -> frozenset[Any]:
    """The goals whose face he knows, the clan cards he has seen, those that lie aside."""
    clans = {(dwarf.seat, dwarf.role) for dwarf in view.dwarves if dwarf.role}
    return orders.goals_known(view) | clans | set(view.aside or ())


ORDERS = Orders[View](
    words=NOTATION.words - {"order"},
    tests=orders.questions(BOX, tools=False),
    own=lambda view: view.dwarves[view.seat or 0],
    learnt=_learnt,
    swaps=True,
)


DARK_CAVE = dataclasses.replace(
    game(
        Written(FORM, NOTATION, load_event),
        Ruled(new_game, legal_moves, apply, default_move, outcome, rounds, REASONS, REWINDING),
        Shown(view, choose, decide, foresee, ORDERS, uncovered),
    ),
    settings=settings,
    set=set_order,
)
