"""Why a move may not be made. Asked only after a refusal."""

from engine.api import Seat
from engine.errors import Reason
from engine.parts.moves import Break, Lay, Mend, Orient, Pass, ReadMap, Rockfall
from engine.rulesets.saboteur.cards import ACTION, FIXED, GOAL_CELLS, MAP, ROCKFALL, TILES
from engine.rulesets.saboteur.moves import Move
from engine.rulesets.saboteur.state import State

REASONS = tuple(Reason)
"""Every reason that this game gives."""


def explain(state: State, seat: Seat, move: Move) -> Reason:
    """Say why a move that was refused may not be made."""
    if state.asked is None:
        return Reason.GAME_OVER
    if seat != state.asked:
        return Reason.NOT_ASKED
    if state.orient:
        return Reason.ORIENT_FIRST
    if isinstance(move, Orient):
        return Reason.NO_GOAL_TO_ORIENT
    if _card_of(move) not in state.hands[seat]:
        return Reason.NO_SUCH_CARD
    match move:
        case Lay():
            return _why_not_there(state, seat, move)
        case Break() | Mend():
            return _why_not_him(state, seat, move)
        case Pass():
            raise AssertionError("whoever is asked may discard any card of his hand")
        case Rockfall(cell):
            # Ruling 15: neither the start nor a goal, face up or face down.
            return Reason.NEVER_REMOVED if cell in FIXED else Reason.NOTHING_THERE
        case ReadMap(cell):
            return Reason.GOAL_FACE_UP if cell in GOAL_CELLS else Reason.NOT_A_GOAL


def _card_of(move: Lay | Break | Mend | Rockfall | ReadMap | Pass) -> int:
    match move:
        case Lay(_, placed):
            return placed >> 1
        case Break(card, _) | Mend(card, _, _):
            return card
        case Pass():
            return move[0]
        case Rockfall():
            return ROCKFALL
        case ReadMap():
            return MAP


def _why_not_there(state: State, seat: Seat, move: Lay) -> Reason:
    cell = move.cell
    if state.broken[seat]:
        return Reason.TOOLS_BROKEN
    if cell in state.maze.cards or cell in state.maze.covered:
        return Reason.CELL_TAKEN
    if cell not in state.maze.rim:
        return Reason.NO_NEIGHBOUR
    if not TILES.fit[state.maze.rim[cell]] & 1 << move.placed:
        return Reason.DOES_NOT_FIT
    return Reason.NOT_CONNECTED


def _why_not_him(state: State, seat: Seat, move: Break | Mend) -> Reason:
    if not 0 <= move.target < state.config.seats:
        return Reason.NO_SUCH_SEAT
    if isinstance(move, Break):
        # Ruling 17: before a fellow player; one of each tool before each of them.
        return Reason.OWN_TOOL if move.target == seat else Reason.ALREADY_BROKEN
    return Reason.NOT_BROKEN if move.tool in ACTION[move.card].tools else Reason.WRONG_TOOL
