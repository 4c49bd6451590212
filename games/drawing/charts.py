"""Charts of pages as lines and bars: numbers over games, and between which places one will end.

Their colours are the page's (site.css), so they are light and dark with it. What they show stands
beside them in words, too.
"""

from collections.abc import Collection, Sequence

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

_WIDE, _HIGH, _EDGE = 320, 96, 6


def line_svg(values: Sequence[int], name: str, *, faint: int = 0) -> SafeString:
    """Draw numbers one after the other as a line, the first so many of them fainter."""
    least, most = min(values), max(values)
    span, steps = max(most - least, 1), max(len(values) - 1, 1)
    points = [
        (
            _EDGE + at * (_WIDE - 2 * _EDGE) / steps,
            _HIGH - _EDGE - (value - least) * (_HIGH - 2 * _EDGE) / span,
        )
        for at, value in enumerate(values)
    ]
    parts = [
        f'<path class="chart-ground" d="M{_EDGE} {_HIGH - _EDGE}H{_WIDE - _EDGE}"/>',
        _line("chart-faint", points[:faint]),
        _line("chart-line", points[max(faint - 1, 0) :]),
    ]
    x, y = points[-1]
    last = "chart-faint-dot" if faint >= len(values) else "chart-dot"
    parts.append(f'<path class="{last}" d="M{x:.4g} {y:.4g}h.01"/>')
    return _svg("chart", f"0 0 {_WIDE} {_HIGH}", "".join(parts), name)


def range_svg(
    best: int, worst: int, places: int, borders: Collection[int], name: str
) -> SafeString:
    """Draw between which of so many places somebody will end, and the borders after some places."""
    width = 100 / max(places, 1)
    parts = [
        '<rect class="chart-ground" width="100" height="8" rx="2"/>',
        f'<rect class="chart-bar" x="{(best - 1) * width:.4g}" '
        f'width="{(worst - best + 1) * width:.4g}" height="8" rx="2"/>',
        *(
            f'<path class="chart-border" d="M{after * width:.4g} 0v8"/>'
            for after in sorted(borders)
            if 0 < after < places
        ),
    ]
    return _svg("chart-range", "0 0 100 8", "".join(parts), name)


def _line(kind: str, points: Sequence[tuple[float, float]]) -> str:
    if len(points) < 2:
        return ""
    drawn = " ".join(f"{x:.4g},{y:.4g}" for x, y in points)
    return f'<polyline class="{kind}" points="{drawn}"/>'


def _svg(kind: str, box: str, drawn: str, name: str) -> SafeString:
    return mark_safe(  # noqa: S308 (numbers of our own, and a name that is escaped)
        f'<svg class="{kind}" viewBox="{box}" role="img" aria-label="{conditional_escape(name)}"'
        f' preserveAspectRatio="none">{drawn}</svg>'
    )
