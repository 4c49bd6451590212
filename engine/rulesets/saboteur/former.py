"""Choose quickly by the view alone, as bots did before they remembered the round.

It has no memory, so it judges fellow players by their broken tools and everything else by the maze.
A move's score is in tenths of a card: 10 is worth one card less between the start and the gold.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.api import Seat
from engine.bots.choice import best
from engine.bots.prospect import Prospect
from engine.decks.saboteur import ACTIONS, GOALS, PATHS
from engine.maze.cells import column
from engine.parts.moves import Break, Lay, Mend, Orient, ReadMap, Rockfall
from engine.rulesets.saboteur.cards import TILES
from engine.rulesets.saboteur.moves import NOTATION, Move
from engine.rulesets.saboteur.view import View

_GOLD = next(row.code for row in GOALS if row.mark == "gold")
_ACTS = {row.code: row.act for row in ACTIONS}
_DEAD_ENDS = frozenset(row.code for row in PATHS if all(len(way) == 1 for way in row.ways.split()))

_NEAR = 4
"""With so few cards missing the treasure is near, and a saboteur stops being quiet."""
_SUSPECT = 2
"""So many broken tools before one dwarf are more than one fellow's opinion."""

# How gladly a digger keeps a card, 0 to 9; dead ends are worth nothing to him.
_WORTH = {"P1": 9, "P3": 8, "P5": 7, "P2": 6, "P6": 5, "P7": 5, "P4": 4, "fix": 6, "rockfall": 4}
_PASSAGES = frozenset(row.code for row in PATHS) - _DEAD_ENDS


def choose(view: View, moves: Sequence[Move]) -> Move:
    """Choose a move; the same view gets the same answer, in whatever order the moves come."""
    table = _Table(view)
    judge = _saboteur if view.role == "saboteur" else _digger
    return best(view, moves, lambda move: judge(table, move), NOTATION.format)


@dataclass(frozen=True)
class _Table:
    """A view with the geometry that it implies."""

    view: View

    @cached_property
    def prospect(self) -> Prospect:
        return Prospect(TILES, _GOLD, self.view.cards, self.view.goals)

    @property
    def treasure_is_near(self) -> bool:
        return self.prospect.nearest <= _NEAR


def _card(move: Move) -> str:
    """Name the card that a move plays."""
    return NOTATION.picks(move)[0].value


def _digger(table: _Table, move: Move) -> float:
    """Judge a move as one who wants the gold."""
    match move:
        case Orient():
            return table.prospect.gain(move)
        case Lay():
            gain = table.prospect.gain(move)
            # A lay that brings nothing nearer is no better than passing with the same card.
            return 12 * gain - 2 - _worth(table, move) / 10 if gain > 0 else 10 * gain - 6
        case ReadMap(cell):
            return (
                -4 if table.prospect.gold_is_known else 12 + table.prospect.chances.get(cell, -20)
            )
        case Mend(_, target, _):
            return _mend_as_digger(table, target)
        case Rockfall():
            # It costs a turn and leaves a hole, so it must clear a real detour.
            return 10 * table.prospect.gain(move) - 5
        case Break(_, target):
            return 2 if len(table.view.broken[target]) >= _SUSPECT else -5
        case tuple():  # a pass
            return 1 - _worth(table, move) / 3


def _mend_as_digger(table: _Table, target: Seat) -> float:
    broken = len(table.view.broken[target])
    if target == table.view.seat:
        return 16 - broken
    return 5 * _fellow_digger(table.view) if broken < _SUSPECT else -5


def _fellow_digger(view: View) -> float:
    """Tell how likely any other seat is a digger, from the dwarves that were shuffled."""
    diggers, saboteurs = view.dwarves
    return (diggers - 1) / (diggers + saboteurs - 1)


def _worth(table: _Table, move: Move) -> float:
    """Tell how gladly a digger keeps the card that a move plays."""
    code = _card(move)
    kind = _ACTS.get(code, code)
    if kind == "map":
        return 0 if table.prospect.gold_is_known else 9
    # House rule: a broken tool in the end costs the gold, so mending is dearer.
    dearer = 3 if kind == "fix" and table.view.options["tools"] == "competitive" else 0
    return _WORTH.get(kind, 0) + dearer


def _saboteur(table: _Table, move: Move) -> float:
    """Judge a move as one who wants the gold to stay where it is, and wants to look harmless."""
    near = table.treasure_is_near
    match move:
        case Orient():
            return -table.prospect.gain(move)
        case Lay():
            return _lay_as_saboteur(table, move)
        case ReadMap(cell):
            return -4 if table.prospect.gold_is_known else 6 + table.prospect.chances.get(cell, -20)
        case Mend(_, target, _):
            return 6 if target == table.view.seat else -5
        case Rockfall():
            return -10 * table.prospect.gain(move) if near else -3
        case Break(_, target):
            return _break_as_saboteur(table, target) if near else -3
        case tuple():  # a pass
            # What diggers would keep goes first; his own weapons stay.
            return _worth(table, move) / 3 if _card(move) in _PASSAGES else -1


def _lay_as_saboteur(table: _Table, move: Lay) -> float:
    goals = table.prospect.reached(move)
    if goals:
        # A stone may lead on to the gold (ruling 65), so he turns none of them himself.
        return -20 - 1000 * sum(table.prospect.chances.get(goal, 0) for goal in goals)
    setback = -10 * table.prospect.gain(move)
    if table.treasure_is_near:
        return setback
    # Early a dead end betrays him, and so does a bend that blocks: he spends good cards beside the
    # way, as far ahead as anybody who digs.
    ahead = column(move.cell) / 4
    good = _worth(table, move) / 10
    return -3 if _card(move) in _DEAD_ENDS else 5 - abs(setback) + ahead + good


def _break_as_saboteur(table: _Table, target: Seat) -> float:
    view = table.view
    waits = (target - (view.seat or 0)) % view.seats
    return (3 if view.broken[target] else 8) - waits / view.seats
