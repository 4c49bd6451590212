"""How a turn ends: cards are drawn and the next seat that has cards is asked."""

from typing import Any

from engine.api import Event, Seat, Step
from engine.parts.hands import without
from engine.parts.seats import clockwise_from
from engine.rulesets.saboteur2 import ends
from engine.rulesets.saboteur2 import events as facts
from engine.rulesets.saboteur2.state import State
from engine.values import replace

Hand = tuple[int, ...]


def end_turn(
    state: State,
    seat: Seat,
    card: int,
    events: tuple[Event, ...],
    *,
    gone: Hand = (),
    **changes: Any,
) -> Step[State]:
    """End the turn of a card played; what is gone lies on the discard pile."""
    hands = list(state.hands)
    hands[seat] = without(hands[seat], card)
    if gone:
        changes["discards"] = state.discards + gone
    return go_on(state, seat, hands, events, drawer=seat, **changes)


def go_on(
    state: State,
    seat: Seat,
    hands: list[Hand],
    events: tuple[Event, ...],
    *,
    drawer: Seat,
    draws: int = 1,
    **changes: Any,
) -> Step[State]:
    """Draw and ask the next seat that has cards; without any the round is over (ruling 25)."""
    stock = state.stock
    if stock:
        drawn = stock[:draws]
        hands[drawer] = tuple(sorted(hands[drawer] + drawn))
        events += tuple([facts.DREW[drawer, card] for card in drawn])
        stock = stock[draws:]
    asked = state.config.left[seat]
    state = replace(state, hands=tuple(hands), stock=stock, asked=asked, **changes)
    return Step(state, events) if hands[asked] else _skip(state, seat, events)


def _skip(state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
    skipped: tuple[Event, ...] = ()
    for next_seat in clockwise_from(seat, state.config.seats):
        if state.hands[next_seat]:
            return Step(replace(state, asked=next_seat), events + skipped)
        skipped += (facts.Skipped(next_seat),)
    return ends.end_round(state, seat, events, finder=None)
