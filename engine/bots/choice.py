"""Choosing the best of several moves."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TypeVar

from engine.api import TableView

MoveT = TypeVar("MoveT")


def best(
    view: TableView,
    moves: Sequence[MoveT],
    score: Callable[[MoveT], float],
    written: Callable[[MoveT], str],
) -> MoveT:
    """Choose a move; the same view gets the same answer, in whatever order the moves come."""
    scores = [round(score(move), 6) for move in moves]
    most = max(scores)
    equals = [move for move, scored in zip(moves, scores, strict=True) if scored == most]
    if len(equals) == 1:
        return equals[0]
    lying = [(card.cell, card.code, card.turned) for card in view.cards]

    def lot(move: MoveT) -> bytes:
        # Drawn from what everybody sees, so that a choice tells no secret.
        public = (view.seat, view.round, lying, view.stock, view.discards, written(move))
        return blake2b(repr(public).encode(), digest_size=8).digest()

    return min(equals, key=lot)
