"""What the dwarves reach: their networks, and the gold, trolls and goals at the ends of them."""

from collections.abc import Mapping
from typing import Any

from engine.api import Seat
from engine.maze import grid
from engine.maze.cells import AROUND, Cell
from engine.maze.sides import ALL
from engine.maze.tiles import Placed
from engine.rulesets.duel import gates
from engine.rulesets.duel.cards import LADDERS, REMOVABLE, SHUT, TILES, TROLL_SIDES
from engine.rulesets.duel.gates import Walker, links_of
from engine.rulesets.duel.state import State
from engine.values import altered, replace

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


def _walkers(state: State, links: Mapping[Cell, Cell]) -> list[Walker]:
    open_sides = opened(state)
    starts = state.config.mode.starts
    return [Walker((starts[dwarf],), SHUT[dwarf], open_sides, links) for dwarf in state.dwarves]


def _starts(state: State) -> Mapping[str, Cell]:
    return {dwarf: state.config.mode.starts[dwarf] for dwarf in state.dwarves}


def traced(state: State) -> State:
    """Find what every dwarf reaches, from nothing."""
    walkers = _walkers(state, state.links)
    networks = tuple([gates.trace(state.maze, walker) for walker in walkers])
    return replace(state, networks=networks)


def completed(state: State) -> State:
    """Work out all that a table implies: links, networks, gold and trolls without a counter."""
    marked, bribed = dict(state.claims), dict(state.bribes)
    cards = sorted(state.maze.cards.items())
    state = replace(
        state,
        links=links_of(state.maze, _starts(state)),
        loose=tuple([cell for cell, at in cards if TILES.gold[at] and cell not in marked]),
        trolls=tuple([cell for cell, at in cards if TROLL_SIDES[at] and cell not in bribed]),
    )
    return traced(state)


def put(state: State, cell: Cell, placed: Placed, changes: dict[str, Any]) -> State:
    """Lay a card, or a goal face up, and extend what every dwarf reaches; more may change."""
    kind, links, maze = placed >> 1, state.links, grid.put(state.maze, cell, placed)
    if kind in LADDERS:
        changes["links"] = links = links_of(maze, _starts(state))
    walkers = zip(_walkers(state, links), state.networks, strict=True)
    changes["maze"] = maze
    changes["networks"] = tuple([gates.grow(maze, walker, old, cell) for walker, old in walkers])
    if TILES.gold[placed]:
        changes["loose"] = tuple(sorted((*state.loose, cell)))
    if TROLL_SIDES[placed]:
        changes["trolls"] = tuple(sorted((*state.trolls, cell)))
    if state.config.mode.solo and REMOVABLE[kind]:
        changes["trail"] = (*state.trail, cell)
    return altered(state, changes)


def lift(state: State, cell: Cell) -> State:
    """Take a card out of the maze to the discards; a key on it returns to the stock (ruling 9).

    It may cut ways off but turns no goal and reaches no gold.
    """
    maze = grid.lift(state.maze, cell)
    return traced(
        replace(
            state,
            maze=maze,
            links=links_of(maze, _starts(state)),
            keys=tuple([key for key in state.keys if key[0] != cell]),
            discards=(*state.discards, state.maze.cards[cell] >> 1),
            trail=tuple([laid for laid in state.trail if laid != cell]),
        )
    )


def goals_reached(state: State) -> list[Cell]:
    """List the face-down goals that an unbroken way from either start ends at (question 2)."""
    covered = state.maze.covered
    reached = [covered.intersection(network.front) for network in state.networks]
    return sorted(frozenset().union(*reached)) if any(reached) else []


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
    shut, open_sides = SHUT[state.dwarves[seat]], opened(state)
    stands = TROLL_SIDES[cards[cell]]
    return any(
        lit.get(near, 0) & back and not shut[cards[near]] & back & ~open_sides.get(near, 0)
        for side, near, back in AROUND[cell]
        if side & stands
    )
