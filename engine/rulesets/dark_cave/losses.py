"""What hurts: tolls, attacks and the axe against them. Each adds its facts to what is told."""

from collections.abc import Iterable

from engine import rng
from engine.api import Event, Seat
from engine.parts.hands import without
from engine.parts.seats import changed
from engine.rulesets.dark_cave import events
from engine.rulesets.dark_cave.cards import AXE, BEASTS, CODES, KIND
from engine.rulesets.dark_cave.state import State, with_dwarf
from engine.values import replace


def pay(state: State, seat: Seat, what: str, to: str, told: list[Event]) -> State:
    """Take a card or a gold from a seat that has one; else it costs nothing (ruling 7)."""
    return (
        _lose_card(state, seat, to, told) if what == "card" else _lose_gold(state, seat, to, told)
    )


def _lose_card(state: State, seat: Seat, to: str, told: list[Event]) -> State:
    hand = state.hands[seat]
    if not hand:
        return state
    # The left neighbour draws blindly: whoever draws without looking draws by chance.
    at = rng.below(state.seed, f"blind card {state.blind + 1}", len(hand))
    told.append(events.CardLost(seat, to, CODES[hand[at]]))
    return replace(
        state,
        hands=changed(state.hands, seat, without(hand, hand[at])),
        discards=(*state.discards, hand[at]),
        blind=state.blind + 1,
    )


def _lose_gold(state: State, seat: Seat, to: str, told: list[Event]) -> State:
    dwarf = state.dwarves[seat]
    if not dwarf.gold:
        return state
    told.append(events.GoldLost(seat, to))
    state = with_dwarf(state, seat, dwarf._replace(gold=dwarf.gold - 1))
    return replace(state, gold=state.gold + 1)


def attack(state: State, beast: int, victims: Iterable[Seat], told: list[Event]) -> State:
    """Let a creature attack these dwarves, named clockwise from whose turn it is (ruling 18).

    The first of them who has an axe, and no order to keep it, drives the creature off for all.
    """
    seats = tuple(victims)
    for seat in seats:
        dwarf = state.dwarves[seat]
        if dwarf.axes and not dwarf.keep:
            told.append(events.DrivenOff(seat, BEASTS[beast]))
            state = with_dwarf(state, seat, dwarf._replace(axes=dwarf.axes - 1))
            return remove_creature(replace(state, discards=(*state.discards, AXE)), beast)
    for seat in seats:
        told.append(events.Attacked(BEASTS[beast], seat))
        state = _hurt(state, seat, BEASTS[beast], told)
    return state


def _hurt(state: State, seat: Seat, creature: str, told: list[Event]) -> State:
    if creature == "rat":
        return _lose_card(state, seat, creature, told)
    if creature == "goblin":
        return _lose_gold(state, seat, creature, told)
    told.append(events.KnockedDown(seat))
    return with_dwarf(state, seat, state.dwarves[seat]._replace(lying=True))


def remove_creature(state: State, beast: int) -> State:
    """Take a creature off the table and its card to the discards."""
    return replace(
        state,
        creatures=changed(state.creatures, beast, None),
        discards=(*state.discards, KIND[BEASTS[beast]]),
    )
