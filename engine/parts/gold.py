"""Counting gold."""

from engine.api import Outcome, Seat


def most_wins(scores: tuple[int, ...], *, even_nothing: bool = False) -> Outcome:
    """Let the most gold win and ties share the win; without any gold nobody wins.

    With `even_nothing` all share the win of a game without any gold.
    """
    best = max(scores)
    won = best > 0 or even_nothing
    winners = frozenset(Seat(at) for at, gold in enumerate(scores) if won and gold == best)
    return Outcome(winners, scores)
