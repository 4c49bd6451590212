"""Places smaller than a cell that can be picked: a sign for each, and room for a finger."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import combinations, groupby
from math import dist
from typing import NamedTuple

from games.drawing.boxes import Spot
from games.drawing.frame import Frame
from games.drawing.pointers import moved, use
from games.drawing.ways import HEIGHT, WIDTH

FINGER = 44
"""So many pixels, at the least, is across what can be touched."""
TIP = 24
"""So many is the sign of a spot."""
SPOT = 10
"""Its radius in drawing units."""
_REACH = SPOT * FINGER / TIP
"""The radius of what a finger may hit."""

Point = tuple[float, float]


class Touch(NamedTuple):
    """A place smaller than a cell that can be picked."""

    spot: Spot
    href: str
    name: str
    harm: bool = False
    """Whether picking it costs something."""


# Each place is measured against each, and the next step of choosing mostly shows the same.
@lru_cache(maxsize=256)
def touched(shown: Frame, places: tuple[Touch, ...]) -> str:
    """Draw the places as links: none lies under another, and all are as large as there is room."""
    lying = list(_spread(shown, places))
    points = [at for _place, at in lying]
    return "".join(_link(place, at, _reach(at, points)) for place, at in lying)


def _spread(shown: Frame, places: Iterable[Touch]) -> Iterator[tuple[Touch, Point]]:
    """Draw the places of each cell apart until a finger hits one of them."""
    by_cell = sorted(places, key=lambda place: place.spot.cell)
    for cell, group in groupby(by_cell, key=lambda place: place.spot.cell):
        left, top = shown.corner(cell)
        found = list(group)
        for place, (x, y) in zip(found, _apart([each.spot.at for each in found]), strict=True):
            yield place, (left + x, top + y)


def _apart(points: Sequence[Point]) -> Sequence[Point]:
    """Move points of a card away from their middle, but not off the card."""
    nearest = min((dist(*pair) for pair in combinations(points, 2)), default=2 * _REACH)
    if not 0 < nearest < 2 * _REACH:
        return points
    far = 2 * _REACH / nearest
    middle = [sum(along) / len(points) for along in zip(*points, strict=True)]
    return [
        (_on_card(middle[0] + (x - middle[0]) * far, WIDTH),
         _on_card(middle[1] + (y - middle[1]) * far, HEIGHT))
        for x, y in points
    ]  # fmt: skip


def _on_card(to: float, size: int) -> float:
    return round(min(max(to, SPOT), size - SPOT), 1)


def _reach(at: Point, points: Sequence[Point]) -> float:
    """Go half the way to the next place at most, so that each finger hits one."""
    nearest = min((dist(at, each) for each in points if each != at), default=2 * _REACH)
    return round(max(SPOT, min(_REACH, nearest / 2)), 1)


def _link(place: Touch, at: Point, reach: float) -> str:
    name = escape(place.name)
    where = f'cx="{at[0]:g}" cy="{at[1]:g}"'
    return (
        f'<a class="lit lit-spot{" lit-harm" if place.harm else ""}"'
        f' href="{escape(place.href)}" aria-label="{name}"><title>{name}</title>'
        f'<circle {where} r="{reach:g}" fill-opacity="0"/>'
        f'<circle {where} r="{SPOT}" {_HARM if place.harm else _SAFE}/>'
        f"{_sign(at, harm=place.harm)}</a>"
    )


_SAFE = 'fill="#17120e" fill-opacity=".8" stroke="#ffcf5c" stroke-width="2.5"'
_HARM = 'fill="#7c1d12" fill-opacity=".72" stroke="#ffb199" stroke-width="2.5"'


def _sign(at: Point, *, harm: bool) -> str:
    if not harm:
        return moved(use("field-lit"), at, 0.62)
    return (
        f'<text x="{at[0]:g}" y="{at[1] + 6:g}" fill="#fff" font-size="16" font-weight="700"'
        ' text-anchor="middle" font-family="DejaVu Sans,Verdana,sans-serif" aria-hidden="true">'
        "!</text>"
    )
