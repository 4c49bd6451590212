"""stub"""

from collections.abc import Sequence

from engine.rulesets.duel.moves import Move
from engine.rulesets.duel.view import View


def choose(view: View, moves: Sequence[Move]) -> Move:
    return moves[0]
