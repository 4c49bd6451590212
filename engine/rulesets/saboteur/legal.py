"""The one gate: what a seat may do, and why it may not do something else.

`legal_moves` lists and `allows` answers for a single move; both ask the same tables. `explain` runs
only after a refusal.
"""

from collections.abc import Iterable

from engine.api import Seat
from engine.errors import Reason
from engine.maze.cells import Cell
from engine.parts.tools import BIT
from engine.rulesets.saboteur.moves import (
    BREAKS,
    DISCARDS,
    LAYS,
    MAP,
    MAPS,
    MENDS,
    ROCKFALL,
    ROCKFALLS,
    Break,
    Discard,
    Lay,
    Mend,
    Move,
    Orient,
    ReadMap,
    Rockfall,
)
from engine.rulesets.saboteur.state import (
    ACTION,
    GOAL_CELLS,
    START_CELL,
    TILES,
    State,
)
from engine.values import Made

_BITS = TILES.bits
_FIXED = frozenset((START_CELL, *GOAL_CELLS))
_FIT = TILES.fit
_PATH_KINDS = len(TILES.tiles)
_PLACED: Made[int, tuple[int, ...]] = Made(
    lambda bits: tuple(placed for placed in range(bits.bit_length()) if bits >> placed & 1)
)


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """List every move the seat may make now; none if it is not asked."""
    if seat != state.asked:
        return []
    if state.orient:
        return [Orient(state.orient[0], turned=turned) for turned in (False, True)]
    kinds = dict.fromkeys(state.hands[seat])
    moves: list[Move] = [DISCARDS[kind] for kind in kinds]
    paths = 0
    for kind in kinds:
        if kind < _PATH_KINDS:
            paths |= _BITS[kind]
        else:
            moves += _action_moves(state, seat, kind)
    # Only without a broken tool may a dwarf lay a path card (both texts).
    if paths and not state.broken[seat]:
        rim = state.maze.rim
        # Sorted: equal states list equal moves, whatever order their cards were laid in.
        for cell in sorted(_places(state)):
            fitting = _FIT[rim[cell]] & paths
            if fitting:
                lays = LAYS[cell]
                moves += [lays[placed] for placed in _PLACED[fitting]]
    return moves


def _places(state: State) -> Iterable[Cell]:
    # Rulings 1, 2, 61: the current edition wants a connection with the start, which a cell of the
    # network's front has from at least one side; in the edition of 2004 any open neighbour will do.
    return state.network.front if state.config.edition.connected else state.maze.rim


def _action_moves(state: State, seat: Seat, kind: int) -> Iterable[Move]:
    match ACTION[kind].act:
        case "rockfall":
            return [ROCKFALLS[cell] for cell in sorted(state.maze.cards) if cell not in _FIXED]
        case "map":
            return [MAPS[cell] for cell, _kind in state.goals if cell in state.maze.covered]
        case _:
            return _ON_TOOLS[kind, seat, state.broken]


def _on_tools(key: tuple[int, Seat, tuple[int, ...]]) -> tuple[Move, ...]:
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


_ON_TOOLS = Made(_on_tools)
"""By card, seat and everybody's broken tools, of which a table sees few."""


def allows(state: State, seat: Seat, move: Move) -> bool:
    """Tell whether `legal_moves` would list this move."""
    if seat != state.asked:
        return False
    if state.orient:
        return isinstance(move, Orient) and move.cell == state.orient[0]
    hand = state.hands[seat]
    match move:
        case Lay(cell, placed):
            return (
                placed >> 1 in hand
                and not state.broken[seat]
                and cell in _places(state)
                and bool(_FIT[state.maze.rim[cell]] & _BITS[placed >> 1] & 1 << placed)
            )
        case Discard(card):
            return card in hand
        case Break(card, _) | Mend(card, _, _):
            return card in hand and move in _action_moves(state, seat, card)
        case Rockfall(cell):
            return ROCKFALL in hand and cell in state.maze.cards and cell not in _FIXED
        case ReadMap(cell):
            # Ruling 16: only a goal that still lies face down.
            return MAP in hand and cell in state.maze.covered
        case Orient():
            return False


def explain(state: State, seat: Seat, move: Move) -> Reason:
    """Say why a move that `allows` refused may not be made."""
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
        case Discard():
            raise AssertionError("whoever is asked may discard any card of his hand")
        case Rockfall(cell):
            # Ruling 15: neither the start nor a goal, face up or face down.
            return Reason.NEVER_REMOVED if cell in _FIXED else Reason.NOTHING_THERE
        case ReadMap(cell):
            return Reason.GOAL_FACE_UP if cell in GOAL_CELLS else Reason.NOT_A_GOAL


def _card_of(move: Lay | Break | Mend | Rockfall | ReadMap | Discard) -> int:
    match move:
        case Lay(_, placed):
            return placed >> 1
        case Break(card, _) | Mend(card, _, _) | Discard(card):
            return card
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
    if not _FIT[state.maze.rim[cell]] & 1 << move.placed:
        return Reason.DOES_NOT_FIT
    return Reason.NOT_CONNECTED


def _why_not_him(state: State, seat: Seat, move: Break | Mend) -> Reason:
    if not 0 <= move.target < state.config.seats:
        return Reason.NO_SUCH_SEAT
    if isinstance(move, Break):
        # Ruling 17: before a fellow player; one of each tool before each of them.
        return Reason.OWN_TOOL if move.target == seat else Reason.ALREADY_BROKEN
    return Reason.NOT_BROKEN if move.tool in ACTION[move.card].tools else Reason.WRONG_TOOL
