"""A simple handicap: the weaker a bot is, the more of its moves it overlooks.

It still plays the best move that it notices.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.api import Strength, TableView
from engine.bots.choice import lots

MoveT = TypeVar("MoveT")


_SEEN = {Strength.EASY: 0.15, Strength.MEDIUM: 0.5, Strength.HARD: 1.0}
"""What share of its moves a bot sees."""


def noticed(
    view: TableView,
    moves: Sequence[MoveT],
    written: Callable[[MoveT], str],
    strength: Strength,
) -> Sequence[MoveT]:
    """List the moves that a bot sees, one at least; the same at a table that looks the same."""
    if strength == Strength.HARD:
        return moves
    draw = lots(view)
    drawn = [int.from_bytes(draw(written(move)), "big") / 2**64 for move in moves]
    seen = max(_SEEN[strength], min(drawn))
    return [move for move, lot in zip(moves, drawn, strict=True) if lot <= seen]
