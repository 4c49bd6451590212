"""What follows from a step: goals are turned, gold is marked, the turn or the round ends."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.api import Event, Seat, Step
from engine.maze import grid
from engine.maze.cells import AROUND, Cell
from engine.maze.tiles import Placed
from engine.parts import facts
from engine.parts.seats import changed, left_of
from engine.rulesets.duel.cards import CODES, TILES, VALUE
from engine.rulesets.duel.draw import draw
from engine.rulesets.duel.ends import end_round
from engine.rulesets.duel.events import GoldMarked
from engine.rulesets.duel.state import BRIBE, CLAIM, LAID, ORIENT, PLAY, State
from engine.rulesets.duel.tunnels import bribable, goals_reached, gold_reached, put
from engine.values import drafted, filled, replace, settled

_STEP = filled(Step)


def settle(state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
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
        state, marked = mark(state, gold)
        events += marked
    if not state.acted:
        # A bribe before the action: the action is still to come, whatever the bribe led to
        # (ruling 17).
        return Step(replace(state, ask=PLAY), events)
    if state.acted == LAID and bribable(state, seat) and not is_decided(state):
        return Step(replace(state, ask=BRIBE), events)
    # Whoever comes here has made this state himself: it is ours alone and is finished in place.
    return end_turn(state, seat, state.hands[seat], events, vars(state))


def _turn(state: State, seat: Seat, reached: list[Cell]) -> Step[State]:
    """Turn goals together; those that may lie both ways wait in `orient`."""
    kinds = dict(state.goals)
    events = tuple(facts.GoalTurned(seat, cell, CODES[kinds[cell]]) for cell in reached)
    # Looked up before any of them lies open, for they are turned at the same time.
    choices = {cell: _orientations(state, cell, kinds[cell]) for cell in reached}
    for cell, ways_round in choices.items():
        if len(ways_round) == 1:
            state = put(state, cell, ways_round[0], drafted(state))
    orient = tuple(cell for cell, ways_round in choices.items() if len(ways_round) > 1)
    return Step(replace(state, orient=orient), events)


def _orientations(state: State, cell: Cell, kind: int) -> list[Placed]:
    """List the ways round that a goal may lie (question 1).

    One that fits all neighbours; if none does, one that joins a way that has reached it.
    """
    if not TILES.turns(kind):
        return [Placed(2 * kind)]
    both, cards = [Placed(2 * kind), Placed(2 * kind + 1)], state.maze.cards
    neighbours = sum(near in cards for _side, near, _back in AROUND[cell])
    fitting = [at for at in both if grid.matches(state.maze, cell, at) == neighbours]
    entered = 0
    for network in state.networks:
        entered |= network.front.get(cell, 0)
    return fitting or [placed for placed in both if TILES.open[placed] & entered]


def mark(state: State, gold: Mapping[Cell, Seat]) -> Step[State]:
    """Put counters on gold that is reached, the colour of its winner up (question 3)."""
    claims = state.claims
    events: tuple[Event, ...] = ()
    for cell, winner in gold.items():
        kind = state.maze.cards[cell] >> 1
        claims += ((cell, winner),)
        events += (GoldMarked(winner, cell, CODES[kind], VALUE[kind]),)
    marked = dict(claims)
    loose = tuple(cell for cell in state.loose if cell not in marked)
    return Step(replace(state, claims=claims, loose=loose), events)


def is_decided(state: State) -> bool:
    """Tell whether the round is over before all cards are played."""
    return not state.counters or not (state.maze.covered or state.orient)


def end_turn(
    state: State,
    seat: Seat,
    hand: Iterable[int],
    events: tuple[Event, ...],
    draft: dict[str, Any],
    draws: int = 1,
) -> Step[State]:
    """After an action: end the round if it is over, else draw and ask the next one with cards.

    The hand is what the action left of it; what else is in the draft never decides the round.
    """
    # Question 13: the end is looked at after the whole effect and before drawing.
    if is_decided(state):
        draft["hands"] = changed(state.hands, seat, tuple(hand))
        return end_round(settled(state, draft), events)
    asked, turn = left_of(seat, len(state.hands)), state.turn
    draft["turn"], draft["asked"] = turn + 1, asked
    draft["ask"], draft["acted"] = PLAY, ""
    state, drawn = draw(state, seat, hand, draws, draft)
    events += drawn
    if state.hands[asked]:
        return _STEP((state, events))
    if state.hands[seat]:
        # Question 12: who has no card sits out, and the other goes on alone.
        return Step(replace(state, asked=seat), (*events, facts.Skipped(asked)))
    return end_round(replace(state, turn=turn, asked=seat), events)
