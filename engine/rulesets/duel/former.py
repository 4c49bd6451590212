"""Choose quickly by the view alone, as bots did before they remembered the round.

A move is as good as what it adds to the own hopes and takes from the opponent's, in nuggets.
"""

from collections.abc import Callable, Sequence
from functools import partial

from engine.bots.choice import best
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.sides import ALL
from engine.parts.moves import Break, Lay, Mend, Orient, Pass, ReadMap, Remove, Rockfall
from engine.rulesets.duel.cards import ACTION, PATH_KINDS, TILES, VALUE
from engine.rulesets.duel.guide import Table
from engine.rulesets.duel.moves import NOTATION, Bribe, Claim, End, Move, OpenDoor, Pay
from engine.rulesets.duel.view import View

_BRIBE = 1.4
"""A nugget less in the end, and a counter less in the stock."""

# How gladly a card is kept. Tunnels by the number of sides that hang together.
_WORTH = {"key": 0.35, "rockfall": 0.3, "map": 0.15, "break": 0.35, "fix": 0.3}
_TUNNEL_WORTH = {1: 0.05, 2: 0.2, 3: 0.35, 4: 0.45}
_COMMON = 0.2
"""A card of this worth is as good as the next from the stock."""


def choose(view: View, moves: Sequence[Move]) -> Move:
    """Choose a move; the same view gets the same answer, in whatever order the moves come."""
    table = Table(view)
    return best(view, moves, lambda move: _judge(table, move), NOTATION.format)


def judged(view: View) -> Callable[[Move], float]:
    """Make a function that tells how many nuggets a move is worth at this table."""
    return partial(_judge, Table(view))


def _judge(table: Table, move: Move) -> float:
    """Tell how many nuggets a move is worth, all in all."""
    match move:
        case Lay(cell, placed):
            return table.gain(grid.put(table.maze, cell, placed)) - _kept(placed >> 1)
        case Rockfall(cell):
            return table.gain(grid.lift(table.maze, cell)) - _WORTH["rockfall"]
        case OpenDoor(cell, side):
            return table.gain(table.maze, table.opened_also(cell, side)) - _WORTH["key"]
        case Break() | Mend() | Remove() | ReadMap() | tuple():
            return _judge_cards(table, move)
        case Bribe(cell):
            return _judge_bribe(table, cell)
        case Orient(cell, turned):
            return _judge_side(table, cell, turned=turned)
        case Claim(cell):
            value = VALUE[table.maze.cards[cell] >> 1]
            return value if table.reaches_gold(table.seat, cell) else -value
        case Pay(values):
            return -len(values)
        case End():
            return 0


def _judge_cards(table: Table, move: Break | Mend | Remove | ReadMap | Pass) -> float:
    view = table.view
    broken = len(view.broken[table.seat])
    match move:
        case Break(_, target):
            return -0.2 if view.broken[target] else 0.5 - _WORTH["break"]
        case Mend():
            return 1.5 - broken / 4
        case Remove(_, cards):
            # It also costs a card of the hand for the rest of the round.
            return (0.9 if broken == 1 else 0.3) - sum(map(_kept, cards))
        case ReadMap(cell):
            known = next(goal.code for goal in view.goals if goal.cell == cell)
            return -1.0 if known else 0.1
        case tuple():  # a pass
            # Two cards for two: the more useless, the sooner they go.
            return -0.25 - sum(_kept(card) - _COMMON for card in move)


def _judge_bribe(table: Table, cell: Cell) -> float:
    # A step and no action: it must be better than doing nothing, and then it comes first.
    gain = table.gain(table.maze, table.opened_also(cell, ALL)) - _BRIBE
    return gain + 5 if gain > 0 else -5


def _judge_side(table: Table, cell: Cell, *, turned: bool) -> float:
    code = next(goal.code for goal in table.view.goals if goal.cell == cell)
    assert code is not None
    return table.worth(grid.put(table.maze, cell, TILES.placed(code, turned=turned)))


def _kept(kind: int) -> float:
    """Tell how gladly a card is kept."""
    if kind >= PATH_KINDS:
        return _WORTH[ACTION[kind].act]
    return _TUNNEL_WORTH[max(way.bit_count() for way in TILES.ways[2 * kind])]
