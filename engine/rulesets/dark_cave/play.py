"""Making a move: from a checked move to the next state and the facts."""

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts.hands import without
from engine.parts.seats import changed
from engine.rulesets.dark_cave import actions, fields
from engine.rulesets.dark_cave import events as facts
from engine.rulesets.dark_cave.fields import BORDER_NAMES, Border
from engine.rulesets.dark_cave.legal import allows, way_to
from engine.rulesets.dark_cave.losses import with_dwarf
from engine.rulesets.dark_cave.moves import (
    AXE,
    Answer,
    Cut,
    Discard,
    End,
    Equip,
    Lay,
    LayWeb,
    LookAtClan,
    LookAtGoal,
    Lure,
    Move,
    Order,
    Propose,
    Rockfall,
    Swap,
    Turned,
    Walk,
)
from engine.rulesets.dark_cave.refusal import explain
from engine.rulesets.dark_cave.state import CODES, PLAY, State
from engine.rulesets.dark_cave.turns import (
    age_web,
    end_game,
    end_turn,
    end_unless_asked,
    to_walk,
)
from engine.rulesets.dark_cave.walking import enter_goal, stand, walk, with_vein
from engine.values import replace


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Make a move and everything that follows from it; raises IllegalMove."""
    if isinstance(move, Walk):
        way = way_to(state, seat, move.place)
        if way:
            return walk(state, seat, way)
    if not allows(state, seat, move):
        raise IllegalMove(explain(state, seat, move))
    match move:
        case Walk() | Order():
            raise AssertionError("made or refused above")
        case Lay(cell, placed):
            return _lay(state, seat, cell, placed)
        case Discard(cards):
            return _discard(state, seat, cards)
        case End():
            told: list[Event] = []
            return end_turn(stand(state, seat, told, stopped=True), told)
        case LookAtGoal(cell):
            return actions.look_at_goal(state, seat, cell)
        case LookAtClan(target):
            return actions.look_at_clan(state, seat, target)
        case Rockfall(cell):
            return actions.rockfall(state, seat, cell)
        case Swap(target):
            return actions.swap(state, seat, target)
        case LayWeb(border):
            return actions.lay_web(state, seat, border)
        case Equip(card, target):
            return actions.equip(state, seat, card, target)
        case Lure(card, place, stay):
            return actions.lure(state, seat, card, place, stay=stay)
        case Turned(cell, turned):
            return _orient(state, seat, cell, turned=turned)
        case Cut(border):
            return _cut(state, seat, border)
        case Propose():
            return _propose(state, seat)
        case Answer(agree):
            return _answer(state, seat, agree=agree)


def _lay(state: State, seat: Seat, cell: Cell, placed: Placed) -> Step[State]:
    maze = grid.put(state.maze, cell, placed)
    kind = placed >> 1
    state = replace(
        state,
        maze=maze,
        ways=fields.grow(maze, state.ways, cell),
        hands=changed(state.hands, seat, without(state.hands[seat], kind)),
        turn=state.turn._replace(draws=1, drawer=seat),
    )
    laid = facts.Laid(seat, cell, CODES[kind], bool(placed & 1))
    return to_walk(with_vein(state, cell, placed), seat, [laid])


def _discard(state: State, seat: Seat, cards: tuple[int, ...]) -> Step[State]:
    hand = state.hands[seat]
    for card in cards:
        hand = without(hand, card)
    state = replace(
        state,
        hands=changed(state.hands, seat, hand),
        discards=state.discards + cards,
        turn=state.turn._replace(draws=len(cards), drawer=seat),
    )
    gone = facts.Discarded(seat, len(cards), tuple([CODES[card] for card in cards]))
    return to_walk(state, seat, [gone])


def _orient(state: State, seat: Seat, cell: Cell, *, turned: bool) -> Step[State]:
    assert state.orient is not None
    placed = Placed(dict(state.goals)[cell] * 2 + turned)
    told: list[Event] = [facts.GoalOriented(seat, cell, turned)]
    return enter_goal(state, seat, state.orient, placed, told)


def _cut(state: State, seat: Seat, border: Border) -> Step[State]:
    web = next(web for web in state.webs if web.border == border)
    dwarf = state.dwarves[seat]
    told: list[Event] = [facts.WebCut(seat, BORDER_NAMES[border], web.left - 1)]
    state = with_dwarf(state, seat, dwarf._replace(axes=dwarf.axes - 1))
    state = age_web(replace(state, discards=(*state.discards, AXE)), web)
    if state.turn.stage == PLAY:
        return Step(state, tuple(told))
    return end_unless_asked(state, seat, told)


def _propose(state: State, seat: Seat) -> Step[State]:
    """Ask all others, one after the other; until they have answered nothing else is done."""
    asked = state.config.left[seat]
    return Step(replace(state, asked=asked, agreed=1 << seat), (facts.EndProposed(seat),))


def _answer(state: State, seat: Seat, *, agree: bool) -> Step[State]:
    told: list[Event] = [facts.EndAnswered(seat, agree)]
    proposer = state.turn.seat
    if not agree:
        # Ruling 26: all must agree to the same position; the turn goes on where it stopped.
        turn = state.turn._replace(declined=True)
        return Step(replace(state, asked=proposer, agreed=0, turn=turn), tuple(told))
    following = state.config.left[seat]
    if following == proposer:
        return end_game(replace(state, agreed=0), "agreed", told)
    return Step(replace(state, asked=following, agreed=state.agreed | 1 << seat), tuple(told))
