"""Why a move may not be made. Asked only after a refusal."""

from enum import StrEnum

from engine.api import Seat
from engine.errors import Reason
from engine.maze.cells import Cell
from engine.parts.digging import REASONS as BASE_REASONS
from engine.parts.moves import Break, Lay, Mend, Orient, ReadMap, Remove, Rockfall
from engine.parts.seats import out_of_turn
from engine.rulesets.duel.cards import ACTION, FOREIGN, KEY, MAP, ROCKFALL, TILES
from engine.rulesets.duel.legal import DISTANT, beside_gold, holds
from engine.rulesets.duel.moves import Action, Bribe, Claim, End, Move, OpenDoor, Pay
from engine.rulesets.duel.state import BRIBE, CLAIM, ORIENT, PAY, State


class Why(StrEnum):
    """Why a move may not be made in a duel, beyond the reasons of every maze game."""

    NOT_YOUR_TOOL = "not-your-tool"
    BESIDE_GOAL = "beside-goal"
    BESIDE_GOLD = "beside-gold"
    WAY_SHUT = "way-shut"
    NO_DOOR = "no-door"
    OWN_DOOR = "own-door"
    DOOR_OPEN = "door-open"
    NO_TROLL = "no-troll"
    TROLL_BRIBED = "troll-bribed"
    TROLL_OUT_OF_REACH = "troll-out-of-reach"
    NO_COUNTER_LEFT = "no-counter-left"
    ACT_FIRST = "act-first"
    BRIBE_OR_END = "bribe-or-end"
    CLAIM_FIRST = "claim-first"
    NOTHING_TO_CLAIM = "nothing-to-claim"
    PAY_FIRST = "pay-first"
    NOTHING_TO_PAY = "nothing-to-pay"
    NOT_THE_PRICE = "not-the-price"


REASONS: tuple[StrEnum, ...] = (*BASE_REASONS, *Why)
"""Every reason that this game gives."""

_FIRST: dict[str, tuple[type[Move], StrEnum]] = {
    ORIENT: (Orient, Reason.ORIENT_FIRST),
    CLAIM: (Claim, Why.CLAIM_FIRST),
    PAY: (Pay, Why.PAY_FIRST),
}
"""Questions that only one kind of move answers, and what is said of any other."""


def explain(state: State, seat: Seat, move: Move) -> StrEnum:
    """Say why a move that was refused may not be made."""
    if why := out_of_turn(state, seat):
        return why
    if state.ask in _FIRST and not isinstance(move, _FIRST[state.ask][0]):
        return _FIRST[state.ask][1]
    match move:
        case Orient():
            return Reason.ORIENT_FIRST if state.orient else Reason.NO_GOAL_TO_ORIENT
        case Claim():
            return Why.NOTHING_TO_CLAIM
        case Pay():
            return Why.NOT_THE_PRICE if state.ask == PAY else Why.NOTHING_TO_PAY
        case Bribe(cell):
            return _why_not_bribed(state, cell)
        case End():
            return Why.ACT_FIRST
        case _:
            return Why.BRIBE_OR_END if state.ask == BRIBE else _why_no_action(state, seat, move)


def _why_not_bribed(state: State, cell: Cell) -> StrEnum:
    if cell in dict(state.bribes):
        return Why.TROLL_BRIBED
    if cell not in state.trolls:
        return Why.NO_TROLL
    return Why.TROLL_OUT_OF_REACH if state.counters else Why.NO_COUNTER_LEFT


def _why_no_action(state: State, seat: Seat, move: Action) -> StrEnum:
    if not holds(state.hands[seat], _cards_of(move)):
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
        case tuple():  # a pass
            raise AssertionError("whoever is asked may discard any cards of his hand")


def _cards_of(move: Action) -> tuple[int, ...]:
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
        case Remove(_, cards):
            return cards
        case tuple():  # a pass
            return move


def _why_not_there(state: State, seat: Seat, move: Lay) -> StrEnum:
    cell, lies = move.cell, 1 << move.placed
    if state.broken[seat]:
        return Reason.TOOLS_BROKEN
    if cell in state.maze.cards or cell in state.maze.covered:
        return Reason.CELL_TAKEN
    if cell not in state.maze.rim:
        return Reason.NO_NEIGHBOUR
    if not TILES.fit[state.maze.rim[cell]] & lies:
        return Reason.DOES_NOT_FIT
    if DISTANT[state.dwarves] & lies:
        if cell in state.config.mode.beside_goals:
            return Why.BESIDE_GOAL
        if cell in beside_gold(state):
            return Why.BESIDE_GOLD
    # Ruling 18: something is there to join, but a door or a troll stands on the border.
    entered = state.networks[seat].front.get(cell)
    return Why.WAY_SHUT if entered else Reason.NOT_CONNECTED


def _why_not_him(state: State, seat: Seat, move: Break | Mend) -> StrEnum:
    if not 0 <= move.target < state.config.seats:
        return Reason.NO_SUCH_SEAT
    if isinstance(move, Break):
        # Question 11: before the opponent, one of each tool.
        return Reason.OWN_TOOL if move.target == seat else Reason.ALREADY_BROKEN
    if move.tool not in ACTION[move.card].tools:
        return Reason.WRONG_TOOL
    return Reason.NOT_BROKEN if move.target == seat else Why.NOT_YOUR_TOOL


def _why_not_opened(state: State, seat: Seat, cell: Cell, side: int) -> StrEnum:
    placed = state.maze.cards.get(cell)
    if placed is None:
        return Reason.NOTHING_THERE
    if FOREIGN[state.dwarves[seat]][placed] & side:
        return Why.DOOR_OPEN
    own = any(doors[placed] & side for doors in FOREIGN.values())
    return Why.OWN_DOOR if own else Why.NO_DOOR
