"""Drawing from the stock. In the solo game sabotage and rock slides are carried out at once."""

from collections.abc import Iterable
from typing import Any

from engine.api import Event, Seat
from engine.parts import facts
from engine.parts.seats import changed
from engine.parts.tools import BIT
from engine.rulesets.duel import events as own
from engine.rulesets.duel.cards import ACTION, CODES, MISHAPS
from engine.rulesets.duel.state import State
from engine.rulesets.duel.tunnels import lift
from engine.values import settled


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
    told: list[Event] = []
    while count and stock:
        kind, stock = stock[0], stock[1:]
        if kind in MISHAPS:
            told.append(own.Mishap(seat, CODES[kind]))
            state = _go_wrong(state, seat, kind, told)
        else:
            cards.append(kind)
            told.append(own.DREW[seat, kind])
            count -= 1
    draft = vars(state)  # in place: whoever comes here has made this state himself
    draft["hands"] = changed(state.hands, seat, tuple(sorted(cards)))
    draft["stock"] = stock
    return state, tuple(told)


def _go_wrong(state: State, seat: Seat, kind: int, told: list[Event]) -> State:
    """Carry out a card just drawn; what it has no effect on it leaves alone (both texts)."""
    draft, row = vars(state), ACTION[kind]  # in place, as above
    if row.act != "rockfall" and not state.broken[seat] & BIT[row.tools[0]]:
        draft["broken"] = changed(state.broken, seat, state.broken[seat] | BIT[row.tools[0]])
        told.append(facts.ToolBroken(seat, seat, row.tools[0]))
        return state
    draft["discards"] = (*state.discards, kind)
    if row.act == "rockfall" and state.trail:
        cell = state.trail[-1]
        told.append(facts.RockFell(seat, cell, CODES[state.maze.cards[cell] >> 1]))
        return lift(state, cell)
    return state
