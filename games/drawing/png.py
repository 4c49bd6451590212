"""PNG as far as letters need it: RGBA is read as the renderer writes it, a palette is written."""

import zlib
from collections.abc import Iterator

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PIXEL = 4
_NOTHING = bytes(_PIXEL)
_EFFORT = 5
"""With 6 it would be smaller by a tenth and take almost twice as long."""


def written(size: tuple[int, int], colours: bytes, rows: bytes | bytearray) -> bytes:
    """Write an opaque picture: a byte for each pixel, each row begun by a zero."""
    width, height = size
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x03\0\0\0"
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", head),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", zlib.compress(rows, _EFFORT)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    body = name + data
    return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")


def rows_of(png: bytes) -> Iterator[bytes]:
    """Read the rows of a picture in 8-bit RGBA, four bytes a pixel."""
    chunks = dict[bytes, bytes]()
    at = len(_SIGNATURE)
    while at < len(png):
        size, name = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        chunks[name] = chunks.get(name, b"") + png[at + 8 : at + 8 + size]
        at += size + 12
    width = int.from_bytes(chunks[b"IHDR"][:4], "big") * _PIXEL
    packed, above = zlib.decompress(chunks[b"IDAT"]), bytes(width)
    for start in range(0, len(packed), width + 1):
        above = _unfiltered(packed[start], packed[start + 1 : start + 1 + width], above)
        yield above


def _unfiltered(kind: int, row: bytes, above: bytes) -> bytes:
    """Add to a row what it was foretold to be (PNG specification, 9.2)."""
    if kind == 0:
        return row
    if not any(row) and kind == 2:
        return above
    if not any(row) and not any(above):
        return row
    out, left, before = bytearray(), _NOTHING, _NOTHING
    for at in range(0, len(row), _PIXEL):
        over, rest = above[at : at + _PIXEL], row[at : at + _PIXEL]
        guess = _guess(kind, left, over, before)
        if rest != _NOTHING:
            guess = bytes((x + y) & 255 for x, y in zip(guess, rest, strict=True))
        out += guess
        left, before = guess, over
    return bytes(out)


def _guess(kind: int, left: bytes, over: bytes, before: bytes) -> bytes:
    if kind == 1:
        return left
    if kind == 2 or (kind == 4 and left == before):
        return over
    if kind == 3:
        return bytes((x + y) // 2 for x, y in zip(left, over, strict=True))
    return left if over == before else bytes(map(_paeth, left, over, before))


def _paeth(left: int, over: int, before: int) -> int:
    sum_ = left + over - before
    return min((left, over, before), key=lambda near: abs(sum_ - near))
