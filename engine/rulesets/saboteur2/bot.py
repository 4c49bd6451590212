"""Decide for an empty seat by its view, the course of the round and a strength."""

from collections.abc import Sequence

from engine.api import Event, Strength
from engine.bots.strength import noticed
from engine.rulesets.saboteur2.former import choose
from engine.rulesets.saboteur2.moves import NOTATION, Move
from engine.rulesets.saboteur2.view import View


def decide(view: View, moves: Sequence[Move], _course: Sequence[Event], strength: Strength) -> Move:
    """Choose the best of the moves that a bot of this strength notices."""
    return choose(view, noticed(view, moves, NOTATION.format, strength))
