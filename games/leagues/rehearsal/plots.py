"""Bars of how often something came, as pictures of our own; each says in words what it shows."""

from collections.abc import Mapping, Sequence
from html import escape

WIDE, HIGH, BELOW, LEAST = 480, 160, 28, 12
MOST_BARS = 24


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
            f'<text x="{middle:.1f}" y="{HIGH - high - 2:.1f}">{count}</text>'
            f'<text x="{middle:.1f}" y="{HIGH + 14}">{escape(name)}</text>'
        )
    told = ", ".join(f"{name}: {count}" for name, count in counts.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bars" role="img" '
        f'viewBox="0 0 {WIDE} {HIGH + BELOW}" font-size="11" text-anchor="middle" '
        f'fill="currentColor"><title>{escape(title)}</title><desc>{escape(told)}</desc>'
        f"{''.join(parts)}</svg>"
    )


def gathered(values: Sequence[int], most: int = MOST_BARS) -> dict[str, int]:
    """Count values in at most so many steps of equal width, each named by its least."""
    least = min(values)
    width = -(-(max(values) - least + 1) // most)
    steps = range(least, max(values) + 1, width)
    return {str(step): sum(step <= value < step + width for value in values) for step in steps}
