"""Drawing from the stock. In the solo game sabotage and rock slides are carried out at once."""

from typing import Any

from engine.api import Event, Seat, Step
from engine.parts import facts
from engine.parts.hands import with_card
from engine.parts.seats import changed
from engine.parts.tools import BIT
from engine.rulesets.duel import events as own
from engine.rulesets.duel.cards import ACTION, CODES, MISHAPS
from engine.rulesets.duel.state import State
from engine.rulesets.duel.tunnels import lift
from engine.values import replace


def draw(state: State, seat: Seat, count: int, **changes: Any) -> Step[State]:
    """Draw cards to a hand as long as there are any; other changes are made at the same time.

    In the solo game each mishap is replaced by the next card.
    """
    hand, stock = state.hands[seat], state.stock
    events: tuple[Event, ...] = ()
    while count and stock:
        kind, stock = stock[0], stock[1:]
        if kind in MISHAPS and state.config.mode.solo:
            state, mishap = _go_wrong(state, seat, kind)
            events += (own.Mishap(seat, CODES[kind]), *mishap)
        else:
            hand = with_card(hand, kind)
            events += (own.DREW[seat, kind],)
            count -= 1
    hands = changed(state.hands, seat, hand)
    return Step(replace(state, hands=hands, stock=stock, **changes), events)


def _go_wrong(state: State, seat: Seat, kind: int) -> Step[State]:
    """Carry out a card just drawn; what it has no effect on it leaves alone (both texts)."""
    discarded = replace(state, discards=(*state.discards, kind))
    if ACTION[kind].act == "rockfall":
        if not state.trail:
            return Step(discarded, ())
        cell = state.trail[-1]
        fell = facts.RockFell(seat, cell, CODES[state.maze.cards[cell] >> 1])
        return Step(lift(discarded, cell), (fell,))
    tool = ACTION[kind].tools[0]
    if state.broken[seat] & BIT[tool]:
        return Step(discarded, ())
    broken = changed(state.broken, seat, state.broken[seat] | BIT[tool])
    return Step(replace(state, broken=broken), (facts.ToolBroken(seat, seat, tool),))
