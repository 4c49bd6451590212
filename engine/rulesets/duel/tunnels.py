"""What the dwarves reach: their networks, and the gold, trolls and goals at the ends of them."""

from collections.abc import Iterator, Mapping

from engine.api import Seat
from engine.maze import gates
from engine.maze.cells import AROUND, Cell
from engine.maze.gates import Walker
from engine.maze.grid import Maze, Network
from engine.maze.sides import ALL
from engine.rulesets.duel.cards import LADDER_KIND, SHUT, START_KIND, TILES, TROLL_SIDES
from engine.rulesets.duel.edition import Mode
from engine.rulesets.duel.state import State
from engine.values import replace

_NOTHING_OPENED: Mapping[Cell, int] = {}
NO_LINKS: Mapping[Cell, Cell] = {}


def links_of(mode: Mode, maze: Maze) -> Mapping[Cell, Cell]:
    """Join each ladder with the start card of its colour, if that lies on the table.

    Question 7: in the solo game the missing start makes the other ladder an ordinary bend.
    """
    links: dict[Cell, Cell] = {}
    for cell, placed in maze.cards.items():
        for colour, ladder in LADDER_KIND.items():
            start = mode.starts[colour]
            if placed >> 1 == ladder and maze.cards[start] >> 1 == START_KIND[colour]:
                links |= {cell: start, start: cell}
    return links or NO_LINKS


def opened(state: State) -> Mapping[Cell, int]:
    """Tell which closed sides stand open.

    A key opens for one dwarf alone, but to the other that door was never closed, and a bribed troll
    lets both pass: the answer is the same for both.
    """
    if not state.keys and not state.bribes:
        return _NOTHING_OPENED
    sides = {cell: ALL for cell, _seat in state.bribes}
    for cell, side in state.keys:
        sides[cell] = sides.get(cell, 0) | side
    return sides


def _walkers(state: State) -> Iterator[Walker]:
    starts, open_sides = state.config.mode.starts, opened(state)
    for colour in state.dwarves:
        yield Walker((starts[colour],), SHUT[colour], open_sides, state.links)


def traced(state: State) -> tuple[Network, ...]:
    """Find what every dwarf reaches, from nothing."""
    return tuple(gates.trace(state.maze, walker) for walker in _walkers(state))


def grown(state: State, maze: Maze, links: Mapping[Cell, Cell], cell: Cell) -> tuple[Network, ...]:
    """Extend what every dwarf reaches by the card just put on this cell."""
    starts, open_sides = state.config.mode.starts, opened(state)
    return tuple(
        [
            gates.grow(maze, Walker((starts[dwarf],), SHUT[dwarf], open_sides, links), old, cell)
            if links or cell in old.front
            else old
            for dwarf, old in zip(state.dwarves, state.networks, strict=True)
        ]
    )


def completed(state: State) -> State:
    """Work out all that a table implies: links, networks, gold and trolls without a counter."""
    marked, bribed = dict(state.claims), dict(state.bribes)
    cards = state.maze.cards
    state = replace(
        state,
        links=links_of(state.config.mode, state.maze),
        loose=tuple(c for c in sorted(cards) if TILES.gold[cards[c]] and c not in marked),
        trolls=tuple(c for c in sorted(cards) if TROLL_SIDES[cards[c]] and c not in bribed),
    )
    return replace(state, networks=traced(state))


def goals_reached(state: State) -> list[Cell]:
    """List the face-down goals that an unbroken way from either start ends at (question 2)."""
    reached: set[Cell] = set()
    for network in state.networks:
        if not network.front.keys().isdisjoint(state.maze.covered):
            reached |= network.front.keys() & state.maze.covered
    return sorted(reached)


def gold_reached(state: State, mover: Seat) -> list[tuple[Cell, Seat]]:
    """List the unmarked gold that is reached, with who gets it.

    Question 3: the mover, and his opponent only where he connects that one instead of himself.
    """
    first = (mover, *(Seat(at) for at in range(state.config.seats) if at != mover))
    return [
        (cell, winner)
        for cell in state.loose
        if (winner := _first_there(state, cell, first)) is not None
    ]


def _first_there(state: State, cell: Cell, seats: tuple[Seat, ...]) -> Seat | None:
    sides = TILES.gold[state.maze.cards[cell]]
    for seat in seats:
        if state.networks[seat].lit.get(cell, 0) & sides:
            return seat
    return None


def reaches_troll(state: State, seat: Seat, cell: Cell) -> bool:
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


def bribable(state: State, seat: Seat) -> list[Cell]:
    """List the trolls that a dwarf could bribe now (rulings 6 and 15)."""
    if not state.trolls or not state.counters:
        return []
    return [cell for cell in state.trolls if reaches_troll(state, seat, cell)]
