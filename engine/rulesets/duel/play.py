"""Making a move: from a checked move to the next state and the facts."""

from typing import Any

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.maze.cells import Cell
from engine.maze.sides import letters_of
from engine.maze.tiles import Placed
from engine.parts import facts
from engine.parts.hands import without
from engine.parts.moves import Break, Lay, Mend, Orient, Pass, ReadMap, Remove, Rockfall
from engine.parts.seats import changed
from engine.parts.tools import BIT
from engine.rulesets.duel import events as own
from engine.rulesets.duel.cards import ACTION, BROKEN, CODES, KEY, MAP, ROCKFALL
from engine.rulesets.duel.ends import pay
from engine.rulesets.duel.legal import allows
from engine.rulesets.duel.moves import Bribe, Claim, End, Move, OpenDoor, Pay
from engine.rulesets.duel.reasons import explain
from engine.rulesets.duel.state import LAID, UNLOCKED, State
from engine.rulesets.duel.tunnels import gold_reached, lift, put, unlocked
from engine.rulesets.duel.turns import end_turn, mark, settle
from engine.values import drafted, replace


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Make a move and everything that follows from it; raises IllegalMove."""
    if not allows(state, seat, move):
        raise IllegalMove(explain(state, seat, move))
    if isinstance(move, tuple):  # a pass; what happens most first
        return _pass(state, seat, move)
    if type(move) is Lay:
        return _lay(state, seat, move.cell, move.placed)
    match move:
        case Bribe():
            return _bribe(state, seat, move.cell)
        case End():
            return end_turn(state, seat, state.hands[seat], (), drafted(state))
        case Break():
            return _break(state, seat, move.card, move.target)
        case ReadMap():
            return _read_map(state, seat, move.cell)
        case Remove():
            removed = facts.CardRemoved(
                seat, move.what, tuple([CODES[card] for card in move.cards])
            )
            return _mend(state, seat, move.what, move.cards, removed)
        case Rockfall():
            return _rockfall(state, seat, move.cell)
        case OpenDoor():
            return _open(state, seat, move.cell, move.side)
        case Mend():
            fact = facts.ToolMended(seat, move.target, move.tool, CODES[move.card])
            return _mend(state, seat, move.tool, (move.card,), fact)
        case Orient():
            return _orient(state, seat, move.cell, turned=move.turned)
        case Claim():
            state, marked = mark(state, {move.cell: gold_reached(state, seat)[move.cell]})
            return settle(state, seat, marked)
        case Pay():
            return pay(state, seat, move.values)


def _played(
    state: State,
    seat: Seat,
    cards: tuple[int, ...],
    fact: Event,
    draft: dict[str, Any],
    draws: int = 1,
) -> Step[State]:
    """Take cards out of a hand and end the turn; where they go to is said by the draft."""
    hand = [*state.hands[seat]]
    for card in cards:
        hand.remove(card)
    return end_turn(state, seat, hand, (fact,), draft, draws)


def _pass(state: State, seat: Seat, cards: Pass) -> Step[State]:
    draft = drafted(state)
    draft["discards"] = state.discards + cards
    return _played(state, seat, cards, own.PASSED[seat, cards], draft, len(cards))


def _lay(state: State, seat: Seat, cell: Cell, placed: Placed) -> Step[State]:
    draft = drafted(state)
    draft["hands"] = changed(state.hands, seat, without(state.hands[seat], placed >> 1))
    draft["acted"] = LAID
    state = put(state, cell, placed, draft)
    return settle(state, seat, (facts.Laid(seat, cell, CODES[placed >> 1], placed & 1 == 1),))


def _break(state: State, seat: Seat, card: int, target: Seat) -> Step[State]:
    tool = ACTION[card].tools[0]
    draft = drafted(state)
    # The card stays before its victim: `broken` is where it lies.
    draft["broken"] = changed(state.broken, target, state.broken[target] | BIT[tool])
    fact = facts.ToolBroken(seat, target, tool)
    return _played(state, seat, (card,), fact, draft)


def _mend(state: State, seat: Seat, tool: str, cards: tuple[int, ...], fact: Event) -> Step[State]:
    """Take a broken tool away from before oneself, by a repair or by any two cards."""
    draft = drafted(state)
    draft["broken"] = changed(state.broken, seat, state.broken[seat] & ~BIT[tool])
    draft["discards"] = (*state.discards, *cards, BROKEN[tool])
    return _played(state, seat, cards, fact, draft)


def _rockfall(state: State, seat: Seat, cell: Cell) -> Step[State]:
    fell = facts.RockFell(seat, cell, CODES[state.maze.cards[cell] >> 1])
    # The card is discarded before what it takes out of the maze.
    state = lift(replace(state, discards=(*state.discards, ROCKFALL)), cell)
    return _played(state, seat, (ROCKFALL,), fell, vars(state))


def _read_map(state: State, seat: Seat, cell: Cell) -> Step[State]:
    at = next(at for at, (place, _) in enumerate(state.goals) if place == cell)
    draft = drafted(state)
    draft["seen"] = changed(state.seen, seat, state.seen[seat] | 1 << at)
    draft["discards"] = (*state.discards, MAP)
    fact = facts.GoalSeen(seat, cell, CODES[state.goals[at][1]])
    return _played(state, seat, (MAP,), fact, draft)


def _open(state: State, seat: Seat, cell: Cell, side: int) -> Step[State]:
    state = replace(
        state,
        hands=changed(state.hands, seat, without(state.hands[seat], KEY)),
        acted=UNLOCKED,
        keys=(*state.keys, (cell, side)),
        discards=(*state.discards, KEY),
    )
    return settle(unlocked(state, cell), seat, (own.DoorOpened(seat, cell, letters_of(side)),))


def _bribe(state: State, seat: Seat, cell: Cell) -> Step[State]:
    state = replace(
        state,
        bribes=(*state.bribes, (cell, seat)),
        trolls=tuple(other for other in state.trolls if other != cell),
    )
    return settle(unlocked(state, cell), seat, (own.TrollBribed(seat, cell),))


def _orient(state: State, seat: Seat, cell: Cell, *, turned: bool) -> Step[State]:
    placed = Placed(dict(state.goals)[cell] * 2 + turned)
    draft = drafted(state)
    draft["orient"] = state.orient[1:]
    state = put(state, cell, placed, draft)
    return settle(state, seat, (facts.GoalOriented(seat, cell, turned),))
