"""Making a move: from a checked move to the next state and the facts."""

from typing import Any

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.sides import letters_of
from engine.maze.tiles import Placed
from engine.parts.hands import without
from engine.parts.seats import changed
from engine.parts.tools import BIT
from engine.rulesets.duel import events as facts
from engine.rulesets.duel.cards import ACTION, CODES, LADDER_KIND, TILES, TROLL_SIDES
from engine.rulesets.duel.draw import collapsed
from engine.rulesets.duel.ends import pay
from engine.rulesets.duel.legal import REMOVABLE, allows
from engine.rulesets.duel.moves import (
    KEY,
    MAP,
    ROCKFALL,
    Break,
    Bribe,
    Claim,
    End,
    Lay,
    Mend,
    Move,
    OpenDoor,
    Orient,
    Pass,
    Pay,
    ReadMap,
    Remove,
    Rockfall,
)
from engine.rulesets.duel.refusals import explain
from engine.rulesets.duel.state import LAID, UNLOCKED, State
from engine.rulesets.duel.tunnels import grown, links_of, traced
from engine.rulesets.duel.turn import end_turn, lie_open, mark, settle
from engine.values import replace

_LADDERS = frozenset(LADDER_KIND.values())
_BROKEN_CARD = {row.tools[0]: kind for kind, row in ACTION.items() if row.act == "break"}


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Make a move and everything that follows from it; raises IllegalMove."""
    if not allows(state, seat, move):
        raise IllegalMove(explain(state, seat, move))
    match move:
        case Pass(cards):
            return _pass(state, seat, cards)
        case Lay(cell, placed):
            return _lay(state, seat, cell, placed)
        case Break(card, target):
            return _break(state, seat, card, target)
        case Mend(card, target, tool):
            return _mend(state, seat, card, target, tool)
        case OpenDoor(cell, side):
            return _open(state, seat, cell, side)
        case Rockfall(cell):
            return _rockfall(state, seat, cell)
        case ReadMap(cell):
            return _read_map(state, seat, cell)
        case Remove(tool, cards):
            return _remove(state, seat, tool, cards)
        case Bribe(cell):
            return _bribe(state, seat, cell)
        case End():
            return end_turn(state, seat, 1, (), state.hands[seat])
        case Orient(cell, turned):
            return _orient(state, seat, cell, turned=turned)
        case Claim(cell):
            return settle(*mark(state, seat, [cell]), seat=seat)
        case Pay(values):
            return pay(state, seat, values)


def _lay(state: State, seat: Seat, cell: Cell, placed: Placed) -> Step[State]:
    kind = placed >> 1
    maze = grid.put(state.maze, cell, placed)
    links = state.links
    if kind in _LADDERS:
        links = links_of(state.config.mode, maze)
    changes: dict[str, Any] = {}
    if TILES.gold[placed]:
        changes["loose"] = tuple(sorted((*state.loose, cell)))
    if TROLL_SIDES[placed]:
        changes["trolls"] = tuple(sorted((*state.trolls, cell)))
    if state.config.mode.solo and REMOVABLE[kind]:
        changes["trail"] = (*state.trail, cell)
    state = replace(
        state,
        acted=LAID,
        hands=changed(state.hands, seat, without(state.hands[seat], kind)),
        maze=maze,
        links=links,
        networks=grown(state, maze, links, cell),
        **changes,
    )
    return settle(state, (facts.Laid(seat, cell, CODES[kind], bool(placed & 1)),), seat=seat)


def _pass(state: State, seat: Seat, cards: tuple[int, ...]) -> Step[State]:
    gone = facts.PASSED[seat, cards]
    return _play(state, seat, cards, gone, discards=state.discards + cards, draws=len(cards))


def _break(state: State, seat: Seat, card: int, target: Seat) -> Step[State]:
    tool = ACTION[card].tools[0]
    broken = changed(state.broken, target, state.broken[target] | BIT[tool])
    # The card stays before its victim: `broken` is where it lies.
    return _play(state, seat, (card,), facts.ToolBroken(seat, target, tool), broken=broken)


def _mend(state: State, seat: Seat, card: int, target: Seat, tool: str) -> Step[State]:
    return _play(
        state,
        seat,
        (card,),
        facts.ToolMended(seat, target, tool, CODES[card]),
        broken=changed(state.broken, target, state.broken[target] & ~BIT[tool]),
        discards=(*state.discards, card, _BROKEN_CARD[tool]),
    )


def _remove(state: State, seat: Seat, tool: str, cards: tuple[int, int]) -> Step[State]:
    return _play(
        state,
        seat,
        cards,
        facts.CardRemoved(seat, tool, tuple(CODES[card] for card in cards)),
        broken=changed(state.broken, seat, state.broken[seat] & ~BIT[tool]),
        discards=(*state.discards, *cards, _BROKEN_CARD[tool]),
    )


def _rockfall(state: State, seat: Seat, cell: Cell) -> Step[State]:
    fell = facts.RockFell(seat, cell, CODES[state.maze.cards[cell] >> 1])
    after = replace(state, discards=(*state.discards, ROCKFALL))
    return _play(state, seat, (ROCKFALL,), fell, **collapsed(after, cell))


def _read_map(state: State, seat: Seat, cell: Cell) -> Step[State]:
    at = next(at for at, (place, _) in enumerate(state.goals) if place == cell)
    return _play(
        state,
        seat,
        (MAP,),
        facts.GoalSeen(seat, cell, CODES[state.goals[at][1]]),
        seen=changed(state.seen, seat, state.seen[seat] | 1 << at),
        discards=(*state.discards, MAP),
    )


def _play(
    state: State, seat: Seat, cards: tuple[int, ...], fact: Event, draws: int = 1, **changes: Any
) -> Step[State]:
    """Take an action that leads to no further step, then draw."""
    hand = state.hands[seat]
    for card in cards:
        hand = without(hand, card)
    return end_turn(state, seat, draws, (fact,), hand, **changes)


def _open(state: State, seat: Seat, cell: Cell, side: int) -> Step[State]:
    state = replace(
        state,
        acted=UNLOCKED,
        hands=changed(state.hands, seat, without(state.hands[seat], KEY)),
        keys=(*state.keys, (cell, side)),
        discards=(*state.discards, KEY),
    )
    state = replace(state, networks=traced(state))
    return settle(state, (facts.DoorOpened(seat, cell, letters_of(side)),), seat=seat)


def _bribe(state: State, seat: Seat, cell: Cell) -> Step[State]:
    state = replace(
        state,
        bribes=(*state.bribes, (cell, seat)),
        trolls=tuple(other for other in state.trolls if other != cell),
    )
    state = replace(state, networks=traced(state))
    return settle(state, (facts.TrollBribed(seat, cell),), seat=seat)


def _orient(state: State, seat: Seat, cell: Cell, *, turned: bool) -> Step[State]:
    placed = Placed(dict(state.goals)[cell] * 2 + turned)
    state = replace(state, orient=state.orient[1:])
    return settle(
        lie_open(state, cell, placed), (facts.GoalOriented(seat, cell, turned),), seat=seat
    )
