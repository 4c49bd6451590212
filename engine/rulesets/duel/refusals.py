"""Why a move is refused. It runs only after a refusal, so it need not be quick."""

from engine.api import Seat
from engine.errors import Reason
from engine.maze.cells import Cell
from engine.rulesets.duel.cards import ACTION, DOOR_SIDES, LADDER_KIND, TILES
from engine.rulesets.duel.legal import beside_gold, foreign_doors
from engine.rulesets.duel.moves import (
    KEY,
    MAP,
    ROCKFALL,
    Break,
    Bribe,
    Claim,
    End,
    Lay,
    Mend,
    Move,
    OpenDoor,
    Orient,
    Pass,
    Pay,
    ReadMap,
    Remove,
    Rockfall,
)
from engine.rulesets.duel.state import BRIBE, CLAIM, ORIENT, PAY, State

_FIRST = {
    ORIENT: (Orient, Reason.ORIENT_FIRST),
    CLAIM: (Claim, Reason.CLAIM_FIRST),
    PAY: (Pay, Reason.PAY_FIRST),
}
"""Questions that only one kind of move answers, and what is said of any other."""


def explain(state: State, seat: Seat, move: Move) -> Reason:
    """Say why `allows` refuses a move."""
    if state.asked is None:
        return Reason.GAME_OVER
    if seat != state.asked:
        return Reason.NOT_ASKED
    if state.ask in _FIRST and not isinstance(move, _FIRST[state.ask][0]):
        return _FIRST[state.ask][1]
    match move:
        case Orient():
            return Reason.ORIENT_FIRST if state.orient else Reason.NO_GOAL_TO_ORIENT
        case Claim():
            return Reason.NOTHING_TO_CLAIM
        case Pay():
            return Reason.NOT_THE_PRICE if state.ask == PAY else Reason.NOTHING_TO_PAY
        case Bribe(cell):
            return _why_not_bribed(state, cell)
        case End():
            return Reason.ACT_FIRST
    if state.ask == BRIBE:
        return Reason.BRIBE_OR_END
    return _why_no_action(state, seat, move)


def _why_not_bribed(state: State, cell: Cell) -> Reason:
    if cell in dict(state.bribes):
        return Reason.TROLL_BRIBED
    if cell not in state.trolls:
        return Reason.NO_TROLL
    return Reason.TROLL_OUT_OF_REACH if state.counters else Reason.NO_COUNTER_LEFT


_Action = Lay | Break | Mend | OpenDoor | Rockfall | ReadMap | Remove | Pass


def _why_no_action(state: State, seat: Seat, move: _Action) -> Reason:
    hand = state.hands[seat]
    if any(_cards_of(move).count(card) > hand.count(card) for card in _cards_of(move)):
        return Reason.NO_SUCH_CARD
    match move:
        case Lay():
            return _why_not_there(state, seat, move)
        case Break() | Mend():
            return _why_not_him(state, seat, move)
        case OpenDoor(cell, side):
            return _why_not_opened(state, seat, cell, side)
        case Rockfall(cell):
            lies = cell in state.maze.cards or cell in state.maze.covered
            return Reason.NEVER_REMOVED if lies else Reason.NOTHING_THERE
        case ReadMap(cell):
            up = cell in state.config.mode.goals
            return Reason.GOAL_FACE_UP if up else Reason.NOT_A_GOAL
        case Remove():
            return Reason.NOT_BROKEN
        case Pass():
            raise AssertionError("whoever is asked may discard any cards of his hand")


def _cards_of(move: _Action) -> tuple[int, ...]:
    match move:
        case Lay(_, placed):
            return (placed >> 1,)
        case Break(card, _) | Mend(card, _, _):
            return (card,)
        case OpenDoor():
            return (KEY,)
        case Rockfall():
            return (ROCKFALL,)
        case ReadMap():
            return (MAP,)
        case Remove(_, cards) | Pass(cards):
            return cards


def _why_not_there(state: State, seat: Seat, move: Lay) -> Reason:
    cell, kind = move.cell, move.placed >> 1
    if state.broken[seat]:
        return Reason.TOOLS_BROKEN
    if cell in state.maze.cards or cell in state.maze.covered:
        return Reason.CELL_TAKEN
    if cell not in state.maze.rim:
        return Reason.NO_NEIGHBOUR
    if not TILES.fit[state.maze.rim[cell]] & TILES.bits[kind] & 1 << move.placed:
        return Reason.DOES_NOT_FIT
    if any(kind == LADDER_KIND[colour] for colour in state.dwarves):
        if cell in state.config.mode.beside_goals:
            return Reason.BESIDE_GOAL
        if beside_gold(state, cell):
            return Reason.BESIDE_GOLD
    # Ruling 18: something is there to join, but a door or a troll stands on the border.
    entered = state.networks[seat].front.get(cell)
    return Reason.WAY_SHUT if entered else Reason.NOT_CONNECTED


def _why_not_him(state: State, seat: Seat, move: Break | Mend) -> Reason:
    if not 0 <= move.target < state.config.seats:
        return Reason.NO_SUCH_SEAT
    if isinstance(move, Break):
        # Question 11: before the opponent, one of each tool.
        return Reason.OWN_TOOL if move.target == seat else Reason.ALREADY_BROKEN
    if move.tool not in ACTION[move.card].tools:
        return Reason.WRONG_TOOL
    return Reason.NOT_BROKEN if move.target == seat else Reason.NOT_YOUR_TOOL


def _why_not_opened(state: State, seat: Seat, cell: Cell, side: int) -> Reason:
    placed = state.maze.cards.get(cell)
    if placed is None:
        return Reason.NOTHING_THERE
    if foreign_doors(state, seat)[placed] & side:
        return Reason.DOOR_OPEN
    own = DOOR_SIDES[state.dwarves[seat]][placed] & side
    return Reason.OWN_DOOR if own else Reason.NO_DOOR
