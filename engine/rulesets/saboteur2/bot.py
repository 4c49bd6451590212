"""A partner for an empty seat. It is given a view and the legal moves and knows nothing else."""

from collections.abc import Sequence

from engine.rulesets.saboteur2.moves import Move, Pass
from engine.rulesets.saboteur2.view import View


def choose(_view: View, moves: Sequence[Move]) -> Move:
    """Choose a move."""
    return next((move for move in moves if not isinstance(move, Pass)), moves[0])
