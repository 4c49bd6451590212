"""A partner for an empty seat. It is given a view and the legal moves and knows nothing else."""

from collections.abc import Sequence

from engine.rulesets.saboteur.moves import Discard, Move
from engine.rulesets.saboteur.view import View


def choose(view: View, moves: Sequence[Move]) -> Move:
    """Choose a move."""
    return next((move for move in moves if not isinstance(move, Discard)), moves[0])
