"""Junk for the receiver, from a process of its own: many lines at once, and no good one.

Some say nothing and stay, some name addresses that nobody has, some are too large, some are no mail
at all, and some know an address but are not whom it belongs to. Each second it tells how many lines
it has had.
"""

import asyncio
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count, cycle

LINES = 80
"""At once: more than the receiver has room for."""
_SILENT = 20.0
"""Seconds that somebody says nothing."""
_HARD = b"Content-Type: text/html\r\n\r\n" + b"<div>On 1 wrote: <blockquote>\r\n" * 6_000
"""A mail that takes a while to read."""

_had = count()
_seen = [0]


async def _says(reader: StreamReader, writer: StreamWriter, *words: bytes) -> None:
    for word in words:
        writer.write(word + b"\r\n")
        await writer.drain()
        await reader.readline()


async def _silent(reader: StreamReader, _writer: StreamWriter, _known: bytes) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_SILENT):
            await reader.read()


async def _unknown(reader: StreamReader, writer: StreamWriter, known: bytes) -> None:
    nobody = b"RCPT TO:<play-1-1-1-1-junk@%s>" % known.rpartition(b"@")[2]
    await _says(reader, writer, b"HELO junk", b"MAIL FROM:<junk@junk.example>", *[nobody] * 5)


async def _large(reader: StreamReader, writer: StreamWriter, _known: bytes) -> None:
    mail = b"MAIL FROM:<junk@junk.example> SIZE=99999999"
    await _says(reader, writer, b"EHLO junk", *[mail] * 5)


async def _garbage(_reader: StreamReader, writer: StreamWriter, _known: bytes) -> None:
    for part in range(200):
        writer.write(bytes(at * part % 251 for at in range(1_000)))
        await writer.drain()


async def _forged(reader: StreamReader, writer: StreamWriter, known: bytes) -> None:
    sender, receiver = b"MAIL FROM:<junk@junk.example>", b"RCPT TO:<%s>" % known
    await _says(reader, writer, b"HELO junk", sender, receiver, b"DATA", _HARD + b".")


async def _torn(reader: StreamReader, writer: StreamWriter, known: bytes) -> None:
    sender, receiver = b"MAIL FROM:<junk@junk.example>", b"RCPT TO:<%s>" % known
    await _says(reader, writer, b"HELO junk", sender, receiver, b"DATA")
    writer.write(_HARD[:50_000])


_KINDS: tuple[Callable[[StreamReader, StreamWriter, bytes], Awaitable[None]], ...] = (
    *(_silent, _unknown, _large, _unknown, _garbage, _silent, _unknown, _forged, _torn, _silent),
)


async def _line(port: int, known: bytes, begin: int) -> None:
    kinds = cycle((*_KINDS[begin % len(_KINDS) :], *_KINDS[: begin % len(_KINDS)]))
    for kind in kinds:
        with suppress(OSError, EOFError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            _seen[0] = next(_had) + 1
            try:
                await kind(reader, writer, known)
            finally:
                writer.close()
        # Nobody's machine is quicker than this for each of its lines.
        await asyncio.sleep(0.02)


async def _tell() -> None:
    while True:
        sys.stdout.write(f"{_seen[0]} lines\n")
        sys.stdout.flush()
        await asyncio.sleep(1)


async def _flood(port: int, known: bytes) -> None:
    await asyncio.gather(_tell(), *(_line(port, known, at) for at in range(LINES)))


if __name__ == "__main__":
    asyncio.run(_flood(int(sys.argv[1]), sys.argv[2].encode()))
