"""The one gate: what a seat may do.

`legal_moves` lists and `allows` answers for a single move; both ask the same tables.
"""

from collections.abc import Collection

from engine.api import Seat
from engine.maze.cells import Cell
from engine.parts.digging import BaseActions
from engine.parts.hands import sorted_out
from engine.parts.laying import OUT_OF
from engine.parts.moves import ORIENTS, Lay, Orient
from engine.rulesets.saboteur.cards import BOX, TILES
from engine.rulesets.saboteur.moves import LAYS, Move
from engine.rulesets.saboteur.state import State

BASE = BaseActions(BOX)
_BITS = TILES.bits
_FIT = TILES.fit
_PATH_KINDS = BOX.paths


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """List every move the seat may make now; none if it is not asked."""
    if seat != state.asked:
        return []
    if state.orient:
        return [*ORIENTS[state.orient[0]]]
    passes, paths, others = sorted_out(state.hands[seat], _PATH_KINDS, _BITS)
    moves: list[Move] = [*passes]
    for kind in others:
        moves += BASE.moves(state, seat, kind)
    # Only without a broken tool may a dwarf lay a path card (both texts).
    if paths and not state.broken[seat]:
        rim, fit = state.maze.rim, _FIT
        # Sorted: equal states list equal moves, whatever order their cards were laid in.
        for cell in sorted(_places(state)):
            if fitting := fit[rim[cell]] & paths:
                moves += OUT_OF[fitting](LAYS[cell])
    return moves


def _places(state: State) -> Collection[Cell]:
    # Rulings 1, 2, 61: the current edition wants a connection with the start, which a cell of the
    # network's front has from at least one side; in the edition of 2004 any open neighbour will do.
    return state.network.front if state.config.edition.connected else state.maze.rim


def allows(state: State, seat: Seat, move: Move) -> bool:
    """Tell whether `legal_moves` would list this move."""
    if seat != state.asked:
        return False
    if state.orient:
        return isinstance(move, Orient) and move.cell == state.orient[0]
    hand = state.hands[seat]
    if isinstance(move, tuple):  # a pass; what happens most first
        return len(move) == 1 and move[0] in hand
    if type(move) is Lay:
        cell, placed = move.cell, move.placed
        return (
            placed >> 1 in hand
            and not state.broken[seat]
            and cell in _places(state)
            and bool(_FIT[state.maze.rim[cell]] & _BITS[placed >> 1] & 1 << placed)
        )
    return type(move) is not Orient and BASE.allows(state, seat, move)
