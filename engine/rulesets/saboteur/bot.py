"""Decide for an empty seat by its view, the course of the round and a strength.

A move's score is in tenths of a card: 10 is worth one card less between the start and the gold.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.api import Event, Seat, Strength
from engine.bots.choice import best
from engine.bots.effort import Effort
from engine.bots.prospect import Prospect
from engine.decks.saboteur import ACTIONS, PATHS, TREASURE
from engine.maze.cells import column
from engine.parts.moves import Break, Lay, Mend, Orient, ReadMap, Rockfall
from engine.rulesets.saboteur.beliefs import DEAD_ENDS, suspected
from engine.rulesets.saboteur.cards import TILES
from engine.rulesets.saboteur.moves import NOTATION, Move
from engine.rulesets.saboteur.view import View

_ACTS = {row.code: row.act for row in ACTIONS}
# How gladly a digger keeps a card, 0 to 9; dead ends are worth nothing to him.
_WORTH = {
    "P1": 9,
    "P3": 8,
    "P5": 7,
    "P2": 6,
    "P6": 5,
    "P7": 5,
    "P4": 4,
    "fix": 6,
    "rockfall": 6,
    "break": 5,
}
_COPIES = {row.code: row.copies for row in PATHS}
_EFFORT = Effort(TILES, _COPIES, sum(_COPIES.values()) + sum(row.copies for row in ACTIONS))
_TRUSTED = 0.5
"""Diggers fix the tools of seats that are suspected less."""
_PASSAGES = frozenset(row.code for row in PATHS) - DEAD_ENDS


@dataclass(frozen=True)
class Style:
    """How a strength plays."""

    sure: float
    """Diggers break the tools of seats that are suspected so much."""
    plans: bool
    """Judges ways by how hard it is to find cards for them."""
    near: int
    """Saboteurs stop hiding when so few cards are missing before a goal."""
    force: float
    """What a saboteur thinks that a broken tool is worth."""


STYLES = {
    Strength.EASY: Style(sure=0.9, plans=False, near=3, force=8),
    Strength.MEDIUM: Style(sure=0.85, plans=True, near=4, force=8),
    Strength.HARD: Style(sure=0.75, plans=True, near=5, force=10),
}


def decide(view: View, moves: Sequence[Move], course: Sequence[Event], strength: Strength) -> Move:
    """Choose a move; the same knowledge gets the same answer, in whatever order the moves come."""
    if len(moves) == 1:
        return moves[0]
    table = Table(view, course, STYLES[strength])
    judge = _saboteur if view.role == "saboteur" else _digger
    return best(view, moves, lambda move: judge(table, move), NOTATION.format)


@dataclass(frozen=True)
class Table:
    """A view with what follows from it and from the course of the round."""

    view: View
    course: Sequence[Event]
    style: Style

    @cached_property
    def prospect(self) -> Prospect:
        """The maze."""
        effort = _EFFORT if self.style.plans else None
        return Prospect(TILES, TREASURE, self.view.cards, self.view.goals, effort)

    @cached_property
    def suspected(self) -> tuple[float, ...]:
        """For each seat, how likely it is a saboteur."""
        return suspected(self.view, self.course)

    @property
    def open_war(self) -> bool:
        """Tell whether a saboteur stops hiding."""
        return self.prospect.nearest <= self.style.near


def _card(move: Move) -> str:
    """Name the card that a move plays."""
    return NOTATION.picks(move)[0].value


def _digger(table: Table, move: Move) -> float:
    """Judge a move as a digger."""
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
            return _mend(table, target)
        case Rockfall():
            # It costs a turn and leaves a hole, so it must clear a real detour.
            return 10 * table.prospect.gain(move) - 5
        case Break(_, target):
            return _break(table, target)
        case tuple():  # a pass
            return 1 - _worth(table, move) / 3


def _break(table: Table, target: Seat) -> float:
    sure, guilt = table.style.sure, table.suspected[target]
    if guilt < sure:
        return -5
    force = (guilt - sure) / (1 - sure)
    return (2 + 3 * force) if table.view.broken[target] else (5 + 9 * force)


def _mend(table: Table, target: Seat) -> float:
    broken = len(table.view.broken[target])
    if target == table.view.seat:
        return 16 - broken
    guilt = table.suspected[target]
    return 6 * (1 - guilt) - broken if guilt < _TRUSTED else -5


def _worth(table: Table, move: Move) -> float:
    """Tell how gladly a digger keeps the card that a move plays."""
    code = _card(move)
    kind = _ACTS.get(code, code)
    if kind == "map":
        return 0 if table.prospect.gold_is_known else 9
    # House rule: a broken tool in the end costs the gold, so mending is dearer.
    dearer = 3 if kind == "fix" and table.view.options["tools"] == "competitive" else 0
    return _WORTH.get(kind, 0) + dearer


def _saboteur(table: Table, move: Move) -> float:
    """Judge a move as a saboteur, who wants the gold to stay and to look harmless."""
    war = table.open_war
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
            return -10 * table.prospect.gain(move) if war else -3
        case Break(_, target):
            return _break_as_saboteur(table, target) if war else -3
        case tuple():  # a pass
            # What diggers would keep goes first; a saboteur's weapons stay.
            return _worth(table, move) / 3 if _card(move) in _PASSAGES else -1


def _lay_as_saboteur(table: Table, move: Lay) -> float:
    goals = table.prospect.reached(move)
    if goals:
        # A stone may lead on to the gold (ruling 65), so a saboteur turns none of them.
        return -20 - 1000 * sum(table.prospect.chances.get(goal, 0) for goal in goals)
    setback = -10 * table.prospect.gain(move)
    if table.open_war:
        return setback
    # Early, a dead end gives a saboteur away, and so does a bend that blocks: good cards are
    # wasted beside the way, as far ahead as anybody digs.
    ahead = column(move.cell) / 4
    good = _worth(table, move) / 10
    return -3 if _card(move) in DEAD_ENDS else 5 - abs(setback) + ahead + good


def _break_as_saboteur(table: Table, target: Seat) -> float:
    view = table.view
    waits = (target - (view.seat or 0)) % view.seats
    guilt = table.suspected[target]
    return (
        (3 if view.broken[target] else table.style.force)
        - waits / view.seats
        - 10 * max(0.0, guilt - 0.4)
    )
