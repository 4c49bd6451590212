"""The one gate: what a seat may do.

`legal_moves` lists and `allows` answers for a single move; both ask the same tables.
"""

from collections.abc import Iterable, Iterator, Set

from engine.api import Seat
from engine.maze.cells import AROUND, Cell
from engine.parts.hands import pairs, sorted_out
from engine.parts.laying import OUT_OF
from engine.parts.moves import (
    BREAKS,
    MAPS,
    MENDS,
    ORIENTS,
    ROCKFALLS,
    Break,
    Lay,
    Mend,
    ReadMap,
    Remove,
    Rockfall,
)
from engine.parts.tools import BIT, named
from engine.rulesets.duel.cards import (
    ACTION,
    FOREIGN,
    KEY,
    LADDERS,
    MAP,
    OPENLY,
    PATH_KINDS,
    REMOVABLE,
    ROCKFALL,
    TILES,
)
from engine.rulesets.duel.moves import (
    BRIBES,
    CLAIMS,
    DOORS,
    END,
    LAYS,
    REMOVES,
    Bribe,
    Move,
    OpenDoor,
    Pay,
)
from engine.rulesets.duel.scoring import payments
from engine.rulesets.duel.state import BRIBE, CLAIM, ORIENT, PLAY, State
from engine.rulesets.duel.tunnels import bribable, gold_reached
from engine.values import Made

_BITS = TILES.bits
# Path cards come first: what else would fit is never in a hand, and short numbers are quick.
_PATHS = (1 << 2 * PATH_KINDS) - 1
_FIT = [fitting & _PATHS for fitting in TILES.fit]
_LOW_HALF = (1 << PATH_KINDS) - 1
_HIGH_HALF = _PATHS ^ _LOW_HALF
_LADDERS = {colour: 3 << 2 * kind for kind, colour in LADDERS.items()}


DISTANT: Made[tuple[str, ...], int] = Made(
    lambda dwarves: sum(_LADDERS[colour] for colour in dwarves)
)
"""By the dwarves at the table: the ladders, as bits, that have a start card to be joined with.

Question 7: in the solo game the other colour's ladder is an ordinary bend.
"""


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """List every move the seat may make now; none if it is not asked."""
    if seat != state.asked:
        return []
    if state.ask == PLAY:
        return _turn_moves(state, seat)
    if state.ask == ORIENT:
        return [*ORIENTS[state.orient[0]]]
    if state.ask == CLAIM:
        return [CLAIMS[cell] for cell in gold_reached(state, seat)]
    if state.ask == BRIBE:
        return [END, *(BRIBES[cell] for cell in bribable(state, seat))]
    return [Pay(values) for values in payments(state, seat)]


def _turn_moves(state: State, seat: Seat) -> list[Move]:
    hand, broken = state.hands[seat], state.broken[seat]
    passes, paths, others = sorted_out(hand, PATH_KINDS, _BITS)
    kinds = len(passes)
    moves: list[Move] = [*passes, *pairs(hand, kinds)]
    for kind in others:
        moves += _action_moves(state, seat, kind)
    if broken:
        for tool in named(broken):
            moves += map(REMOVES[tool].__getitem__, pairs(hand, kinds))
    # Only without a broken tool may a dwarf lay a path card (both texts).
    elif paths:
        moves += _lays(state, seat, paths)
    if state.trolls:
        moves += [BRIBES[cell] for cell in bribable(state, seat)]
    return moves


def _lays(state: State, seat: Seat, paths: int) -> list[Move]:
    front, rim, openly = state.networks[seat].front, state.maze.rim, OPENLY[state.dwarves[seat]]
    ladders = paths & DISTANT[state.dwarves]
    paths ^= ladders
    moves: list[Move] = []
    # Sorted: equal states list equal moves, whatever order their cards were laid in.
    for cell in sorted(front):
        # Both texts and ruling 18: a side of the card must be joined, through no closed border,
        # with the dwarf's own start.
        if fitting := _FIT[rim[cell]] & paths & openly[front[cell]]:
            lays = LAYS[cell]
            # In halves, of which there are few enough to be remembered.
            if low := fitting & _LOW_HALF:
                moves += OUT_OF[low](lays)
            if high := fitting & _HIGH_HALF:
                moves += OUT_OF[high](lays)
    if ladders:
        far = ladders & _far_ladders(state, seat)
        barred = _beside_goal_or_gold(state)
        for cell in sorted(rim if far else front):
            fitting = _FIT[rim[cell]] & (ladders if cell in front else far)
            if fitting and cell not in barred:
                moves += OUT_OF[fitting](LAYS[cell])
    return moves


def _far_ladders(state: State, seat: Seat) -> int:
    """Choose the ladders, as bits, whose start the dwarf reaches: his own, or once they met.

    Ruling 19: they are joined with it from afar, wherever they lie.
    """
    starts, lit = state.config.mode.starts, state.networks[seat].lit
    return sum([_LADDERS[colour] for colour in state.dwarves if starts[colour] in lit])


def _may_lie(state: State, seat: Seat, cell: Cell, placed: int) -> bool:
    """Tell whether `_lays` would list this card on an empty cell next to a card."""
    bit = 1 << placed
    if not _FIT[state.maze.rim[cell]] & bit:
        return False
    entered = state.networks[seat].front.get(cell, 0)
    if placed >> 1 in LADDERS and bit & DISTANT[state.dwarves]:
        joined = entered or bit & _far_ladders(state, seat)
        return bool(joined) and cell not in _beside_goal_or_gold(state)
    return bool(OPENLY[state.dwarves[seat]][entered] & bit)


def _beside_goal_or_gold(state: State) -> Set[Cell]:
    """Name cells on which no ladder may lie: beside goals or gold (ruling 19)."""
    beside_goals = state.config.mode.beside_goals
    return beside_goals | beside_gold(state) if state.loose or state.claims else beside_goals


def beside_gold(state: State) -> set[Cell]:
    """Name the cells next to a card with gold, marked or not."""
    gold = [*state.loose, *dict(state.claims)]
    return {near for cell in gold for _side, near, _back in AROUND[cell]}


def _action_moves(state: State, seat: Seat, kind: int) -> Iterable[Move]:
    if kind == KEY:
        return [DOORS[door] for door in _doors(state, seat)]
    if kind == ROCKFALL:
        cards = state.maze.cards
        fallen = sorted([cell for cell, placed in cards.items() if REMOVABLE[placed >> 1]])
        return map(ROCKFALLS.__getitem__, fallen)
    if kind == MAP:
        return [MAPS[cell] for cell, _kind in state.goals if cell in state.maze.covered]
    return _ON_TOOLS[kind, seat, state.broken]


def _on_tools(key: tuple[int, Seat, tuple[int, ...]]) -> tuple[Move, ...]:
    kind, seat, broken = key
    row = ACTION[kind]
    if row.act == "break":
        # Question 11: before the opponent, one of each tool.
        bit = BIT[row.tools[0]]
        others = (Seat(at) for at, tools in enumerate(broken) if at != seat and not tools & bit)
        return tuple(BREAKS[kind, other] for other in others)
    # Question 11: a repair helps nobody but oneself.
    return tuple(MENDS[kind, seat, tool] for tool in row.tools if broken[seat] & BIT[tool])


_ON_TOOLS = Made(_on_tools)
"""By card, seat and everybody's broken tools, of which a table sees few."""


def _doors(state: State, seat: Seat) -> Iterator[tuple[Cell, int]]:
    """List the doors that a key could open for this dwarf (question 5, ruling 22)."""
    foreign = FOREIGN[state.dwarves[seat]]
    cards = state.maze.cards
    for cell in sorted([cell for cell, placed in cards.items() if foreign[placed]]):
        for side in (1, 2, 4, 8):
            if foreign[cards[cell]] & side and (cell, side) not in state.keys:
                yield cell, side


def allows(state: State, seat: Seat, move: Move) -> bool:
    """Tell whether `legal_moves` would list this move."""
    if seat != state.asked:
        return False
    if state.ask != PLAY:
        return move in legal_moves(state, seat)
    hand = state.hands[seat]
    if isinstance(move, tuple):  # a pass; what happens most first
        return len(move) in (1, 2) and holds(hand, move)
    if type(move) is Lay:
        cell, placed = move.cell, move.placed
        return (
            placed >> 1 in hand
            and not state.broken[seat]
            and cell in state.maze.rim
            and _may_lie(state, seat, cell, placed)
        )
    match move:
        case Remove(tool, cards):
            return bool(state.broken[seat] & BIT[tool]) and holds(hand, cards)
        case Break(card, _) | Mend(card, _, _):
            return card in hand and move in _action_moves(state, seat, card)
        case OpenDoor(cell, side):
            return KEY in hand and (cell, side) in _doors(state, seat)
        case Rockfall(cell):
            lying = state.maze.cards.get(cell)
            return ROCKFALL in hand and lying is not None and REMOVABLE[lying >> 1]
        case ReadMap(cell):
            # Only a goal that still lies face down.
            return MAP in hand and cell in state.maze.covered
        case Bribe(cell):
            return cell in bribable(state, seat)
        case _:
            return False


def holds(hand: tuple[int, ...], cards: tuple[int, ...]) -> bool:
    """Tell whether a hand has this card or both of these cards."""
    if len(cards) == 1:
        return cards[0] in hand
    first, second = cards
    return first in hand and hand.count(second) > (first == second)
