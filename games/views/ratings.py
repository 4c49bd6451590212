"""A rating as pages show it: the number, how sure it is, and its way there as a chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.utils.safestring import SafeString

from games import drawing, texts
from games.ratings.selectors import Rated, Step

SHOWN = 100
"""So many of the last games are drawn and listed."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Somebody's rating in one game."""

    name: str
    number: int
    provisional: bool
    note: str
    chart: SafeString
    least: int
    most: int
    steps: tuple[tuple[str, int], ...]
    """The day of each game and the number after it, the last one first."""


def rating(found: Rated) -> Rating:
    """Describe somebody's rating in one game."""
    steps = found.history[-SHOWN:]
    numbers = [step.shown for step in steps]
    said = texts.rating_chart_text(numbers[0], numbers[-1], len(numbers))
    return Rating(
        name=texts.book_name(found.book),
        number=found.shown,
        provisional=found.provisional,
        note=texts.rating_note(found.games, rank=found.rank, of=found.of),
        chart=drawing.line_svg(numbers, said, faint=_unsure(steps)),
        least=min(numbers),
        most=max(numbers),
        steps=tuple((texts.day_text(step.at), step.shown) for step in reversed(steps)),
    )


def _unsure(steps: Sequence[Step]) -> int:
    """Count the games until a rating was sure."""
    return sum(1 for _ in takewhile(lambda step: step.provisional, steps))
