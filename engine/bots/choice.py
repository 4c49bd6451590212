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
    draw = lots(view)
    return min(equals, key=lambda move: draw(written(move)))


def lots(view: TableView) -> Callable[[str], bytes]:
    """Draw lots for moves from what everybody sees, so that a choice tells no secret."""
    lying = [(card.cell, card.code, card.turned) for card in view.cards]

    def lot(written: str) -> bytes:
        public = (view.seat, view.round, lying, view.stock, view.discards, written)
        return blake2b(repr(public).encode(), digest_size=8).digest()

    return lot
