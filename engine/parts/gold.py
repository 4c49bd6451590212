"""Counting gold."""

from engine.api import Outcome, Seat


def most_wins(scores: tuple[int, ...]) -> Outcome:
    """Count all gold: the most wins, and a tie is won together."""
    best = max(scores)
    return Outcome(frozenset(Seat(at) for at, gold in enumerate(scores) if gold == best), scores)
