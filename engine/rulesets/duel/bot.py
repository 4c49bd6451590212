"""Decide for an empty seat by its view, the course of the round and a strength.

Easy bots overlook moves, medium ones look one step ahead. Hard ones imagine how hidden cards may
lie, and play each promising move on for some turns.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.api import Event, Seat, Strength
from engine.bots.choice import lots
from engine.bots.strength import noticed
from engine.rulesets.duel.former import choose, judged
from engine.rulesets.duel.guide import Table
from engine.rulesets.duel.moves import NOTATION, Move
from engine.rulesets.duel.view import View
from engine.rulesets.duel.worlds import played_on

_PLAY = "play"
_MARKED, _BRIBED = 1.5, 1.4
"""What a nugget that is won counts, as in the guide, and what a troll costs."""
_HINDERED = 0.6


@dataclass(frozen=True)
class Search:
    """How far a bot looks ahead."""

    moves: int
    """So many of its moves, the most promising ones."""
    worlds: int
    """On so many imagined tables."""
    turns: int
    """For so many decisions of either player."""


_SEARCH = {
    Strength.HARD: Search(moves=5, worlds=4, turns=4),
}
_SOLO = {
    Strength.HARD: Search(moves=4, worlds=4, turns=8),
}


def decide(view: View, moves: Sequence[Move], _course: Sequence[Event], strength: Strength) -> Move:
    """Choose a move; the same view gets the same answer, in whatever order the moves come."""
    search = (_SOLO if view.seats == 1 else _SEARCH).get(strength)
    if strength == Strength.EASY:
        return choose(view, noticed(view, moves, NOTATION.format, strength))
    if search is None or view.ask != _PLAY or len(moves) == 1:
        return choose(view, moves)
    draw = lots(view)
    score = judged(view)
    promising = sorted(
        moves, key=lambda move: (-round(score(move), 6), draw(NOTATION.format(move)))
    )[: search.moves]
    assert view.seat is not None
    worth = dict.fromkeys(promising, 0.0)
    for number in range(search.worlds):
        for move in promising:
            worth[move] += _worth(played_on(view, number, move, search.turns), view.seat)
    return max(promising, key=lambda move: round(worth[move] / search.worlds, 6))


def _worth(view: View, seat: Seat) -> float:
    """Tell what a table is worth to a seat, in nuggets."""
    if view.outcome is not None:
        own, *others = (view.purses[at] for at in sorted(range(view.seats), key=seat.__ne__))
        return _MARKED * (own - sum(others))
    table = Table(view)
    total = table.worth(table.maze)
    for counter in view.laid_counters:
        side = 1.0 if counter.seat == seat else -1.0
        if counter.on == "troll":
            total -= side * _BRIBED
        else:
            total += side * _MARKED * table.value(counter.cell)
    for at, tools in enumerate(view.broken):
        total -= (1.0 if at == seat else -1.0) * _HINDERED * min(len(tools), 2)
    return total
