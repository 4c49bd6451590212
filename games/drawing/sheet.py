"""A picture as pixels: what was drawn once is stamped wherever the picture has it."""

from functools import lru_cache

from games.drawing import png
from games.drawing.colours import GROUND, PLTE, colour_of, nearest
from games.drawing.reading import Piece, pieces
from games.drawing.stamps import Density, Stamp, stamp
from games.drawing.ways import HEIGHT, WIDTH

_UNDER = bytes((nearest(colour_of(GROUND)),))

Places = tuple[tuple[int, int, bytes], ...]
"""Where something begins and ends, and what it is."""
Face = tuple[bytes, ...]
"""What is seen of a card, row by row."""


class Sheet:
    """One picture, stamped from back to front."""

    def __init__(self, size: tuple[int, int], density: Density, rows: bytes = b"") -> None:
        self.width, self.height = (int(side * density) for side in size)
        self.density = density
        # Each row begins with the zero that a PNG wants there.
        self.stride = self.width + 1
        self.rows = bytearray(rows or (b"\0" + _UNDER * self.width) * self.height)

    def png(self) -> bytes:
        """Write it down."""
        return png.written((self.width, self.height), PLTE, self.rows)

    def press(self, piece: Piece) -> None:
        """Stamp a piece."""
        left, top = self._pixel(piece.x), self._pixel(piece.y)
        found = self._cut(stamp(piece.body, self.density), left, top)
        at, rows = top * self.stride + 1 + left, self.rows
        solid, veils = _laid(found, self.stride)
        for begin, end, pixels in solid:
            rows[at + begin : at + end] = pixels
        for begin, end, table in veils:
            rows[at + begin : at + end] = rows[at + begin : at + end].translate(table)

    def lay(self, face: Face, x: float, y: float) -> None:
        """Lay a card."""
        at = self._pixel(y) * self.stride + 1 + self._pixel(x)
        stride, width, rows = self.stride, len(face[0]), self.rows
        for pixels in face:
            rows[at : at + width] = pixels
            at += stride

    def _pixel(self, at: float) -> int:
        return int(at * self.density + 0.5)

    def _cut(self, found: Stamp, left: int, top: int) -> Stamp:
        """Leave away what would lie outside."""
        box = found.box
        if (
            left + box[0] >= 0
            and top + box[1] >= 0
            and left + box[2] <= self.width
            and top + box[3] <= self.height
        ):
            return found
        return found.within((-left, -top, self.width - left, self.height - top))


# Cards of a kind look the same wherever they lie, and most are put together of four stamps.
@lru_cache(maxsize=1_000)
def face(drawn: str, density: Density) -> Face:
    """Draw a card upon the earth, or in a hand; what reaches over its edge is cut off."""
    card = Sheet((WIDTH, HEIGHT), density)
    for piece in pieces(drawn):
        card.press(piece)
    begins = range(1, len(card.rows), card.stride)
    return tuple(bytes(card.rows[at : at + card.width]) for at in begins)


# Most pictures are as wide as the box's field.
@lru_cache(maxsize=1_000)
def _laid(piece: Stamp, stride: int) -> tuple[Places, ...]:
    """Say from where to where each run of a stamp goes in rows of this length."""
    places = [(run, run.down * stride + run.right) for run in piece.runs]
    return tuple(
        tuple((at, at + run.length, run.pixels) for run, at in places if run.veiled == veil)
        for veil in (False, True)
    )
