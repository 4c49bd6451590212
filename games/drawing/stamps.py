"""Symbols as pixels: each is drawn once in a release and then stamped wherever a picture has it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import resvg_py
from django.core.cache import cache

from games.drawing.colours import FLAT, PLTE, nearest, veil
from games.drawing.png import rows_of
from games.drawing.symbols import definitions

Density = float

_FONT = Path(__file__).parent / "fonts" / "coordinates.ttf"
# Around the origin of a symbol, in drawing units: a card and what reaches over its edges.
_LEFT, _TOP, _WIDTH, _HEIGHT = 24, 24, 96, 120
_OPAQUE, _HARDLY = 248, 8
_STEP = 32


class Run(NamedTuple):
    """Pixels side by side: colours that cover what was there, or a veil over it."""

    down: int
    right: int
    length: int
    pixels: bytes
    veiled: bool = False
    """Whether `pixels` is a table of what each colour looks like behind this one."""

    def between(self, begin: int, end: int) -> "Run":
        """Take a part of it."""
        skipped, length = begin - self.right, end - begin
        pixels = self.pixels if self.veiled else self.pixels[skipped : skipped + length]
        return Run(self.down, begin, length, pixels, self.veiled)


Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


@dataclass(frozen=True, eq=False)
class Stamp:
    """A piece of a picture around its origin."""

    runs: tuple[Run, ...]

    @cached_property
    def box(self) -> Box:
        """How far it reaches."""
        runs = self.runs or (Run(0, 0, 0, b""),)
        return (
            min(run.right for run in runs),
            min(run.down for run in runs),
            max(run.right + run.length for run in runs),
            max(run.down for run in runs) + 1,
        )

    def within(self, box: Box) -> "Stamp":
        """Cut off what lies outside of a box."""
        left, top, right, bottom = box
        cut = []
        for run in self.runs:
            begin, end = max(run.right, left), min(run.right + run.length, right)
            if top <= run.down < bottom and begin < end:
                cut.append(run.between(begin, end))
        return Stamp(tuple(cut))

    def repeated(self, times: int) -> "Stamp":
        """Set it side by side with itself; only for what fills its whole width."""
        return Stamp(
            tuple(
                run._replace(length=run.length * times, pixels=run.pixels * times)
                for run in self.runs
            )
        )


@lru_cache(maxsize=2_000)
def stamp(body: str, density: Density) -> Stamp:
    """Draw a piece of a picture that is about as large as a card, around its origin."""
    # Drawing one costs as much as putting a whole picture together: the next process finds it.
    symbols = definitions(body)
    key = f"stamp:{density}:{_digest(symbols + body)}:{_COLOURS}"
    kept: Stamp | None = cache.get(key)
    if kept is None:
        kept = Stamp(tuple(_runs(_drawn(symbols, body, density), density)))
        cache.set(key, kept, timeout=None)
    return kept


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=20).hexdigest()


_COLOURS = _digest(PLTE.hex())


def _drawn(symbols: str, body: str, density: Density) -> bytes:
    for glow, plain in FLAT.items():
        body = body.replace(glow, plain)
    view = f"{-_LEFT} {-_TOP} {_WIDTH} {_HEIGHT}"
    # Never the system's fonts: without this one the letters of the columns would vanish in silence.
    return resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">'
        f"{symbols}{body}</svg>",
        width=round(_WIDTH * density),
        shape_rendering="crisp_edges",
        skip_system_fonts=True,
        font_files=[str(_FONT)],
    )


def _runs(png: bytes, density: Density) -> Iterator[Run]:
    left, top = round(_LEFT * density), round(_TOP * density)
    for y, row in enumerate(rows_of(png)):
        if not any(row):
            continue
        at, solid = 0, bytearray()
        for pixel, many in groupby(zip(*[iter(row)] * 4, strict=True)):
            *colour, alpha = pixel
            length = len(list(many))
            if alpha >= _OPAQUE:
                solid += bytes((nearest((*colour,)),)) * length
            else:
                if solid:
                    yield Run(y - top, at - len(solid) - left, len(solid), bytes(solid))
                    solid.clear()
                if alpha > _HARDLY:
                    table = veil((*colour,), min(255, round(alpha / _STEP) * _STEP))
                    yield Run(y - top, at - left, length, table, veiled=True)
            at += length
        if solid:
            yield Run(y - top, at - len(solid) - left, len(solid), bytes(solid))
