"""Why a move was refused. Asked only after `legal.allows` said no."""

from engine.api import Seat
from engine.errors import Reason
from engine.rulesets.saboteur2.legal import FIXED, holds
from engine.rulesets.saboteur2.moves import (
    FREE,
    HANDS_OFF,
    MAP,
    ROCKFALL,
    THEFT,
    Aim,
    Break,
    Lay,
    LayTheft,
    Mend,
    Move,
    Orient,
    Pass,
    ReadMap,
    Remove,
    Rockfall,
    Steal,
)
from engine.rulesets.saboteur2.state import ACTION, GOAL_CELLS, LADDERS, State
from engine.rulesets.saboteur2.tiles import TILES


def explain(state: State, seat: Seat, move: Move) -> Reason:
    """Say why a move that `allows` refused may not be made."""
    if state.asked is None:
        return Reason.GAME_OVER
    if seat != state.asked:
        return Reason.NOT_ASKED
    if state.orient:
        return Reason.ORIENT_FIRST
    if state.thieves:
        return _why_not_steal(state, seat, move)
    match move:
        case Orient():
            return Reason.NO_GOAL_TO_ORIENT
        case Steal():
            return Reason.NO_THEFT_DUE
    if not holds(state.hands[seat], _cards_of(move)):
        return Reason.NO_SUCH_CARD
    match move:
        case Lay():
            return _why_not_there(state, seat, move)
        case Break() | Mend() | Aim():
            return _why_not_him(state, seat, move)
        case Pass():
            raise AssertionError("whoever is asked may pass with one to three cards of his hand")
        case Rockfall(cell):
            # Ruling 15: neither the start nor a goal, face up or face down.
            return Reason.NEVER_REMOVED if cell in FIXED else Reason.NOTHING_THERE
        case ReadMap(cell):
            return Reason.GOAL_FACE_UP if cell in GOAL_CELLS else Reason.NOT_A_GOAL
        case LayTheft():
            return Reason.THEFT_LIES_THERE
        case Remove():
            return Reason.NOT_BEFORE_YOU


def _cards_of(
    move: Lay | Break | Mend | Rockfall | ReadMap | Aim | LayTheft | Remove | Pass,
) -> tuple[int, ...]:
    match move:
        case Lay(_, placed):
            return (placed >> 1,)
        case Break(card, _) | Mend(card, _, _) | Aim(card, _):
            return (card,)
        case Rockfall():
            return (ROCKFALL,)
        case ReadMap():
            return (MAP,)
        case LayTheft():
            return (THEFT,)
        case Remove(_, cards):
            return cards
        case Pass():
            return move


def _why_not_there(state: State, seat: Seat, move: Lay) -> Reason:
    cell = move.cell
    if state.trapped[seat]:
        return Reason.TRAPPED
    if state.broken[seat]:
        return Reason.TOOLS_BROKEN
    if cell in state.maze.cards or cell in state.maze.covered:
        return Reason.CELL_TAKEN
    if cell not in state.maze.rim:
        return Reason.NO_NEIGHBOUR
    if not TILES.fit[state.maze.rim[cell]] & 1 << move.placed:
        return Reason.DOES_NOT_FIT
    return Reason.BESIDE_GOAL if LADDERS >> move.placed & 1 else Reason.NOT_CONNECTED


def _why_not_him(state: State, seat: Seat, move: Break | Mend | Aim) -> Reason:
    target = move.target
    if not 0 <= target < state.config.seats:
        return Reason.NO_SUCH_SEAT
    match move:
        case Break():
            # Ruling 17: before a fellow player; one of each tool before each of them.
            return Reason.OWN_TOOL if target == seat else Reason.ALREADY_BROKEN
        case Mend():
            mends = move.tool in ACTION[move.card].tools
            return Reason.NOT_BROKEN if mends else Reason.WRONG_TOOL
        case Aim(card, _):
            if card == HANDS_OFF:
                return Reason.NO_THEFT_THERE
            if card == FREE:
                return Reason.NOT_TRAPPED
            # Rulings 46 and 53: on somebody else; ruling 56: one trap before each.
            return Reason.NOT_YOURSELF if target == seat else Reason.ALREADY_TRAPPED


def _why_not_steal(state: State, seat: Seat, move: Move) -> Reason:
    if not isinstance(move, Steal) or move.victim is None:
        return Reason.STEAL_FIRST
    if not 0 <= move.victim < state.config.seats:
        return Reason.NO_SUCH_SEAT
    return Reason.NOT_YOURSELF if move.victim == seat else Reason.NO_GOLD
