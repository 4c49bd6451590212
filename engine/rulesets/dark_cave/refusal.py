"""Why a move that `legal` refused may not be made. Nothing that the seat cannot know is told."""

from engine.api import Seat
from engine.errors import Reason
from engine.maze.cells import Cell
from engine.maze.sides import ALL
from engine.rulesets.dark_cave.fields import Border
from engine.rulesets.dark_cave.legal import BEAST, card_of
from engine.rulesets.dark_cave.moves import (
    BOOTS,
    Answer,
    Cut,
    Discard,
    End,
    Equip,
    Lay,
    LayWeb,
    LookAtClan,
    LookAtGoal,
    Lure,
    Move,
    Order,
    Propose,
    Rockfall,
    Swap,
    Turned,
    Walk,
)
from engine.rulesets.dark_cave.state import PLAY, State


def explain(state: State, seat: Seat, move: Move) -> Reason:
    """Say why a move that `allows` refused may not be made."""
    if isinstance(move, Order):
        return Reason.SETTING
    if state.asked is None:
        return Reason.GAME_OVER
    if seat != state.asked:
        return Reason.NOT_ASKED
    if state.agreed:
        return Reason.ANSWER_FIRST
    if state.orient:
        return Reason.ORIENT_FIRST
    match move:
        case Answer():
            return Reason.NOTHING_PROPOSED
        case Turned():
            return Reason.NO_GOAL_TO_ORIENT
        case Propose():
            return Reason.ALREADY_DECLINED
        case Cut(border):
            return _why_not_cut(state, seat, border)
        case Walk():
            return _why_not_walk(state, seat)
        case End():
            return Reason.PLAY_FIRST
        case _:
            return _why_not_play(state, seat, move)


def _why_not_cut(state: State, seat: Seat, border: Border) -> Reason:
    if not state.dwarves[seat].axes:
        return Reason.NO_AXE
    if all(web.border != border for web in state.webs):
        return Reason.NOTHING_THERE
    return Reason.NOT_BESIDE


def _why_not_walk(state: State, seat: Seat) -> Reason:
    if state.turn.stage == PLAY:
        return Reason.PLAY_FIRST
    if state.dwarves[seat].place is None:
        return Reason.OUTSIDE
    return Reason.OUT_OF_REACH if state.turn.steps else Reason.NO_STEPS


def _why_not_play(state: State, seat: Seat, move: Move) -> Reason:
    if state.turn.stage != PLAY:
        return Reason.ALREADY_PLAYED
    if isinstance(move, Discard) or card_of(move) not in state.hands[seat]:
        return Reason.NO_SUCH_CARD
    match move:
        case Lay(cell, _):
            return _why_not_there(state, cell)
        case LookAtGoal(cell):
            return Reason.GOAL_FACE_UP if cell in state.config.goals else Reason.NOT_A_GOAL
        case Rockfall(cell):
            return _why_no_rockfall(state, cell)
        case LayWeb(border):
            taken = any(web.border == border for web in state.webs)
            return Reason.WEB_THERE if taken else Reason.NO_WAY_THERE
        case Lure():
            return _why_not_lured(state, move)
        case _:
            return _why_not_him(state, seat, move)


def _why_not_there(state: State, cell: Cell) -> Reason:
    if cell in state.maze.cards or cell in state.maze.covered:
        return Reason.CELL_TAKEN
    rim = state.maze.rim.get(cell)
    if rim is None:
        return Reason.NO_NEIGHBOUR
    # With rock on all sides nothing could prolong a way there.
    return Reason.DOES_NOT_FIT if rim & ALL else Reason.NOT_CONNECTED


def _why_no_rockfall(state: State, cell: Cell) -> Reason:
    if cell == state.config.start or cell in state.config.goals:
        return Reason.NEVER_REMOVED
    return Reason.OCCUPIED if cell in state.maze.cards else Reason.NOTHING_THERE


def _why_not_lured(state: State, move: Lure) -> Reason:
    out = state.creatures[BEAST[move.card]]
    return Reason.OUT_OF_REACH if out or state.ways.holes else Reason.NO_HOLE


def _why_not_him(state: State, seat: Seat, move: Move) -> Reason:
    assert isinstance(move, Equip | LookAtClan | Swap)
    if not 0 <= move.target < state.config.seats:
        return Reason.NO_SUCH_SEAT
    if isinstance(move, Equip):
        assert move.card == BOOTS
        return Reason.HAS_BOOTS
    return Reason.OWN_SEAT if move.target == seat else Reason.CLAN_SHOWN
