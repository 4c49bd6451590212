"""Bars of how often something came, as pictures of our own; each says in words what it shows."""

from collections import Counter
from collections.abc import Mapping
from html import escape

from games.leagues.rehearsal.figures import Figures

WIDE, HIGH, BELOW, LEAST = 480, 160, 24, 18
LETTERS = 15
"""On a narrow screen they are as large as small print yet."""
MOST_BARS = 12


def bars(title: str, counts: Mapping[str, int]) -> str:
    """Draw a bar for each count, with its name beneath and its number above."""
    step = WIDE / max(len(counts), 1)
    most = max(counts.values(), default=0) or 1
    parts = []
    for at, (name, count) in enumerate(counts.items()):
        high = count * (HIGH - LEAST) / most
        middle = (at + 0.5) * step
        parts.append(
            f'<rect x="{at * step + 1:.1f}" y="{HIGH - high:.1f}" width="{step - 2:.1f}" '
            f'height="{high:.1f}"/>'
            f'<text x="{middle:.1f}" y="{HIGH - high - 4:.1f}">{count}</text>'
            f'<text x="{middle:.1f}" y="{HIGH + 17}">{escape(name)}</text>'
        )
    told = ", ".join(f"{name}: {count}" for name, count in counts.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bars" role="img" '
        f'viewBox="0 0 {WIDE} {HIGH + BELOW}" font-size="{LETTERS}" text-anchor="middle" '
        f'fill="currentColor"><title>{escape(title)}</title><desc>{escape(told)}</desc>'
        f"{''.join(parts)}</svg>"
    )


def gathered(counts: Mapping[int, int], most: int = MOST_BARS) -> dict[str, int]:
    """Fold counts of numbers into at most so many steps of equal width, each named by its least."""
    least, last = min(counts), max(counts)
    width = -(-(last - least + 1) // most)
    return {
        str(step): sum(counts.get(number, 0) for number in range(step, step + width))
        for step in range(least, last + 1, width)
    }


def shown(figures: Figures) -> dict[str, dict[str, int]]:
    """What is drawn of a rehearsal: how long it lasts, who meets how often, how many at once."""
    return {
        "length": gathered(Counter(figures.lengths)),
        "meetings": gathered(_numbers(figures.meetings)),
        "at-once": gathered(_numbers(figures.games_at_once)),
    }


def _numbers(counts: Mapping[str, int]) -> dict[int, int]:
    return {int(name): count for name, count in counts.items()}
