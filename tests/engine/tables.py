"""Hand-made tables: positions written as text, moves in notation, reasons as values."""

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.registry import RULESETS
from engine.rulesets.saboteur.state import State

SABOTEUR = RULESETS["saboteur"]


def table(lines: str, options: str = "") -> State:
    """Read a position; its first line is written here."""
    return SABOTEUR.parse_position(f"saboteur {options}\n{lines}")


def play(state: State, *moves: str) -> Step[State]:
    """Make moves in notation for whoever is asked; all their facts together."""
    events: tuple[Event, ...] = ()
    for move in moves:
        step = SABOTEUR.apply(state, state.asked, SABOTEUR.parse(move))
        state, events = step.state, events + step.events
    return Step(state, events)


def legal(state: State, begin: str = "") -> set[str]:
    """The legal moves of whoever is asked that begin like this."""
    moves = map(SABOTEUR.format, SABOTEUR.legal_moves(state, state.asked))
    return {move for move in moves if move.startswith(begin)}


def reason(state: State, move: str, seat: Seat | None = None) -> str | None:
    """Why a move is refused, or None if it is legal."""
    try:
        SABOTEUR.apply(state, state.asked if seat is None else seat, SABOTEUR.parse(move))
    except IllegalMove as refused:
        return refused.reason
    return None
