"""Walking: steps and their tolls, goals turned, creatures met, the exit, gold on veins."""

from engine.api import Event, Seat, Step
from engine.maze import grid
from engine.maze.cells import AROUND, Cell
from engine.maze.tiles import Placed
from engine.parts.facts import GoalTurned
from engine.parts.seats import changed
from engine.rulesets.dark_cave import events
from engine.rulesets.dark_cave.cards import CODES, TILES
from engine.rulesets.dark_cave.losses import attack, pay
from engine.rulesets.dark_cave.places import (
    FACES,
    Place,
    cell_of,
    field_at,
    place_on,
)
from engine.rulesets.dark_cave.scoring import aside
from engine.rulesets.dark_cave.state import (
    Dwarf,
    State,
    Waiting,
    all_out,
    cards_are_gone,
    with_dwarf,
)
from engine.rulesets.dark_cave.turns import end_game, end_turn, end_unless_asked
from engine.rulesets.dark_cave.ways import toll, trace
from engine.values import filled, replace

_DWARF = filled(Dwarf)

_TO = {"card": "bridge", "gold": "tunnel"}


def walk(state: State, seat: Seat, way: tuple[Place, ...]) -> Step[State]:
    """Walk step by step and bear what comes of it."""
    told: list[Event] = []
    here, ways = state.dwarves[seat].place, state.ways
    assert here is not None
    if way[-1] in ways.links and ways.tolls.keys().isdisjoint(way):  # nearly always
        return _arrive(_moved(state, seat, way, told), seat, told)
    for count, place in enumerate(way, 1):
        if place not in state.ways.links:
            state = _moved(state, seat, way[: count - 1], told)
            return _step_on_goal(state, seat, place, told)
        due = toll(state.ways, here, place)
        if due:
            state = pay(state, seat, due, _TO[due], told)
            if cards_are_gone(state):
                return end_game(_moved(state, seat, way[:count], told), "cards", told)
        here = place
    return _arrive(_moved(state, seat, way, told), seat, told)


def _moved(state: State, seat: Seat, way: tuple[Place, ...], told: list[Event]) -> State:
    """Put the dwarf at the end of its way; the walk is told before what it cost."""
    if not way:
        return state
    told.insert(0, events.walked(seat, way))
    progress = state.progress
    return replace(
        state,
        dwarves=changed(state.dwarves, seat, _DWARF((way[-1], *state.dwarves[seat][1:]))),
        progress=progress.walking(progress.steps - len(way)),
    )


def _arrive(state: State, seat: Seat, told: list[Event]) -> Step[State]:
    """Meet who is on the field, then the exit, then the vein (ruling 25)."""
    place = state.dwarves[seat].place
    for beast, creature in enumerate(state.creatures):
        if creature and creature.place == place:
            # Ruling 19: only the walker is attacked, and his walk is over in any case.
            state = attack(state, beast, (seat,), told)
            state = replace(state, progress=state.progress.walking(0))
    if cards_are_gone(state):
        return end_game(state, "cards", told)
    if place is not None and place == state.ways.exit:
        return _leave(state, seat, told)
    return end_unless_asked(stand(state, seat, told), seat, told)


def stand(state: State, seat: Seat, told: list[Event], *, stopped: bool = False) -> State:
    """End the walk, if it is over: whoever stands on gold takes it and shows his clan card."""
    dwarf = state.dwarves[seat]
    if dwarf.place not in state.veins or not (stopped or not state.progress.steps):
        return state
    told.append(events.GoldTaken(seat))
    told += shown(state, seat)
    veins = tuple(vein for vein in state.veins if vein != dwarf.place)
    dwarf = dwarf._replace(gold=dwarf.gold + 1, shown=True)
    return with_dwarf(replace(state, veins=veins), seat, dwarf)


def shown(state: State, seat: Seat) -> list[Event]:
    """Tell that a clan card is turned face up, if it is not yet."""
    role = state.clans[seat].role
    return [] if state.dwarves[seat].shown else [events.ClanShown(seat, role)]


def _leave(state: State, seat: Seat, told: list[Event]) -> Step[State]:
    dwarf = state.dwarves[seat]
    told.append(events.LeftCave(seat, dwarf.gold))
    told += shown(state, seat)
    cards = aside(state)
    if cards and not state.left:
        told.append(events.AsideSeen(seat, len(cards), cards))
    state = with_dwarf(state, seat, dwarf._replace(place=None, lying=False, shown=True))
    state = replace(state, left=(*state.left, seat), progress=state.progress.walking(0))
    if all_out(state, state.clans[seat].works_for):
        return end_game(state, "clan", told)
    return end_turn(state, told)


def _step_on_goal(state: State, seat: Seat, goal: Place, told: list[Event]) -> Step[State]:
    """Turn a goal before it is entered (rulings 5 and 24)."""
    cell, here = cell_of(goal), state.dwarves[seat].place
    assert here is not None
    entered = next(
        side for side, near, back in AROUND[cell] if field_at(state.maze, near, back) == here
    )
    kind = dict(state.goals)[cell]
    told.append(GoalTurned(seat, cell, CODES[kind]))
    choices = orientations(state, cell, kind, entered)
    if len(choices) > 1:
        return Step(replace(state, orient=Waiting(cell, entered)), tuple(told))
    return enter_goal(state, seat, Waiting(cell, entered), choices[0], told)


def orientations(state: State, cell: Cell, kind: int, entered: int) -> list[Placed]:
    """List the ways round that join the way he comes from; those that fit everywhere go first."""
    both = [Placed(kind * 2), Placed(kind * 2 + 1)] if TILES.turns(kind) else [Placed(kind * 2)]
    joining = [placed for placed in both if TILES.open[placed] & entered]
    around = sum(near in state.maze.cards for _, near, _ in AROUND[cell])
    fitting = [placed for placed in joining if grid.matches(state.maze, cell, placed) == around]
    return fitting or joining


def enter_goal(
    state: State, seat: Seat, at: Waiting, placed: Placed, told: list[Event]
) -> Step[State]:
    """Lay a goal that was turned and stand on its first field; the walk is over."""
    cell, entered = at
    maze = grid.put(state.maze, cell, placed)
    face = FACES[placed]
    dwarf = state.dwarves[seat]._replace(place=place_on(cell, face.edge[entered]))
    state = replace(
        state,
        maze=maze,
        ways=trace(maze),
        orient=None,
        progress=state.progress.walking(0),
        dwarves=changed(state.dwarves, seat, dwarf),
    )
    state = with_vein(state, cell, placed)
    return end_unless_asked(state, seat, told)


def with_vein(state: State, cell: Cell, placed: Placed) -> State:
    """Put one gold on a vein that was just laid or turned."""
    face = FACES[placed]
    if face.mark != "vein":
        return state
    vein = place_on(cell, face.marked[0])
    return replace(state, veins=tuple(sorted((*state.veins, vein))), gold=state.gold - 1)
