"""Making a move: from a checked move to the next state and the facts.

What the new action cards do is in `actions`, how turns and rounds end in `turns`.
"""

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts import facts, goals
from engine.parts.hands import without
from engine.parts.moves import Break, Lay, Mend, Orient, Pass, ReadMap, Remove, Rockfall
from engine.parts.seats import changed
from engine.rulesets.saboteur2 import actions, turns
from engine.rulesets.saboteur2.cards import CODES, GOLD_KIND
from engine.rulesets.saboteur2.legal import BASE, allows
from engine.rulesets.saboteur2.moves import Aim, LayTheft, Move, Steal
from engine.rulesets.saboteur2.reasons import explain
from engine.rulesets.saboteur2.state import State
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
        case Break() | Mend() | Rockfall() | ReadMap():
            draft = drafted(state)
            card, fact, gone = BASE.play(state, seat, move, draft)
            return turns.end_turn(state, seat, card, (fact,), gone, draft)
        case Aim():
            return actions.AIMED[move.card](state, seat, move.target)
        case LayTheft():
            return actions.lay_theft(state, seat)
        case Remove():
            return actions.remove(state, seat, move.what, move.cards)
        case Orient():
            return _orient(state, seat, move.cell, turned=move.turned)
        case Steal():
            return turns.steal(state, seat, move.victim)


def _lay(state: State, seat: Seat, cell: Cell, placed: Placed) -> Step[State]:
    maze, network = grid.lay(state.maze, state.network, cell, placed)
    kind = placed >> 1
    laid = facts.Laid(seat, cell, CODES[kind], placed & 1 == 1)
    # Rulings 9 and 31: wherever the card lies, it may be what joins a goal with the start.
    if maze.covered.isdisjoint(network.front):
        draft = drafted(state)
        draft["maze"], draft["network"] = maze, network
        return turns.end_turn(state, seat, kind, (laid,), (), draft)
    hands = changed(state.hands, seat, without(state.hands[seat], kind))
    state = replace(state, maze=maze, network=network, hands=hands)
    return _turn_goals(state, seat, cell, (laid,))


def _orient(state: State, seat: Seat, cell: Cell, *, turned: bool) -> Step[State]:
    placed = Placed(dict(state.goals)[cell] * 2 + turned)
    maze, network = grid.lay(state.maze, state.network, cell, placed)
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
        return turns.end_round(state, seat, events, finder=seat)
    return turns.go_on(state, seat, [*state.hands], events, drafted(state), drawer=seat)


def _pass(state: State, seat: Seat, cards: Pass) -> Step[State]:
    """Discard one to three cards and draw as many; the stock limits the draw alone (ruling 67)."""
    hand = [*state.hands[seat]]
    for card in cards:
        hand.remove(card)
    hands, draft = [*state.hands], drafted(state)
    hands[seat] = tuple(hand)
    draft["discards"] = state.discards + cards
    fact = facts.Passed(seat, len(cards), actions.codes(cards))
    return turns.go_on(state, seat, hands, (fact,), draft, drawer=seat, draws=len(cards))
