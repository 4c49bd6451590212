"""What the action cards of Saboteur 2 do, and discarding two cards to take one away."""

import dataclasses
from collections.abc import Callable, Mapping

from engine.api import Seat, Step
from engine.parts.facts import CardRemoved
from engine.parts.hands import without
from engine.parts.seats import changed
from engine.parts.tools import BIT
from engine.rulesets.saboteur2 import events as facts
from engine.rulesets.saboteur2.cards import (
    CODES,
    FREE,
    HANDS_OFF,
    INSPECT,
    KIND,
    SWAP_HANDS,
    SWAP_HATS,
    THEFT,
    TRAP,
)
from engine.rulesets.saboteur2.state import Inspection, State
from engine.rulesets.saboteur2.turns import end_turn, go_on
from engine.values import drafted


def lay_theft(state: State, seat: Seat) -> Step[State]:
    """Lay a theft before oneself. The card stays there: `thefts` is where it lies."""
    draft = drafted(state) | {"thefts": (*state.thefts, seat)}
    return end_turn(state, seat, THEFT, (facts.TheftLaid(seat),), (), draft)


def remove(state: State, seat: Seat, what: str, cards: tuple[int, int]) -> Step[State]:
    """Take one card away at the price of two; one card is drawn (ruling 54)."""
    gone = (*cards, KIND[what if what in KIND else f"break-{what}"])
    draft = drafted(state)
    draft["discards"] = state.discards + gone
    if what == CODES[THEFT]:
        draft["thefts"] = tuple(thief for thief in state.thefts if thief != seat)
    elif what == CODES[TRAP]:
        draft["trapped"] = changed(state.trapped, seat, value=False)
    else:
        draft["broken"] = changed(state.broken, seat, state.broken[seat] & ~BIT[what])
    hands = list(state.hands)
    hands[seat] = without(without(hands[seat], cards[0]), cards[1])
    fact = CardRemoved(seat, what, codes(cards))
    return go_on(state, seat, hands, (fact,), draft, drawer=seat)


def codes(cards: tuple[int, ...]) -> tuple[str, ...]:
    """Name cards by their codes."""
    return tuple([CODES[card] for card in cards])  # quicker than a generator: every pass is here


def _hands_off(state: State, seat: Seat, target: Seat) -> Step[State]:
    thefts = tuple(thief for thief in state.thefts if thief != target)
    fact = facts.HandsOff(seat, target)
    draft = drafted(state) | {"thefts": thefts}
    return end_turn(state, seat, HANDS_OFF, (fact,), (HANDS_OFF, THEFT), draft)


def _trap(state: State, seat: Seat, target: Seat) -> Step[State]:
    draft = drafted(state) | {"trapped": changed(state.trapped, target, value=True)}
    return end_turn(state, seat, TRAP, (facts.Trapped(seat, target),), (), draft)


def _free(state: State, seat: Seat, target: Seat) -> Step[State]:
    draft = drafted(state) | {"trapped": changed(state.trapped, target, value=False)}
    fact = facts.Freed(seat, target)
    return end_turn(state, seat, FREE, (fact,), (FREE, TRAP), draft)


def _swap_hats(state: State, seat: Seat, target: Seat) -> Step[State]:
    """Give the target the next undealt dwarf; its old one is out of the round (ruling 51)."""
    role, *undealt = state.undealt
    fact = facts.HatSwapped(seat, target, role)
    draft = drafted(state) | {
        "roles": changed(state.roles, target, role),
        "undealt": tuple(undealt),
        "shed": (*state.shed, state.roles[target]),
        "inspected": tuple(_outdated(seen, target) for seen in state.inspected),
    }
    return end_turn(state, seat, SWAP_HATS, (fact,), (SWAP_HATS,), draft)


def _outdated(seen: tuple[Inspection, ...], target: Seat) -> tuple[Inspection, ...]:
    """Mark what was seen of the target's dwarf as past (ruling 53)."""
    return tuple(
        dataclasses.replace(one, current=False) if one.target == target else one for one in seen
    )


def _inspect(state: State, seat: Seat, target: Seat) -> Step[State]:
    role = state.roles[target]
    others = tuple(known for known in state.inspected[seat] if known.target != target)
    seen = (*others, Inspection(target, role, current=True))
    fact = facts.Inspected(seat, target, role)
    draft = drafted(state) | {"inspected": changed(state.inspected, seat, seen)}
    return end_turn(state, seat, INSPECT, (fact,), (INSPECT,), draft)


def _swap_hands(state: State, seat: Seat, target: Seat) -> Step[State]:
    """Swap what is left after this card; only the other one draws (ruling 52)."""
    given = without(state.hands[seat], SWAP_HANDS)
    taken = state.hands[target]
    hands = list(state.hands)
    hands[seat], hands[target] = taken, given
    fact = facts.HandsSwapped(seat, target, codes(given), codes(taken))
    draft = drafted(state) | {"discards": (*state.discards, SWAP_HANDS)}
    return go_on(state, seat, hands, (fact,), draft, drawer=target)


AIMED: Mapping[int, Callable[[State, Seat, Seat], Step[State]]] = {
    HANDS_OFF: _hands_off,
    TRAP: _trap,
    FREE: _free,
    SWAP_HATS: _swap_hats,
    INSPECT: _inspect,
    SWAP_HANDS: _swap_hands,
}
