"""What follows from a step: goals are turned, gold is marked, the turn or the round ends."""

from collections.abc import Iterable
from typing import Any

from engine.api import Event, Seat, Step
from engine.maze import grid
from engine.maze.cells import AROUND, Cell
from engine.maze.grid import Maze
from engine.maze.tiles import Placed
from engine.parts.seats import changed
from engine.rulesets.duel import events as facts
from engine.rulesets.duel.cards import CODES, TILES, VALUE
from engine.rulesets.duel.draw import draw, draw_alone
from engine.rulesets.duel.ends import end_round
from engine.rulesets.duel.state import BRIBE, CLAIM, LAID, ORIENT, PLAY, State
from engine.rulesets.duel.tunnels import bribable, goals_reached, gold_reached, grown
from engine.values import replace


def settle(state: State, events: tuple[Event, ...], *, seat: Seat) -> Step[State]:
    """Turn goals and mark gold until nothing new is reached (ruling 16), then go on.

    All goals are turned before any gold is marked: with few counters left the mover chooses among
    everything that one move reaches (ruling 8).
    """
    while not state.orient and (reached := goals_reached(state)):
        state, turned = _turn(state, seat, reached)
        events += turned
    if state.orient:
        return Step(replace(state, ask=ORIENT), events)
    if state.loose and state.counters and (gold := gold_reached(state, seat)):
        if len(gold) > state.counters:
            return Step(replace(state, ask=CLAIM), events)
        state, marked = mark(state, seat, [cell for cell, _winner in gold])
        events += marked
    if not state.acted:
        # A bribe before the action: the action is still to come, whatever the bribe led to
        # (ruling 17).
        return Step(replace(state, ask=PLAY), events)
    if state.acted == LAID and not is_decided(state) and bribable(state, seat):
        return Step(replace(state, ask=BRIBE), events)
    return end_turn(state, seat, 1, events, state.hands[seat])


def _turn(state: State, seat: Seat, reached: list[Cell]) -> Step[State]:
    """Turn goals together; those that may lie both ways wait in `orient`."""
    kinds = dict(state.goals)
    events = tuple(facts.GoalTurned(seat, cell, CODES[kinds[cell]]) for cell in reached)
    # Looked up before any of them lies open, for they are turned at the same time.
    choices = {cell: _orientations(state, cell, kinds[cell]) for cell in reached}
    for cell, ways_round in choices.items():
        if len(ways_round) == 1:
            state = lie_open(state, cell, ways_round[0])
    orient = tuple(cell for cell, ways_round in choices.items() if len(ways_round) > 1)
    return Step(replace(state, orient=orient), events)


def _orientations(state: State, cell: Cell, kind: int) -> list[Placed]:
    """List the ways round that a goal may lie (question 1).

    One that fits all neighbours; if none does, one that joins a way that has reached it.
    """
    if not TILES.turns(kind):
        return [Placed(2 * kind)]
    both = [Placed(2 * kind), Placed(2 * kind + 1)]
    entered = 0
    for network in state.networks:
        entered |= network.front.get(cell, 0)
    fitting = [placed for placed in both if _fits(state.maze, cell, placed)]
    return fitting or [placed for placed in both if TILES.open[placed] & entered]


def _fits(maze: Maze, cell: Cell, placed: Placed) -> bool:
    neighbours = sum(near in maze.cards for _side, near, _back in AROUND[cell])
    return grid.matches(maze, cell, placed) == neighbours


def lie_open(state: State, cell: Cell, placed: Placed) -> State:
    """Lay a goal face up."""
    maze = grid.put(state.maze, cell, placed)
    loose = tuple(sorted((*state.loose, cell))) if TILES.gold[placed] else state.loose
    networks = grown(state, maze, state.links, cell)
    return replace(state, maze=maze, networks=networks, loose=loose)


def mark(state: State, mover: Seat, cells: Iterable[Cell]) -> Step[State]:
    """Put counters on gold that is reached, the colour of its winner up (question 3)."""
    winners = dict(gold_reached(state, mover))
    claims, events = state.claims, tuple[Event, ...]()
    for cell in cells:
        kind, winner = state.maze.cards[cell] >> 1, winners[cell]
        claims += ((cell, winner),)
        events += (facts.GoldMarked(winner, cell, CODES[kind], VALUE[kind]),)
    marked = {cell for cell, _winner in claims}
    loose = tuple(cell for cell in state.loose if cell not in marked)
    return Step(replace(state, claims=claims, loose=loose), events)


def is_decided(state: State) -> bool:
    """Tell whether the round is over before all cards are played."""
    laid = len(state.claims) + len(state.bribes)
    none_covered = not state.maze.covered and not state.orient
    return none_covered or laid == state.config.mode.counters


def end_turn(
    state: State,
    seat: Seat,
    draws: int,
    events: tuple[Event, ...],
    hand: tuple[int, ...],
    **changes: Any,
) -> Step[State]:
    """After an action: end the round if it is over, else draw and ask the next one with cards."""
    # Question 13: the end is looked at after the whole effect and before drawing.
    if is_decided(state):
        hands = changed(state.hands, seat, hand)
        return end_round(replace(state, hands=hands, **changes), events)
    if state.config.mode.solo:
        state = replace(state, hands=(hand,), ask=PLAY, acted="", **changes)
        state, drawn, _ = draw_alone(state, seat, draws)
        step = Step(state, events + drawn)
        return step if state.hands[seat] else end_round(*step)
    hand, stock, drawn = draw(hand, state.stock, seat, draws)
    asked = Seat(1 - seat)
    hands = (hand, state.hands[1]) if asked else (state.hands[0], hand)
    state = replace(state, hands=hands, stock=stock, asked=asked, ask=PLAY, acted="", **changes)
    return Step(state, events + drawn) if hands[asked] else _skip(state, seat, events + drawn)


def _skip(state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
    """Question 12: who has no card sits out, and the other goes on alone."""
    if not state.hands[seat]:
        return end_round(state, events)
    return Step(replace(state, asked=seat), (*events, facts.Skipped(Seat(1 - seat))))
