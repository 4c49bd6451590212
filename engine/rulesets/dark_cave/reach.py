"""Where a dwarf or a creature can go from here, and the way a dwarf takes."""

from collections.abc import Mapping

from engine.api import Seat
from engine.decks.dark_cave import CREATURES
from engine.maze.cells import AROUND
from engine.rulesets.dark_cave.cards import BEAST, CODES
from engine.rulesets.dark_cave.places import BORDERS, Border, Place, cell_of, field_at
from engine.rulesets.dark_cave.state import State
from engine.rulesets.dark_cave.ways import Shut, shut_by, toll

_OPEN: Shut = frozenset()


def shut(state: State) -> Shut:
    """List the steps that webs forbid now."""
    if not state.webs:
        return _OPEN
    ways, webs = state.ways, state.webs
    if webs not in ways.shut:
        ways.shut[webs] = shut_by(state.maze, ways, [web.border for web in webs])
    return ways.shut[webs]


def _stops(state: State) -> set[Place]:
    """List the places where a walk is over: with a creature, and outside the exit."""
    stops = {creature.place for creature in state.creatures if creature}
    if state.ways.exit is not None:
        stops.add(state.ways.exit)
    return stops


def walkable(state: State, seat: Seat) -> list[Place]:
    """List every place that the dwarf can walk to with the steps it has, in a fixed order."""
    here = state.dwarves[seat].place
    if here is None or not state.progress.steps:
        return []
    return sorted(_walk_from(state, here))


def _walk_from(state: State, here: Place) -> dict[Place, Place]:
    """Find for each place in reach the one before it on a shortest way.

    It is remembered: moves are listed, then one of them is made, and the next dwarf is often there
    as well.
    """
    walks, key = state.ways.walks, (here, state.progress.steps, state.creatures, state.webs)
    came = walks.get(key)
    if came is None:
        came = walks[key] = _found_from(state, here)
    return came


def _found_from(state: State, here: Place) -> dict[Place, Place]:
    links, doors, closed, stops = state.ways.links, state.ways.doors, shut(state), _stops(state)
    came = {here: here}
    edge = [here]
    for _ in range(state.progress.steps):
        ahead = []
        for place in edge:
            for near in (*links[place], *doors[place]) if place in doors else links[place]:
                if near not in came and not (closed and (place, near) in closed):
                    came[near] = place
                    if near not in stops and near in links:
                        ahead.append(near)
        edge = ahead
    del came[here]
    return came


def can_step(state: State, seat: Seat) -> bool:
    """Tell whether the dwarf can take any step now."""
    here = state.dwarves[seat].place
    if here is None or not state.progress.steps:
        return False
    nearest = state.ways.steps(here)
    # A web bars one step from a field, so it takes as many webs as steps to bar them all.
    if len(nearest) > len(state.webs):
        return True
    closed = shut(state)
    return any((here, near) not in closed for near in nearest)


def route(state: State, seat: Seat, goal: Place) -> tuple[Place, ...]:
    """Choose the way to a place: one step if one does, else by fewest tolls, then fewest steps.

    Empty if there is none. Who wants another way walks it step by step.
    """
    here = state.dwarves[seat].place
    if here is None or not state.progress.steps:
        return ()
    way = _shortest(state, here, goal)
    if len(way) < 2 or state.ways.tolls.keys().isdisjoint(way):
        return way
    pays = {"": 0, "gold": state.dwarves[seat].gold > 0, "card": bool(state.hands[seat])}
    if not any(pays[toll(state.ways, *step)] for step in zip((here, *way), way, strict=False)):
        return way
    return _cheapest(state, pays, here, goal)


def tolls(state: State, here: Place, way: tuple[Place, ...], what: str) -> int:
    """Count the steps on a way that cost gold or a card."""
    return sum(toll(state.ways, *step) == what for step in zip((here, *way), way, strict=False))


def _shortest(state: State, here: Place, goal: Place) -> tuple[Place, ...]:
    came, way = _walk_from(state, here), [goal]
    if goal not in came:
        return ()
    while (before := came[way[-1]]) != here:
        way.append(before)
    way.reverse()
    return tuple(way)


def _cheapest(state: State, pays: Mapping[str, int], here: Place, goal: Place) -> tuple[Place, ...]:
    closed, stops = shut(state), _stops(state)
    # For each number of steps: the places reached with exactly so many, with tolls and way.
    layer: dict[Place, tuple[int, tuple[Place, ...]]] = {here: (0, ())}
    found: list[tuple[int, int, tuple[Place, ...]]] = []
    for count in range(1, state.progress.steps + 1):
        ahead: dict[Place, tuple[int, tuple[Place, ...]]] = {}
        for place, (paid, way) in layer.items():
            for near in state.ways.steps(place):
                passable = near == goal or (near not in stops and near in state.ways.links)
                if passable and near != here and (place, near) not in closed:
                    cost = (paid + pays[toll(state.ways, place, near)], (*way, near))
                    if near not in ahead or cost < ahead[near]:
                        ahead[near] = cost
        if goal in ahead:
            found.append((ahead[goal][0], count, ahead.pop(goal)[1]))
        layer = ahead
    return min(found)[2]


def lurable(state: State, card: int) -> tuple[list[Place], list[Place]]:
    """List where a creature can walk to, and where it can be without having taken a step.

    A new creature comes out of any hole. It stops on the first field with a dwarf; where it begins
    beside one it may go and come back (rulings 10 and C.3).
    """
    creature = state.creatures[BEAST[card]]
    starts = state.ways.holes if creature is None else (creature.place,)
    if not starts:
        return [], []
    links, closed = state.ways.links, shut(state)
    dwarves = {dwarf.place for dwarf in state.dwarves}
    stops = dwarves.union(starts)
    entered: set[Place] = set()
    edge = list(starts)
    for _ in range(CREATURES[CODES[card]]):
        ahead = []
        for place in edge:
            for near in links[place]:
                if near not in entered and not (closed and (place, near) in closed):
                    entered.add(near)
                    if near not in stops:
                        ahead.append(near)
        edge = ahead
    spared = [place for place in starts if place in dwarves]
    # Staying where nobody is met is the same as going and coming back.
    entered.update([place for place in starts if place not in dwarves])
    return sorted(entered), spared


def webs_beside(state: State, seat: Seat) -> list[Border]:
    """List the borders with a web that touch the field the dwarf stands on."""
    here = state.dwarves[seat].place
    if here is None or not state.webs:
        return []
    cell = cell_of(here)
    touching = {
        BORDERS[cell][side]
        for side, _, _ in AROUND[cell]
        if field_at(state.maze, cell, side) == here
    }
    return [web.border for web in state.webs if web.border in touching]
