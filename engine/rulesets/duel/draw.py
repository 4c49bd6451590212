"""Drawing from the stock. In the solo game sabotage and rock slides are carried out at once."""

from collections.abc import Iterable
from typing import Any

from engine.api import Event, Seat, Step
from engine.parts import facts
from engine.parts.seats import changed
from engine.parts.tools import BIT
from engine.rulesets.duel import events as own
from engine.rulesets.duel.cards import ACTION, CODES, MISHAPS
from engine.rulesets.duel.state import State
from engine.rulesets.duel.tunnels import lift
from engine.values import replace, settled


def draw(
    state: State, seat: Seat, hand: Iterable[int], count: int, draft: dict[str, Any]
) -> tuple[State, tuple[Event, ...]]:
    """Draw cards to what is left of a hand as long as there are any, and settle the draft.

    In the solo game each mishap is replaced by the next card.
    """
    stock, hands = state.stock, [*state.hands]
    drawn = stock[:count]
    if state.config.mode.solo and not MISHAPS.isdisjoint(drawn):
        return _draw_mishaps(settled(state, draft), seat, hand, count)
    held = [*hand, *drawn]
    held.sort()
    hands[seat] = tuple(held)
    draft["stock"], draft["hands"] = stock[count:], tuple(hands)
    told: tuple[Event, ...] = ()
    for kind in drawn:
        told += (own.DREW[seat, kind],)
    return settled(state, draft), told


def _draw_mishaps(
    state: State, seat: Seat, hand: Iterable[int], count: int
) -> tuple[State, tuple[Event, ...]]:
    stock, cards = state.stock, [*hand]
    events: list[Event] = []
    while count and stock:
        kind, stock = stock[0], stock[1:]
        if kind in MISHAPS:
            state, mishap = _go_wrong(state, seat, kind)
            events += (own.Mishap(seat, CODES[kind]), *mishap)
        else:
            cards.append(kind)
            events.append(own.DREW[seat, kind])
            count -= 1
    hands = changed(state.hands, seat, tuple(sorted(cards)))
    return replace(state, hands=hands, stock=stock), tuple(events)


def _go_wrong(state: State, seat: Seat, kind: int) -> Step[State]:
    """Carry out a card just drawn; what it has no effect on it leaves alone (both texts)."""
    discards = (*state.discards, kind)
    if ACTION[kind].act == "rockfall":
        if not state.trail:
            return Step(replace(state, discards=discards), ())
        cell = state.trail[-1]
        fell = facts.RockFell(seat, cell, CODES[state.maze.cards[cell] >> 1])
        return Step(lift(replace(state, discards=discards), cell), (fell,))
    tool = ACTION[kind].tools[0]
    if state.broken[seat] & BIT[tool]:
        return Step(replace(state, discards=discards), ())
    broken = changed(state.broken, seat, state.broken[seat] | BIT[tool])
    return Step(replace(state, broken=broken), (facts.ToolBroken(seat, seat, tool),))
