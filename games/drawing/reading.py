"""A drawing of ours taken apart into what a sheet is stamped with.

It knows what our pictures are made of and nothing else: pointers, texts, outlines, groups that set
paint or place, and a ground of one pattern.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

from games.drawing.ways import HEIGHT, WIDTH

EARTH = f'<path fill="url(#earth)" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>'
"""What lies under every card of a maze."""

_PLACED = re.compile(r"translate\((\S+) (\S+)\) ?")
_FIELD = re.compile(r"M0 0h(\d+)v(\d+)H0z")


class Piece(NamedTuple):
    """What is to be stamped, and where its origin comes to lie, in drawing units."""

    body: str
    x: float = 0
    y: float = 0


def pieces(drawn: str) -> Iterator[Piece]:
    """Take a drawing apart, from back to front."""
    for part in ET.fromstring(f"<svg>{drawn}</svg>"):  # noqa: S314 (our own)
        yield from _pieces(part, 0, 0, "{}")


def _pieces(part: ET.Element, x: float, y: float, inside: str) -> Iterator[Piece]:
    """Take one part apart; `inside` are the groups around it."""
    kind = part.tag
    if kind == "rect" and "x" not in part.attrib:
        return  # what is under everything, and there already
    if kind == "g":
        yield from _of_group(part, x, y, inside)
    elif kind == "path":
        yield from _of_ground(part, x, y)
    elif kind in ("use", "text", "rect"):
        x, y = x + float(part.attrib.pop("x", 0)), y + float(part.attrib.pop("y", 0))
        yield Piece(inside.format(_written(part)), x, y)
    else:
        raise ValueError(f"no letter's picture holds <{kind}>")


def _of_group(group: ET.Element, x: float, y: float, inside: str) -> Iterator[Piece]:
    place = _PLACED.match(group.get("transform", ""))
    if place:
        x, y = x + float(place[1]), y + float(place[2])
        group.set("transform", group.attrib["transform"][place.end() :])
    if group.get("transform") == "":
        del group.attrib["transform"]
    if "transform" in group.attrib or "clip-path" in group.attrib:
        yield Piece(inside.format(_written(group)), x, y)
        return
    around = "".join(f' {name}="{value}"' for name, value in group.items())
    inside = inside.format(f"<g{around}>{{}}</g>") if around else inside
    for part in group:
        yield from _pieces(part, x, y, inside)


def _of_ground(part: ET.Element, x: float, y: float) -> Iterator[Piece]:
    """Lay a pattern's cell all over the field."""
    field = _FIELD.fullmatch(part.get("d", ""))
    if field is None:
        raise ValueError("only a whole field is one path")
    for down in range(0, int(field[2]), HEIGHT):
        for right in range(0, int(field[1]), WIDTH):
            yield Piece(EARTH, x + right, y + down)


def _written(part: ET.Element) -> str:
    part.tail = None
    return ET.tostring(part, encoding="unicode")
