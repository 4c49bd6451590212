"""The one gate: what a seat may do. `legal_moves` lists and `allows` answers for a single move.

Both ask the same tables; `refusal` says afterwards why a move was refused.
"""

from collections.abc import Iterable
from itertools import combinations

from engine.api import Seat
from engine.decks.dark_cave import CREATURES
from engine.maze.cells import Cell
from engine.maze.sides import ALL
from engine.rulesets.dark_cave import reach
from engine.rulesets.dark_cave.fields import PATH_KINDS, TILES, TURNS, Place, open_borders
from engine.rulesets.dark_cave.moves import (
    AGREE,
    AXE,
    BOOTS,
    CUTS,
    DECLINE,
    DISCARDS,
    END,
    EQUIPS,
    INFO,
    LAYS,
    LOOKS_AT_CLANS,
    LOOKS_AT_GOALS,
    LURES,
    PROPOSE,
    ROCKFALL,
    ROCKFALLS,
    SWAP,
    SWAPS,
    WALKS,
    WEB,
    WEBS,
    Answer,
    Cut,
    Discard,
    End,
    Equip,
    Lay,
    LayWeb,
    LookAtClan,
    LookAtGoal,
    Lure,
    Move,
    Propose,
    Rockfall,
    Swap,
    Turned,
    Walk,
)
from engine.rulesets.dark_cave.state import BEASTS, KIND, PLAY, State
from engine.values import Made

BITS = tuple((3 if turns else 1) << 2 * kind for kind, turns in enumerate(TURNS))
"""Both bits of a kind that differs when turned, one bit of a kind that does not."""
_ANY = sum(BITS[:PATH_KINDS])
# Rule A: a card must fit on all sides and prolong a way, so where no way leads nothing fits.
FIT = tuple(
    sum(
        1 << placed
        for placed, sides in enumerate(TILES.open)
        if rim & ALL and sides & rim >> 4 == rim & ALL and _ANY >> placed & 1
    )
    for rim in range(256)
)


def _split(bits: int) -> tuple[int, ...]:
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(found)


_PLACED: Made[int, tuple[int, ...]] = Made(_split)
BEAST = {KIND[name]: at for at, name in enumerate(BEASTS)}
"""For each kind of creature card, which creature it is."""
_SEATS = {count: tuple(map(Seat, range(count))) for count in range(2, 9)}


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """List every move the seat may make now; none if it is not asked."""
    if seat != state.asked:
        return []
    if state.agreed:
        return [AGREE, DECLINE]
    if state.orient:
        cell = state.orient.cell
        return [Turned(cell, turned=False), Turned(cell, turned=True)]
    moves: list[Move]
    if state.turn.stage == PLAY:
        moves = _plays(state, seat)
    else:
        moves = [WALKS[place] for place in reach.walkable(state, seat)]
        moves.append(END)
    dwarf = state.dwarves[seat]
    if dwarf.axes:
        moves += [CUTS[border] for border in reach.webs_beside(state, seat)]
    if not state.turn.declined:
        moves.append(PROPOSE)
    return moves


def _plays(state: State, seat: Seat) -> list[Move]:
    hand = state.hands[seat]
    kinds = dict.fromkeys(hand)
    moves: list[Move] = [DISCARDS[kind,] for kind in kinds]
    moves += [DISCARDS[pair] for pair in dict.fromkeys(combinations(hand, 2))]
    paths = 0
    for kind in kinds:
        if kind < PATH_KINDS:
            paths |= BITS[kind]
        else:
            moves += _action_moves(state, seat, kind)
    if paths:
        rim = state.maze.rim
        # Sorted: equal states list equal moves, whatever order their cards were laid in.
        for cell in sorted(rim):
            fitting = FIT[rim[cell]] & paths
            if fitting:
                lays = LAYS[cell]
                moves += [lays[placed] for placed in _PLACED[fitting]]
    return moves


def _action_moves(state: State, seat: Seat, kind: int) -> Iterable[Move]:
    if kind == ROCKFALL:
        taken = _taken(state)
        return [ROCKFALLS[cell] for cell in sorted(state.maze.cards) if cell not in taken]
    if kind == INFO:
        goals = [LOOKS_AT_GOALS[cell] for cell in state.config.goals if cell in state.maze.covered]
        clans = [
            LOOKS_AT_CLANS[other]
            for other in _SEATS[state.config.seats]
            if other != seat and not state.dwarves[other].shown
        ]
        return [*goals, *clans]
    if kind == SWAP:
        return [SWAPS[other] for other in _SEATS[state.config.seats] if other != seat]
    if kind == WEB:
        taken_by = {web.border for web in state.webs}
        return [WEBS[border] for border in open_borders(state.maze) if border not in taken_by]
    if kind == AXE:
        return [EQUIPS[AXE, other] for other in _SEATS[state.config.seats]]
    if kind == BOOTS:
        seats = _SEATS[state.config.seats]
        return [EQUIPS[BOOTS, other] for other in seats if not state.dwarves[other].boots]
    beast = BEAST[kind]
    goes, stays = reach.lurable(state, beast, CREATURES[BEASTS[beast]])
    return [
        *(LURES[kind, place, False] for place in goes),
        *(LURES[kind, place, True] for place in stays),
    ]


def _taken(state: State) -> set[Cell]:
    """List the cells that no rockfall takes: start, goals, and cards with anybody on them."""
    taken = {state.config.start, *state.config.goals}
    taken.update(Cell(dwarf.place >> 4) for dwarf in state.dwarves if dwarf.place is not None)
    taken.update(Cell(beast.place >> 4) for beast in state.creatures if beast)
    return taken


def allows(state: State, seat: Seat, move: Move) -> bool:
    """Tell whether `legal_moves` would list this move."""
    if seat != state.asked:
        return False
    if state.agreed or isinstance(move, Answer):
        return bool(state.agreed) and isinstance(move, Answer)
    if state.orient or isinstance(move, Turned):
        if not (state.orient and isinstance(move, Turned)):
            return False
        return move.cell == state.orient.cell
    dwarf = state.dwarves[seat]
    match move:
        case Walk(place):
            return bool(way_to(state, seat, place))
        case End():
            return state.turn.stage != PLAY
        case Propose():
            return not state.turn.declined
        case Cut(border):
            return bool(dwarf.axes) and border in reach.webs_beside(state, seat)
        case _:
            return state.turn.stage == PLAY and _may_play(state, seat, move)


def way_to(state: State, seat: Seat, place: Place) -> tuple[Place, ...]:
    """Choose the way of a walk that the seat may make now; empty if it may not."""
    if seat != state.asked or state.agreed or state.orient or state.turn.stage == PLAY:
        return ()
    return reach.route(state, seat, place)


def _may_play(state: State, seat: Seat, move: Move) -> bool:
    hand = state.hands[seat]
    match move:
        case Lay(cell, placed):
            kind = placed >> 1
            return kind in hand and bool(
                FIT[state.maze.rim.get(cell, 0)] & BITS[kind] & 1 << placed
            )
        case Discard(cards):
            return all(hand.count(card) >= cards.count(card) for card in cards)
        case _:
            card = card_of(move)
            return card in hand and move in _action_moves(state, seat, card)


def card_of(move: Move) -> int:
    """Name the card that a move plays from the hand; -1 if it plays none."""
    match move:
        case Lay(_, placed):
            return placed >> 1
        case Equip(card, _) | Lure(card, _, _):
            return card
        case LookAtGoal() | LookAtClan():
            return INFO
        case Rockfall():
            return ROCKFALL
        case Swap():
            return SWAP
        case LayWeb():
            return WEB
        case _:
            return -1
