"""The one gate: what a seat may do.

`legal_moves` lists and `allows` answers for a single move; both ask the same tables.
"""

from collections.abc import Iterable

from engine.api import Seat
from engine.maze.cells import Cell
from engine.parts.hands import pairs, sorted_out
from engine.parts.laying import lays_on
from engine.parts.moves import ORIENTS, ROCKFALLS, Lay, Orient
from engine.rulesets.dark_cave import cards, moves, reach
from engine.rulesets.dark_cave.cards import BOX, FIT, TILES
from engine.rulesets.dark_cave.moves import Move, Play
from engine.rulesets.dark_cave.places import Place, cell_of, open_borders
from engine.rulesets.dark_cave.state import PLAY, State

_BITS = TILES.bits
_PATH_KINDS = BOX.paths
_SEATS = {count: tuple(map(Seat, range(count))) for count in range(2, 9)}


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """List every move the seat may make now; none if it is not asked."""
    if seat != state.asked:
        return []
    if state.agreed:
        return [moves.AGREE, moves.DECLINE]
    if state.orient:
        return [*ORIENTS[state.orient.cell]]
    listed: list[Move]
    if state.progress.stage == PLAY:
        listed = _plays(state, seat)
    else:
        listed = [*map(moves.WALKS.__getitem__, reach.walkable(state, seat))]
        listed.append(moves.END)
    if state.dwarves[seat].axes:
        listed += [moves.CUTS[border] for border in reach.webs_beside(state, seat)]
    if not state.progress.declined:
        listed.append(moves.PROPOSE)
    return listed


def _plays(state: State, seat: Seat) -> list[Move]:
    hand = state.hands[seat]
    passes, paths, others = sorted_out(hand, _PATH_KINDS, _BITS)
    listed: list[Move] = [*passes, *pairs(hand, len(passes))]
    for kind in others:
        listed += _actions(state, seat, kind)
    if paths:
        rim = state.maze.rim.items()
        fitting = {cell: fits for cell, demand in rim if (fits := FIT[demand] & paths)}
        listed += lays_on(fitting, moves.LAYS)
    return listed


def _actions(state: State, seat: Seat, kind: int) -> Iterable[Move]:
    seats, dwarves, maze = _SEATS[state.config.seats], state.dwarves, state.maze
    match kind:
        case cards.INFO:
            goals = [cell for cell in state.config.goals if cell in maze.covered]
            clans = [at for at in seats if at != seat and not dwarves[at].shown]
            return [
                *map(moves.LOOKS_AT_GOALS.__getitem__, goals),
                *map(moves.LOOKS_AT_CLANS.__getitem__, clans),
            ]
        case cards.ROCKFALL:
            return map(ROCKFALLS.__getitem__, sorted(maze.cards.keys() - _taken(state)))
        case cards.SWAP:
            return [moves.SWAPS[other] for other in seats if other != seat]
        case cards.WEB:
            webs = {web.border for web in state.webs}
            return [moves.WEBS[border] for border in open_borders(maze) if border not in webs]
        case cards.AXE:
            return [moves.EQUIPS[kind, other] for other in seats]
        case cards.BOOTS:
            # Ruling 27: one pair before each.
            return [moves.EQUIPS[kind, other] for other in seats if not dwarves[other].boots]
        case _:
            goes, stays = reach.lurable(state, kind)
            return [
                *map(moves.LURES[kind].__getitem__, goes),
                *map(moves.STAYS[kind].__getitem__, stays),
            ]


def _taken(state: State) -> set[Cell]:
    """List the cells that no rockfall takes: start, goals, and cards with anybody on them."""
    taken = {state.config.start, *state.config.goals}
    taken.update([cell_of(dwarf.place) for dwarf in state.dwarves if dwarf.place is not None])
    taken.update([cell_of(beast.place) for beast in state.creatures if beast])
    return taken


def allows(state: State, seat: Seat, move: Move) -> bool:
    """Tell whether `legal_moves` would list this move."""
    if seat != state.asked:
        return False
    if state.agreed:
        return isinstance(move, moves.Answer)
    if state.orient:
        return isinstance(move, Orient) and move.cell == state.orient.cell
    plays = state.progress.stage == PLAY
    if isinstance(move, tuple) or type(move) is Lay:
        return plays and _may_play(state, seat, move)
    match move:
        case moves.End():
            return not plays
        case moves.Propose():
            return not state.progress.declined
        case moves.Walk():
            return bool(way_to(state, seat, move.place))
        case moves.Answer() | Orient():
            return False
        case moves.Cut():
            webs = reach.webs_beside(state, seat)
            return bool(state.dwarves[seat].axes) and move.border in webs
        case moves.Order():
            return False
        case _:
            return plays and _may_play(state, seat, move)


def way_to(state: State, seat: Seat, place: Place) -> tuple[Place, ...]:
    """Choose the way of a walk that the seat may make now; empty if it may not."""
    if seat != state.asked or state.agreed or state.orient or state.progress.stage == PLAY:
        return ()
    return reach.route(state, seat, place)


def _may_play(state: State, seat: Seat, play: Play) -> bool:
    hand = state.hands[seat]
    if isinstance(play, tuple):  # a pass
        return all(hand.count(card) >= play.count(card) for card in play)
    if type(play) is Lay:
        cell, placed = play.cell, play.placed
        fitting = FIT[state.maze.rim.get(cell, 0)] & _BITS[placed >> 1]
        return placed >> 1 in hand and bool(fitting & 1 << placed)
    match play:
        case moves.Lure():
            return play.card in hand and play.place in reach.lurable(state, play.card)[play.stay]
        case _:
            card = moves.card_of(play)
            return card in hand and play in _actions(state, seat, card)
