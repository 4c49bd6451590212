"""What a move will do, as far as the mover's view tells it."""

from collections.abc import Iterator, Mapping

from engine.api import Seat
from engine.bots import foresight
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.grid import Maze, Network
from engine.maze.sides import ALL
from engine.maze.tiles import Placed
from engine.parts import effects
from engine.parts.effects import Effect
from engine.parts.moves import Break, Lay, Mend, Orient, ReadMap, Remove, Rockfall
from engine.rulesets.duel.cards import TILES, VALUE
from engine.rulesets.duel.gates import trace
from engine.rulesets.duel.guide import Table
from engine.rulesets.duel.moves import Bribe, Claim, End, Move, OpenDoor
from engine.rulesets.duel.view import View


class Marks(Effect):
    """Gold is won: a counter marks it."""

    cell: Cell
    winner: Seat
    value: int


class Chooses(Effect):
    """There is more gold than counters: the mover chooses which he marks."""

    counters: int


class CutsApart(Effect):
    """So many cards hang together with somebody's start no longer."""

    seat: Seat
    cards: int


class CountersLeft(Effect):
    """So many counters are left in the stock."""

    counters: int


def foresee(view: View, move: Move) -> tuple[Effect, ...]:
    """Tell what a move will do, in the order in which it is of interest."""
    return tuple(_effects(Table(view), move))


def _effects(table: Table, move: Move) -> Iterator[Effect]:
    view = table.view
    match move:
        case Lay(cell, placed):
            yield from _laid(table, cell, placed)
        case Orient(cell, turned):
            code = next(goal.code for goal in view.goals if goal.cell == cell and goal.code)
            yield from _laid(table, cell, TILES.placed(code, turned=turned))
        case OpenDoor(cell, side):
            yield from _joined(table, table.maze, table.opened_also(cell, side))
        case Bribe(cell):
            yield CountersLeft(view.counters - 1)
            yield from _joined(table, table.maze, table.opened_also(cell, ALL))
        case Rockfall(cell):
            yield foresight.gone(view.cards, cell)
            yield from _cut(table, grid.lift(table.maze, cell), cell)
        case Break(_, target):
            yield foresight.hinders(target, view.broken[target])
        case Mend(_, _, tool) | Remove(tool):
            yield foresight.frees(table.seat, view.broken[table.seat], tool)
        case ReadMap():
            yield foresight.looked(view.goals, move)
        case Claim(cell):
            winner = table.seat if table.reaches_gold(table.seat, cell) else _other(table)
            yield Marks(cell, winner, VALUE[table.maze.cards[cell] >> 1])
        case End():
            yield foresight.passed(view, 1)
        case tuple():  # a pass
            yield foresight.passed(view, len(move))


def _other(table: Table) -> Seat:
    return Seat(1 - table.seat)


def _networks(table: Table, maze: Maze, opened: Mapping[Cell, int]) -> list[Network]:
    seats = map(Seat, range(table.view.seats))
    return [trace(maze, table.walker(seat, maze, opened)) for seat in seats]


def _laid(table: Table, cell: Cell, placed: Placed) -> Iterator[Effect]:
    maze = grid.put(table.maze, cell, placed)
    network = _networks(table, maze, table.opened)[table.seat]
    told = tuple(_joined(table, maze, table.opened))
    yield from told
    onward = foresight.onward_from(cell, maze, network)
    if cell not in network.lit:
        yield effects.Apart()
    elif onward:
        yield effects.LeadsOn(onward)
    elif not told:
        yield effects.Ends()
    yield from _closed(table, maze)


def _joined(table: Table, maze: Maze, opened: Mapping[Cell, int]) -> Iterator[Effect]:
    """Tell which goals are reached and which gold is won."""
    networks = _networks(table, maze, opened)
    for goal in table.view.goals:
        if not goal.up and any(goal.cell in network.front for network in networks):
            yield effects.Reaches(goal.cell, goal.code)
    won = {
        cell: table.seat if networks[table.seat].lit.get(cell, 0) & sides else _other(table)
        for cell, sides in table.loose_gold(maze)
        if any(network.lit.get(cell, 0) & sides for network in networks)
    }
    if not table.view.counters:
        won = {}
    elif len(won) > table.view.counters:
        yield Chooses(table.view.counters)
    for cell, winner in won.items():
        yield Marks(cell, winner, VALUE[maze.cards[cell] >> 1])
    before = _networks(table, table.maze, table.opened)[table.seat]
    joined = networks[table.seat].lit.keys() - before.lit.keys()
    if cards := len(joined & table.maze.cards.keys()):
        yield effects.Joins(cards)


def _cut(table: Table, maze: Maze, cell: Cell) -> Iterator[Effect]:
    before = _networks(table, table.maze, table.opened)
    for at, network in enumerate(_networks(table, maze, table.opened)):
        cut = len(before[at].lit.keys() - network.lit.keys() - {cell})
        if cut:
            yield CutsApart(Seat(at), cut)
    yield from _closed(table, maze)


def _closed(table: Table, maze: Maze) -> Iterator[Effect]:
    yield from foresight.closes(table.to_goals(table.maze), table.to_goals(maze))
