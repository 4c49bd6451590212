"""What the dwarves reach: their networks, and the gold, trolls and goals at the ends of them."""

from collections.abc import Mapping
from itertools import repeat
from typing import Any

from engine.api import Seat
from engine.maze import grid
from engine.maze.cells import AROUND, Cell
from engine.maze.grid import Maze
from engine.maze.sides import ALL
from engine.maze.tiles import Placed
from engine.rulesets.duel import gates
from engine.rulesets.duel.cards import LADDERS, REMOVABLE, TILES, TROLL_SIDES
from engine.rulesets.duel.gates import Walker, grow, shrink, trace, unlock
from engine.rulesets.duel.state import State
from engine.values import replace, settled

_NOTHING: Mapping[Cell, int] = {}


def opened(state: State) -> Mapping[Cell, int]:
    """Tell which closed sides stand open.

    A key opens for one dwarf alone, but to the other that door was never closed, and a bribed troll
    lets both pass: the answer is the same for both.
    """
    if not state.keys and not state.bribes:
        return _NOTHING
    sides = {cell: ALL for cell, _seat in state.bribes}
    for cell, side in state.keys:
        sides[cell] = sides.get(cell, 0) | side
    return sides


def walkers_of(state: State, maze: Maze) -> tuple[Walker, ...]:
    """Work out how the dwarves pass through a maze, with the keys and bribes of this table."""
    starts = {dwarf: state.config.mode.starts[dwarf] for dwarf in state.dwarves}
    return gates.walkers(maze, starts, opened(state))


def completed(state: State) -> State:
    """Work out all that a table implies: walkers, networks, gold and trolls without a counter."""
    marked, bribed, maze = dict(state.claims), dict(state.bribes), state.maze
    cards, walkers = sorted(maze.cards.items()), walkers_of(state, maze)
    return replace(
        state,
        walkers=walkers,
        networks=tuple(map(trace, repeat(maze), walkers)),
        loose=tuple([cell for cell, at in cards if TILES.gold[at] and cell not in marked]),
        trolls=tuple([cell for cell, at in cards if TROLL_SIDES[at] and cell not in bribed]),
    )


def put(state: State, cell: Cell, placed: Placed, draft: dict[str, Any]) -> State:
    """Lay a card, or a goal face up, extend what every dwarf reaches, and settle the draft."""
    kind, walkers, maze = placed >> 1, state.walkers, grid.put(state.maze, cell, placed)
    if kind in LADDERS:
        draft["walkers"] = walkers = walkers_of(state, maze)
    draft["maze"] = maze
    draft["networks"] = tuple(map(grow, repeat(maze), walkers, state.networks, repeat(cell)))
    if TILES.gold[placed]:
        draft["loose"] = tuple(sorted((*state.loose, cell)))
    if TROLL_SIDES[placed]:
        draft["trolls"] = tuple(sorted((*state.trolls, cell)))
    if state.config.mode.solo and REMOVABLE[kind]:
        draft["trail"] = (*state.trail, cell)
    return settled(state, draft)


def lift(state: State, cell: Cell) -> State:
    """Take a card out of the maze to the discards; a key on it returns to the stock (ruling 9).

    It may cut ways off but turns no goal and reaches no gold.
    """
    maze, kind = grid.lift(state.maze, cell), state.maze.cards[cell] >> 1
    keys = tuple([key for key in state.keys if key[0] != cell])
    trail = tuple([laid for laid in state.trail if laid != cell])
    state = replace(state, maze=maze, keys=keys, discards=(*state.discards, kind), trail=trail)
    walkers = walkers_of(state, maze)
    if kind in LADDERS:
        networks = map(trace, repeat(maze), walkers)
    else:
        networks = map(shrink, repeat(maze), walkers, state.networks, repeat(cell))
    return replace(state, walkers=walkers, networks=tuple(networks))


def unlocked(state: State, cell: Cell) -> State:
    """Extend what every dwarf reaches by what a key or a bribe on this cell has just opened."""
    sides = opened(state)
    walkers = tuple([Walker(at, shut, sides, links) for at, shut, _, links in state.walkers])
    networks = map(unlock, repeat(state.maze), walkers, state.networks, repeat(cell))
    return replace(state, walkers=walkers, networks=tuple(networks))


def goals_reached(state: State) -> list[Cell]:
    """List the face-down goals that an unbroken way from either start ends at (question 2)."""
    covered = state.maze.covered
    reached: set[Cell] = set()
    for network in state.networks:
        if not covered.isdisjoint(network.front):
            reached |= covered.intersection(network.front)
    return sorted(reached)


def gold_reached(state: State, mover: Seat) -> dict[Cell, Seat]:
    """Tell which unmarked gold is reached, and who gets it.

    Question 3: the mover, and his opponent only where he connects that one instead of himself.
    """
    reached = {}
    for cell in state.loose:
        sides = TILES.gold[state.maze.cards[cell]]
        there = [network.lit.get(cell, 0) & sides for network in state.networks]
        if any(there):
            reached[cell] = mover if there[mover] else Seat(1 - mover)
    return reached


def bribable(state: State, seat: Seat) -> list[Cell]:
    """List the trolls that a dwarf could bribe now (rulings 6 and 15)."""
    if not state.trolls or not state.counters:
        return []
    return [cell for cell in state.trolls if _reaches_troll(state, seat, cell)]


def _reaches_troll(state: State, seat: Seat, cell: Cell) -> bool:
    """Tell whether a dwarf's tunnel reaches a troll, from inside his card or from behind him."""
    lit, cards = state.networks[seat].lit, state.maze.cards
    if cell in lit:
        return True
    _, shut, open_sides, _ = state.walkers[seat]
    stands = TROLL_SIDES[cards[cell]]
    return any(
        lit.get(near, 0) & back and not shut[cards[near]] & back & ~open_sides.get(near, 0)
        for side, near, back in AROUND[cell]
        if side & stands
    )
