"""Drawing from the stock. In the solo game sabotage and rock slides are carried out at once."""

from typing import Any, NamedTuple

from engine.api import Event, Seat
from engine.maze import grid
from engine.maze.cells import Cell
from engine.parts.hands import with_card
from engine.parts.seats import changed
from engine.parts.tools import BIT
from engine.rulesets.duel import events as facts
from engine.rulesets.duel.cards import ACTION, CODES
from engine.rulesets.duel.state import State
from engine.rulesets.duel.tunnels import links_of, traced
from engine.values import replace

_MISHAPS = frozenset(kind for kind, row in ACTION.items() if row.act in ("break", "rockfall"))


class Drawn(NamedTuple):
    """What a seat drew."""

    hand: tuple[int, ...]
    stock: tuple[int, ...]
    events: tuple[Event, ...]


def draw(hand: tuple[int, ...], stock: tuple[int, ...], seat: Seat, count: int) -> Drawn:
    """Draw cards to a hand as long as there are any."""
    drawn = stock[:count]
    if not drawn:
        return Drawn(hand, stock, ())
    if count == 1:
        kind = drawn[0]
        return Drawn(with_card(hand, kind), stock[1:], (facts.DREW[seat, kind],))
    events = tuple([facts.DREW[seat, kind] for kind in drawn])
    return Drawn(tuple(sorted(hand + drawn)), stock[count:], events)


def draw_alone(
    state: State, seat: Seat, count: int
) -> tuple[State, tuple[Event, ...], tuple[Event, ...]]:
    """Draw in the solo game, where each mishap is replaced by the next card.

    Of the two lists of facts the second holds only what went wrong.
    """
    events: tuple[Event, ...] = ()
    mishaps: tuple[Event, ...] = ()
    while count and state.stock:
        kind, stock = state.stock[0], state.stock[1:]
        if kind in _MISHAPS:
            state, new = _go_wrong(replace(state, stock=stock), seat, kind)
            events, mishaps = events + new, mishaps + new
            continue
        hand = with_card(state.hands[seat], kind)
        state = replace(state, hands=changed(state.hands, seat, hand), stock=stock)
        events += (facts.DREW[seat, kind],)
        count -= 1
    return state, events, mishaps


def _go_wrong(state: State, seat: Seat, kind: int) -> tuple[State, tuple[Event, ...]]:
    """Carry out a card just drawn; what it has no effect on it leaves alone (both texts)."""
    mishap = facts.Mishap(seat, CODES[kind])
    row = ACTION[kind]
    if row.act == "rockfall":
        state = replace(state, discards=(*state.discards, kind))
        if not state.trail:
            return state, (mishap,)
        cell = state.trail[-1]
        fell = facts.RockFell(seat, cell, CODES[state.maze.cards[cell] >> 1])
        return replace(state, **collapsed(state, cell)), (mishap, fell)
    tool = row.tools[0]
    if state.broken[seat] & BIT[tool]:
        return replace(state, discards=(*state.discards, kind)), (mishap,)
    broken = changed(state.broken, seat, state.broken[seat] | BIT[tool])
    return replace(state, broken=broken), (mishap, facts.ToolBroken(seat, seat, tool))


def collapsed(state: State, cell: Cell) -> dict[str, Any]:
    """Take a card out of the maze to the discards; a key on it returns to the stock (ruling 9)."""
    kind = state.maze.cards[cell] >> 1
    maze = grid.lift(state.maze, cell)
    after = replace(
        state,
        maze=maze,
        links=links_of(state.config.mode, maze),
        keys=tuple(key for key in state.keys if key[0] != cell),
    )
    return {
        "maze": maze,
        "links": after.links,
        "keys": after.keys,
        # It may cut ways off but turns no goal and reaches no gold.
        "networks": traced(after),
        "discards": (*state.discards, kind),
        "trail": tuple(laid for laid in state.trail if laid != cell),
    }
