"""Decide for an empty seat by its view, the course of the round and a strength."""

from collections.abc import Sequence

from engine.api import Event, Strength
from engine.bots.strength import noticed
from engine.rulesets.dark_cave.former import choose
from engine.rulesets.dark_cave.moves import NOTATION, Answer, Move, Propose
from engine.rulesets.dark_cave.view import View


def decide(view: View, moves: Sequence[Move], _course: Sequence[Event], strength: Strength) -> Move:
    """Choose the best of the moves that a bot of this strength notices.

    Whether to end the game is never left to what it notices: it ends only where nobody can get out.
    """
    choice = choose(view, moves)
    if isinstance(choice, Answer | Propose) or strength == Strength.HARD:
        return choice
    playing = [move for move in moves if not isinstance(move, Propose)]
    return choose(view, noticed(view, playing, NOTATION.format, strength))
