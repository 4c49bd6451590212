"""Making a move: from a checked move to the next state and the facts."""

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts import facts
from engine.parts.hands import without
from engine.parts.moves import Lay, Orient, Pass, Rockfall
from engine.parts.seats import changed, left_of
from engine.rulesets.dark_cave import actions, events, moves
from engine.rulesets.dark_cave.cards import AXE, CODES
from engine.rulesets.dark_cave.legal import allows, way_to
from engine.rulesets.dark_cave.moves import Move
from engine.rulesets.dark_cave.places import BORDER_NAMES, Border
from engine.rulesets.dark_cave.reasons import explain
from engine.rulesets.dark_cave.state import PLAY, State, with_dwarf
from engine.rulesets.dark_cave.turns import age_web, end_game, end_turn, end_unless_asked, to_walk
from engine.rulesets.dark_cave.walking import enter_goal, stand, walk, with_vein
from engine.rulesets.dark_cave.ways import grow
from engine.values import replace


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Make a move and everything that follows from it; raises IllegalMove."""
    if type(move) is moves.Walk:
        way = way_to(state, seat, move.place)
        if way:
            return walk(state, seat, way)
    if not allows(state, seat, move):
        raise IllegalMove(explain(state, seat, move))
    if type(move) is Lay:
        return _lay(state, seat, move.cell, move.placed)
    if isinstance(move, tuple):  # a pass
        return _pass(state, seat, move)
    match move:
        case moves.Answer():
            return _answer(state, seat, agree=move.agree)
        case moves.End():
            told: list[Event] = []
            return end_turn(stand(replace(state), seat, told, stopped=True), told)
        case moves.Propose():
            return _propose(state, seat)
        case moves.Lure():
            return actions.lure(state, seat, move.card, move.place, stay=move.stay)
        case moves.LookAtGoal():
            return actions.look_at_goal(state, seat, move.cell)
        case moves.LookAtClan():
            return actions.look_at_clan(state, seat, move.target)
        case Rockfall():
            return actions.rockfall(state, seat, move.cell)
        case moves.Swap():
            return actions.swap(state, seat, move.target)
        case moves.LayWeb():
            return actions.lay_web(state, seat, move.border)
        case moves.Equip():
            return actions.equip(state, seat, move.card, move.target)
        case Orient():
            return _orient(state, seat, move.cell, turned=move.turned)
        case moves.Cut():
            return _cut(state, seat, move.border)
        case moves.Walk() | moves.Order():
            raise AssertionError("made or refused above")


def _lay(state: State, seat: Seat, cell: Cell, placed: Placed) -> Step[State]:
    maze = grid.put(state.maze, cell, placed)
    state = replace(
        state,
        maze=maze,
        ways=grow(maze, state.ways, cell),
        hands=changed(state.hands, seat, without(state.hands[seat], placed >> 1)),
        progress=state.progress.drawing(1, seat),
    )
    laid = facts.Laid(seat, cell, CODES[placed >> 1], placed & 1 == 1)
    return to_walk(with_vein(state, cell, placed), seat, [laid])


def _pass(state: State, seat: Seat, cards: Pass) -> Step[State]:
    hand = state.hands[seat]
    for card in cards:
        hand = without(hand, card)
    state = replace(
        state,
        hands=changed(state.hands, seat, hand),
        discards=(*state.discards, *cards),
        progress=state.progress.drawing(len(cards), seat),
    )
    gone = events.Discarded(seat, len(cards), tuple([CODES[card] for card in cards]))
    return to_walk(state, seat, [gone])


def _orient(state: State, seat: Seat, cell: Cell, *, turned: bool) -> Step[State]:
    assert state.orient is not None
    placed = Placed(dict(state.goals)[cell] * 2 + turned)
    told: list[Event] = [facts.GoalOriented(seat, cell, turned)]
    return enter_goal(state, seat, state.orient, placed, told)


def _cut(state: State, seat: Seat, border: Border) -> Step[State]:
    web = next(web for web in state.webs if web.border == border)
    dwarf = state.dwarves[seat]
    told: list[Event] = [events.WebCut(seat, BORDER_NAMES[border], web.left - 1)]
    state = with_dwarf(state, seat, dwarf._replace(axes=dwarf.axes - 1))
    state = age_web(replace(state, discards=(*state.discards, AXE)), web)
    if state.progress.stage == PLAY:
        return Step(state, tuple(told))
    return end_unless_asked(state, seat, told)


def _propose(state: State, seat: Seat) -> Step[State]:
    """Ask all others, one after the other; until they have answered nothing else is done."""
    asked = left_of(seat, state.config.seats)
    return Step(replace(state, asked=asked, agreed=1 << seat), (events.EndProposed(seat),))


def _answer(state: State, seat: Seat, *, agree: bool) -> Step[State]:
    told: list[Event] = [events.EndAnswered(seat, agree)]
    proposer = state.progress.seat
    if not agree:
        # Ruling 26: all must agree to the same position; the turn goes on where it stopped.
        progress = state.progress.declining()
        return Step(replace(state, asked=proposer, agreed=0, progress=progress), tuple(told))
    following = left_of(seat, state.config.seats)
    if following == proposer:
        return end_game(replace(state, agreed=0), "agreed", told)
    return Step(replace(state, asked=following, agreed=state.agreed | 1 << seat), tuple(told))
