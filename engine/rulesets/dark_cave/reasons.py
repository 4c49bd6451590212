"""Why a move may not be made. Asked only after a refusal; nothing the seat cannot know is told."""

from enum import StrEnum

from engine.api import Seat
from engine.errors import Reason
from engine.maze.cells import Cell
from engine.maze.sides import ALL
from engine.parts.moves import Lay, Orient, Rockfall
from engine.parts.seats import out_of_turn
from engine.rulesets.dark_cave import moves
from engine.rulesets.dark_cave.cards import BEAST
from engine.rulesets.dark_cave.moves import Move, Play
from engine.rulesets.dark_cave.places import Border
from engine.rulesets.dark_cave.state import PLAY, State


class Why(StrEnum):
    """The reasons that only this game gives."""

    PLAY_FIRST = "play-first"
    ALREADY_PLAYED = "already-played"
    ANSWER_FIRST = "answer-first"
    NOTHING_PROPOSED = "nothing-proposed"
    ALREADY_DECLINED = "already-declined"
    OUTSIDE = "outside"
    NO_STEPS = "no-steps"
    OUT_OF_REACH = "out-of-reach"
    NO_HOLE = "no-hole"
    OCCUPIED = "occupied"
    WEB_THERE = "web-there"
    NO_WAY_THERE = "no-way-there"
    NO_AXE = "no-axe"
    NOT_BESIDE = "not-beside"
    HAS_BOOTS = "has-boots"
    OWN_SEAT = "own-seat"
    CLAN_SHOWN = "clan-shown"


REASONS: tuple[StrEnum, ...] = (
    Reason.GAME_OVER,
    Reason.NOT_ASKED,
    Reason.SETTING,
    Reason.NO_SETTING,
    Reason.ORIENT_FIRST,
    Reason.NO_GOAL_TO_ORIENT,
    Reason.NO_SUCH_CARD,
    Reason.CELL_TAKEN,
    Reason.NO_NEIGHBOUR,
    Reason.NOT_CONNECTED,
    Reason.DOES_NOT_FIT,
    Reason.NO_SUCH_SEAT,
    Reason.NOTHING_THERE,
    Reason.NEVER_REMOVED,
    Reason.NOT_A_GOAL,
    Reason.GOAL_FACE_UP,
    *Why,
)
"""Every reason that this game gives."""


def explain(state: State, seat: Seat, move: Move) -> StrEnum:
    """Say why a move that was refused may not be made."""
    if isinstance(move, moves.Order):
        return Reason.SETTING
    if why := out_of_turn(state, seat):
        return why
    if state.agreed:
        return Why.ANSWER_FIRST
    if state.orient:
        return Reason.ORIENT_FIRST
    match move:
        case moves.Answer():
            return Why.NOTHING_PROPOSED
        case Orient():
            return Reason.NO_GOAL_TO_ORIENT
        case moves.Propose():
            return Why.ALREADY_DECLINED
        case moves.Cut(border):
            return _why_not_cut(state, seat, border)
        case moves.Walk():
            return _why_not_walk(state, seat)
        case moves.End():
            return Why.PLAY_FIRST
        case _:
            return _why_not_play(state, seat, move)


def _why_not_cut(state: State, seat: Seat, border: Border) -> StrEnum:
    if not state.dwarves[seat].axes:
        return Why.NO_AXE
    lies = any(web.border == border for web in state.webs)
    return Why.NOT_BESIDE if lies else Reason.NOTHING_THERE


def _why_not_walk(state: State, seat: Seat) -> StrEnum:
    if state.progress.stage == PLAY:
        return Why.PLAY_FIRST
    if state.dwarves[seat].place is None:
        return Why.OUTSIDE
    return Why.OUT_OF_REACH if state.progress.steps else Why.NO_STEPS


def _why_not_play(state: State, seat: Seat, play: Play) -> StrEnum:
    if state.progress.stage != PLAY:
        return Why.ALREADY_PLAYED
    if isinstance(play, tuple) or moves.card_of(play) not in state.hands[seat]:
        return Reason.NO_SUCH_CARD
    match play:
        case Lay(cell, _):
            return _why_not_there(state, cell)
        case moves.LookAtGoal(cell):
            return Reason.GOAL_FACE_UP if cell in state.config.goals else Reason.NOT_A_GOAL
        case Rockfall(cell):
            if cell == state.config.start or cell in state.config.goals:
                return Reason.NEVER_REMOVED
            return Why.OCCUPIED if cell in state.maze.cards else Reason.NOTHING_THERE
        case moves.LayWeb(border):
            taken = any(web.border == border for web in state.webs)
            return Why.WEB_THERE if taken else Why.NO_WAY_THERE
        case moves.Lure(card, _, _):
            out = state.creatures[BEAST[card]]
            return Why.OUT_OF_REACH if out or state.ways.holes else Why.NO_HOLE
        case moves.Equip() | moves.LookAtClan() | moves.Swap():
            return _why_not_him(state, seat, play)


def _why_not_there(state: State, cell: Cell) -> StrEnum:
    if cell in state.maze.cards or cell in state.maze.covered:
        return Reason.CELL_TAKEN
    rim = state.maze.rim.get(cell)
    if rim is None:
        return Reason.NO_NEIGHBOUR
    # With rock on all sides nothing could prolong a way there.
    return Reason.DOES_NOT_FIT if rim & ALL else Reason.NOT_CONNECTED


def _why_not_him(
    state: State, seat: Seat, play: moves.Equip | moves.LookAtClan | moves.Swap
) -> StrEnum:
    if not 0 <= play.target < state.config.seats:
        return Reason.NO_SUCH_SEAT
    if isinstance(play, moves.Equip):
        return Why.HAS_BOOTS
    return Why.OWN_SEAT if play.target == seat else Why.CLAN_SHOWN
