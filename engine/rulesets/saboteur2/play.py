"""Making a move: from a checked move to the next state and the facts. Ends live in `ends.py`."""

from typing import Any

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts import goals
from engine.parts.hands import without
from engine.parts.seats import changed, clockwise_from
from engine.parts.tools import BIT
from engine.rulesets.saboteur2 import ends
from engine.rulesets.saboteur2 import events as facts
from engine.rulesets.saboteur2.legal import allows, explain
from engine.rulesets.saboteur2.moves import (
    FREE,
    HANDS_OFF,
    INSPECT,
    MAP,
    ROCKFALL,
    SWAP_HANDS,
    SWAP_HATS,
    THEFT,
    TRAP,
    Aim,
    Break,
    Lay,
    LayTheft,
    Mend,
    Move,
    Orient,
    Pass,
    ReadMap,
    Remove,
    Rockfall,
    Steal,
)
from engine.rulesets.saboteur2.state import (
    ACTION,
    CODES,
    GOLD_KIND,
    KIND,
    Inspection,
    State,
)
from engine.values import replace

Hand = tuple[int, ...]


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Make a move and everything that follows from it; raises IllegalMove."""
    if not allows(state, seat, move):
        raise IllegalMove(explain(state, seat, move))
    match move:
        case Lay(cell, placed):
            return _lay(state, seat, cell, placed)
        case Pass():
            return _pass(state, seat, move)
        case Break(card, target):
            return _break(state, seat, card, target)
        case Mend(card, target, tool):
            return _mend(state, seat, card, target, tool)
        case Rockfall(cell):
            return _rockfall(state, seat, cell)
        case ReadMap(cell):
            return _read_map(state, seat, cell)
        case Aim(card, target):
            return _AIMED[card](state, seat, target)
        case LayTheft():
            # The card stays before its owner: `thefts` is where it lies.
            thefts = (*state.thefts, seat)
            return _end_turn(state, seat, THEFT, (facts.TheftLaid(seat),), thefts=thefts)
        case Remove(what, cards):
            return _remove(state, seat, what, cards)
        case Orient(cell, turned):
            return _orient(state, seat, cell, turned=turned)
        case Steal(victim):
            return ends.steal(state, seat, victim)


def _lay(state: State, seat: Seat, cell: Cell, placed: Placed) -> Step[State]:
    maze = grid.put(state.maze, cell, placed)
    network = grid.grow(maze, state.network, cell)
    kind = placed >> 1
    laid = facts.Laid(seat, cell, CODES[kind], bool(placed & 1))
    # Rulings 9 and 31: wherever the card lies, it may be what joins a goal with the start.
    if network.front.keys().isdisjoint(maze.covered):
        return _end_turn(state, seat, kind, (laid,), maze=maze, network=network)
    hands = changed(state.hands, seat, without(state.hands[seat], kind))
    state = replace(state, maze=maze, network=network, hands=hands)
    return _turn_goals(state, seat, cell, (laid,))


def _orient(state: State, seat: Seat, cell: Cell, *, turned: bool) -> Step[State]:
    placed = Placed(dict(state.goals)[cell] * 2 + turned)
    maze, network = goals.lay(state.maze, state.network, cell, placed)
    state = replace(state, maze=maze, network=network, orient=state.orient[1:])
    return _turn_goals(state, seat, None, (facts.GoalOriented(seat, cell, turned),))


def _turn_goals(
    state: State, seat: Seat, laid: Cell | None, events: tuple[Event, ...]
) -> Step[State]:
    """Turn what was reached; stones that fit both ways wait in `orient` for the mover's choice."""
    if state.orient:
        return Step(state, events)
    kinds = dict(state.goals)
    maze, network, cells, orient = goals.turn_reached(state.maze, state.network, kinds, laid)
    events += tuple(facts.GoalTurned(seat, cell, CODES[kinds[cell]]) for cell in cells)
    state = replace(state, maze=maze, network=network, orient=orient)
    if orient:
        return Step(state, events)
    # Ruling 32: whether a door stands in the way is asked at the count, not here.
    if any(kind == GOLD_KIND and cell in maze.cards for cell, kind in state.goals):
        return ends.end_round(state, seat, events, finder=seat)
    return _go_on(state, seat, list(state.hands), events, drawer=seat)


def _break(state: State, seat: Seat, card: int, target: Seat) -> Step[State]:
    tool = ACTION[card].tools[0]
    broken = changed(state.broken, target, state.broken[target] | BIT[tool])
    fact = facts.ToolBroken(seat, target, tool)
    # The card stays before its victim: `broken` is where it lies.
    return _end_turn(state, seat, card, (fact,), broken=broken)


def _mend(state: State, seat: Seat, card: int, target: Seat, tool: str) -> Step[State]:
    mended = facts.ToolMended(seat, target, tool, CODES[card])
    gone = (card, KIND[f"break-{tool}"])
    broken = changed(state.broken, target, state.broken[target] & ~BIT[tool])
    return _end_turn(state, seat, card, (mended,), gone=gone, broken=broken)


def _rockfall(state: State, seat: Seat, cell: Cell) -> Step[State]:
    kind = state.maze.cards[cell] >> 1
    maze = grid.lift(state.maze, cell)
    fell = facts.RockFell(seat, cell, CODES[kind])
    # Ruling 10: this may cut ways off but never turns a goal.
    network = grid.trace(maze)
    gone = (ROCKFALL, kind)
    return _end_turn(state, seat, ROCKFALL, (fell,), gone=gone, maze=maze, network=network)


def _read_map(state: State, seat: Seat, cell: Cell) -> Step[State]:
    at = next(at for at, (place, _) in enumerate(state.goals) if place == cell)
    fact = facts.GoalSeen(seat, cell, CODES[state.goals[at][1]])
    seen = changed(state.seen, seat, state.seen[seat] | 1 << at)
    return _end_turn(state, seat, MAP, (fact,), gone=(MAP,), seen=seen)


def _hands_off(state: State, seat: Seat, target: Seat) -> Step[State]:
    thefts = tuple(thief for thief in state.thefts if thief != target)
    fact = facts.HandsOff(seat, target)
    return _end_turn(state, seat, HANDS_OFF, (fact,), gone=(HANDS_OFF, THEFT), thefts=thefts)


def _trap(state: State, seat: Seat, target: Seat) -> Step[State]:
    trapped = changed(state.trapped, target, value=True)
    return _end_turn(state, seat, TRAP, (facts.Trapped(seat, target),), trapped=trapped)


def _free(state: State, seat: Seat, target: Seat) -> Step[State]:
    trapped = changed(state.trapped, target, value=False)
    fact = facts.Freed(seat, target)
    return _end_turn(state, seat, FREE, (fact,), gone=(FREE, TRAP), trapped=trapped)


def _swap_hats(state: State, seat: Seat, target: Seat) -> Step[State]:
    """Give the target the next undealt dwarf; its old one is out of the round (ruling 51)."""
    role, *undealt = state.undealt
    return _end_turn(
        state,
        seat,
        SWAP_HATS,
        (facts.HatSwapped(seat, target, role),),
        gone=(SWAP_HATS,),
        roles=changed(state.roles, target, role),
        undealt=tuple(undealt),
        shed=(*state.shed, state.roles[target]),
        inspected=tuple(_outdated(seen, target) for seen in state.inspected),
    )


def _outdated(seen: tuple[Inspection, ...], target: Seat) -> tuple[Inspection, ...]:
    """Mark what was seen of the target's dwarf as past (ruling 53)."""
    return tuple(replace(one, current=False) if one.target == target else one for one in seen)


def _inspect(state: State, seat: Seat, target: Seat) -> Step[State]:
    role = state.roles[target]
    others = tuple(known for known in state.inspected[seat] if known.target != target)
    seen = (*others, Inspection(target, role, current=True))
    return _end_turn(
        state,
        seat,
        INSPECT,
        (facts.Inspected(seat, target, role),),
        gone=(INSPECT,),
        inspected=changed(state.inspected, seat, seen),
    )


def _swap_hands(state: State, seat: Seat, target: Seat) -> Step[State]:
    """Swap what is left after this card; only the other one draws (ruling 52)."""
    given = without(state.hands[seat], SWAP_HANDS)
    taken = state.hands[target]
    hands = list(state.hands)
    hands[seat], hands[target] = taken, given
    fact = facts.HandsSwapped(seat, target, _codes(given), _codes(taken))
    discards = (*state.discards, SWAP_HANDS)
    return _go_on(state, seat, hands, (fact,), drawer=target, discards=discards)


_AIMED = {
    HANDS_OFF: _hands_off,
    TRAP: _trap,
    FREE: _free,
    SWAP_HATS: _swap_hats,
    INSPECT: _inspect,
    SWAP_HANDS: _swap_hands,
}


def _codes(cards: Hand) -> tuple[str, ...]:
    return tuple([CODES[card] for card in cards])  # quicker than a generator: every pass is here


def _remove(state: State, seat: Seat, what: str, cards: tuple[int, int]) -> Step[State]:
    """Take one card away at the price of two; one card is drawn (ruling 54)."""
    gone = (*cards, KIND[what if what in KIND else f"break-{what}"])
    changes: dict[str, Any] = {"discards": state.discards + gone}
    if what == CODES[THEFT]:
        changes["thefts"] = tuple(thief for thief in state.thefts if thief != seat)
    elif what == CODES[TRAP]:
        changes["trapped"] = changed(state.trapped, seat, value=False)
    else:
        changes["broken"] = changed(state.broken, seat, state.broken[seat] & ~BIT[what])
    hands = list(state.hands)
    hands[seat] = without(without(hands[seat], cards[0]), cards[1])
    fact = facts.CardRemoved(seat, what, _codes(cards))
    return _go_on(state, seat, hands, (fact,), drawer=seat, **changes)


def _pass(state: State, seat: Seat, cards: Hand) -> Step[State]:
    """Discard one to three cards and draw as many; the stock limits the draw alone (ruling 67)."""
    hand = state.hands[seat]
    for card in cards:
        hand = without(hand, card)
    hands = list(state.hands)
    hands[seat] = hand
    fact = facts.Passed(seat, len(cards), _codes(cards))
    discards = state.discards + cards
    return _go_on(state, seat, hands, (fact,), drawer=seat, draws=len(cards), discards=discards)


def _end_turn(
    state: State,
    seat: Seat,
    card: int,
    events: tuple[Event, ...],
    *,
    gone: Hand = (),
    **changes: Any,
) -> Step[State]:
    hands = list(state.hands)
    hands[seat] = without(hands[seat], card)
    if gone:
        changes["discards"] = state.discards + gone
    return _go_on(state, seat, hands, events, drawer=seat, **changes)


def _go_on(
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
