"""Counting gold."""

from engine.api import Outcome, Seat


def most_wins(scores: tuple[int, ...]) -> Outcome:
    """Let the most gold win and ties share the win; without any gold nobody wins."""
    best = max(scores)
    return Outcome(
        frozenset(Seat(at) for at, gold in enumerate(scores) if gold == best > 0), scores
    )
