"""The one gate: what a seat may do.

`legal_moves` lists and `allows` answers for a single move; both ask the same tables.
"""

from collections.abc import Collection

from engine.api import Seat
from engine.maze.cells import Cell
from engine.parts.laying import OUT_OF
from engine.parts.moves import (
    BREAKS,
    MAPS,
    MENDS,
    ORIENTS,
    PASSES,
    ROCKFALLS,
    Break,
    Lay,
    Mend,
    Orient,
    Pass,
    ReadMap,
    Rockfall,
)
from engine.parts.tools import BIT
from engine.rulesets.saboteur.cards import ACTION, BOX, FIXED, MAP, ROCKFALL, TILES
from engine.rulesets.saboteur.moves import LAYS, Move
from engine.rulesets.saboteur.state import State
from engine.values import Made

_BITS = TILES.bits
_FIT = TILES.fit
_PATH_KINDS = BOX.paths


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """List every move the seat may make now; none if it is not asked."""
    if seat != state.asked:
        return []
    if state.orient:
        return [*ORIENTS[state.orient[0]]]
    kinds = dict.fromkeys(state.hands[seat])
    moves: list[Move] = [*map(PASSES.__getitem__, kinds)]
    paths = 0
    for kind in kinds:
        if kind < _PATH_KINDS:
            paths |= _BITS[kind]
        elif kind == MAP:
            moves += _MAPS[state.maze.covered]
        elif kind == ROCKFALL:
            moves += map(ROCKFALLS.__getitem__, sorted(state.maze.cards.keys() - FIXED))
        else:
            moves += _on_tools(state, seat, kind)
    # Only without a broken tool may a dwarf lay a path card (both texts).
    if paths and not state.broken[seat]:
        rim = state.maze.rim
        # Sorted: equal states list equal moves, whatever order their cards were laid in.
        for cell in sorted(_places(state)):
            if fitting := _FIT[rim[cell]] & paths:
                moves += OUT_OF[fitting](LAYS[cell])
    return moves


def _places(state: State) -> Collection[Cell]:
    # Rulings 1, 2, 61: the current edition wants a connection with the start, which a cell of the
    # network's front has from at least one side; in the edition of 2004 any open neighbour will do.
    return state.network.front if state.config.edition.connected else state.maze.rim


def _on_tools(state: State, seat: Seat, kind: int) -> tuple[Move, ...]:
    # Other tools than those on the card make no difference.
    return _ON_TOOLS[kind, seat, bytes(state.broken).translate(_ON_CARD[kind])]


def _with_card(key: tuple[int, Seat, bytes]) -> tuple[Move, ...]:
    kind, seat, tools = key
    row = ACTION[kind]
    if row.act == "break":
        # Ruling 17: before a fellow player; both texts: one of each tool before each of them.
        bit = BIT[row.tools[0]]
        others = (Seat(at) for at, broken in enumerate(tools) if at != seat and not broken & bit)
        return tuple(BREAKS[kind, other] for other in others)
    return tuple(
        MENDS[kind, Seat(at), tool]
        for at, broken in enumerate(tools)
        for tool in row.tools
        if broken & BIT[tool]
    )


_ON_TOOLS = Made(_with_card)
"""By card, seat and which tools of those on the card are broken, seat by seat."""

_ON_CARD = {
    kind: bytes(tools & sum(BIT[tool] for tool in row.tools) for tools in range(256))
    for kind, row in ACTION.items()
}
"""For each action card, what `bytes.translate` leaves of somebody's broken tools."""

_MAPS: Made[frozenset[Cell], list[ReadMap]] = Made(
    lambda covered: [MAPS[cell] for cell in sorted(covered)]
)
"""By the goals that still lie face down."""


def allows(state: State, seat: Seat, move: Move) -> bool:
    """Tell whether `legal_moves` would list this move."""
    if seat != state.asked:
        return False
    if state.orient:
        return isinstance(move, Orient) and move.cell == state.orient[0]
    hand = state.hands[seat]
    match move:  # what happens most first; a pattern without fields is a mere isinstance
        case Pass():
            return len(move) == 1 and move[0] in hand
        case Lay():
            cell, placed = move.cell, move.placed
            return (
                placed >> 1 in hand
                and not state.broken[seat]
                and cell in _places(state)
                and bool(_FIT[state.maze.rim[cell]] & _BITS[placed >> 1] & 1 << placed)
            )
        case Break() | Mend():
            return move.card in hand and move in _on_tools(state, seat, move.card)
        case ReadMap():
            # Ruling 16: only a goal that still lies face down.
            return MAP in hand and move.cell in state.maze.covered
        case Rockfall():
            cell = move.cell
            return ROCKFALL in hand and cell in state.maze.cards and cell not in FIXED
        case Orient():
            return False
