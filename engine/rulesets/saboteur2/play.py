"""Making a move: from a checked move to the next state and the facts.

What action cards do is in `actions`, how a turn ends in `turn`, how a round ends in `ends`.
"""

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts import goals
from engine.parts.hands import without
from engine.parts.seats import changed
from engine.rulesets.saboteur2 import actions, ends
from engine.rulesets.saboteur2 import events as facts
from engine.rulesets.saboteur2.legal import allows
from engine.rulesets.saboteur2.moves import (
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
from engine.rulesets.saboteur2.refusals import explain
from engine.rulesets.saboteur2.state import (
    CODES,
    GOLD_KIND,
    State,
)
from engine.rulesets.saboteur2.turn import end_turn, go_on
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
            return actions.break_tool(state, seat, card, target)
        case Mend(card, target, tool):
            return actions.mend(state, seat, card, target, tool)
        case Rockfall(cell):
            return actions.rockfall(state, seat, cell)
        case ReadMap(cell):
            return actions.read_map(state, seat, cell)
        case Aim(card, target):
            return actions.AIMED[card](state, seat, target)
        case LayTheft():
            return actions.lay_theft(state, seat)
        case Remove(what, cards):
            return actions.remove(state, seat, what, cards)
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
        return end_turn(state, seat, kind, (laid,), maze=maze, network=network)
    hands = changed(state.hands, seat, without(state.hands[seat], kind))
    state = replace(state, maze=maze, network=network, hands=hands)
    return _turn_goals(state, seat, cell, (laid,))


def _orient(state: State, seat: Seat, cell: Cell, *, turned: bool) -> Step[State]:
    placed = Placed(dict(state.goals)[cell] * 2 + turned)
    maze, network = goals.lay(state.maze, state.network, cell, placed)
    state = replace(state, maze=maze, network=network, orient=state.orient[1:])
    return _turn_goals(state, seat, state.laid, (facts.GoalOriented(seat, cell, turned),))


def _turn_goals(
    state: State, seat: Seat, laid: Cell | None, events: tuple[Event, ...]
) -> Step[State]:
    """Turn what was reached; stones that fit both ways wait in `orient` for the mover's choice."""
    if state.orient:
        return Step(state, events)
    kinds = dict(state.goals)
    maze, network, cells, orient = goals.turn_reached(state.maze, state.network, kinds, laid)
    events += tuple(facts.GoalTurned(seat, cell, CODES[kinds[cell]]) for cell in cells)
    # Ruling 81: a goal reached only after the choice may lie at the other tunnel of a bridge.
    laid = laid if orient else None
    state = replace(state, maze=maze, network=network, orient=orient, laid=laid)
    if orient:
        return Step(state, events)
    # Ruling 32: whether a door stands in the way is asked at the count, not here.
    if any(kind == GOLD_KIND and cell in maze.cards for cell, kind in state.goals):
        return ends.end_round(state, seat, events, finder=seat)
    return go_on(state, seat, list(state.hands), events, drawer=seat)


def _pass(state: State, seat: Seat, cards: Hand) -> Step[State]:
    """Discard one to three cards and draw as many; the stock limits the draw alone (ruling 67)."""
    hand = state.hands[seat]
    for card in cards:
        hand = without(hand, card)
    hands = list(state.hands)
    hands[seat] = hand
    fact = facts.Passed(seat, len(cards), actions.codes(cards))
    discards = state.discards + cards
    return go_on(state, seat, hands, (fact,), drawer=seat, draws=len(cards), discards=discards)
