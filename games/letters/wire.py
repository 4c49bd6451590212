"""A message as the bytes that go over the line: of the same message always the same.

The standard library takes longer to write a letter down than all else that makes it. It writes any
message; ours have few shapes.
"""

import quopri
from binascii import b2a_base64
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from email.message import Message
from functools import lru_cache
from typing import Any, Protocol

from django.core.mail import BadHeaderError
from django.core.mail.message import forbid_multi_line_headers

from games.letters.wrapping import flowed

_CHARSET = "utf-8"
LONGEST = 998
"""Bytes of a line without its end (RFC 5322, 2.1.1); a longer one is written in another way."""


_PICTURE_LINE = 76
_WORD = 54
"""Characters of a subject in one encoded word: with all around them its line is short enough."""


class Sealed(Protocol):
    """What a message of ours consists of."""

    subject: Any
    body: Any
    alternatives: Any
    pictures: tuple[tuple[str, bytes], ...]
    """Each with the Content-ID that the page calls it by."""
    from_email: str
    to: list[str]
    extra_headers: dict[str, str]


class Finished(Message):
    """A message that was read from its own bytes."""

    wire: bytes

    def as_bytes(self, unixfrom: bool = False, policy: Any = None, linesep: str = "\n") -> bytes:  # noqa: FBT001, FBT002
        """Give the bytes back, with these ends of lines."""
        del unixfrom, policy
        return self.wire.replace(b"\r\n", linesep.encode())


def finished(wire: bytes) -> Finished:
    """Read a message from its bytes, for who wants to look into it."""
    read = message_from_bytes(wire, _class=Finished)
    read.wire = wire
    return read


def written(message: Sealed) -> bytes:
    """Write a message down; raises BadHeaderError if a header has more than one line."""
    own = dict(message.extra_headers)
    sender = own.pop("From", message.from_email)
    name = own["Message-ID"].strip("<>").partition("@")[0]
    texts = [_text("plain; format=flowed", flowed(str(message.body)))]
    texts += [_text("html", str(page)) for page, _kind in message.alternatives]
    body = _multipart("alternative", f"=_{name}_texts", texts)
    if message.pictures:
        pictures = (_picture(*picture) for picture in message.pictures)
        # RFC 2387, 3.1: the type of the part that the pictures belong to must be named.
        related = 'related; type="multipart/alternative"'
        body = _multipart(related, f"=_{name}_whole", [body, *pictures])
    said = [
        _address("From", sender),
        _address("To", ", ".join(message.to)),
        *(forbid_multi_line_headers(name, str(value), _CHARSET) for name, value in own.items()),
    ]
    subject = ("Subject", _subject(str(message.subject)))
    return _crlf(_lines([subject, *said, ("MIME-Version", "1.0")])) + body


@lru_cache(maxsize=1_000)
def _address(name: str, value: str) -> tuple[str, str]:
    """Write down who sends or reads it: the same few people again and again."""
    written: tuple[str, str] = forbid_multi_line_headers(name, value, _CHARSET)
    return written


def _subject(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise BadHeaderError("a subject has one line")
    return text if text.isascii() else "\n ".join(_words(text))


def _words(text: str) -> Iterator[str]:
    """Write a header's text as words that every server lets through (RFC 2047, 4.2)."""
    word = ""
    for quoted in map(_quoted, text):
        if len(word) + len(quoted) > _WORD:
            yield f"=?{_CHARSET}?q?{word}?="
            word = ""
        word += quoted
    yield f"=?{_CHARSET}?q?{word}?="


@lru_cache(maxsize=2_000)
def _quoted(char: str) -> str:
    if char.isascii() and char.isalnum():
        return char
    return "_" if char == " " else "".join(f"={byte:02X}" for byte in char.encode())


def _multipart(kind: str, boundary: str, parts: Iterable[bytes]) -> bytes:
    head = _lines([("Content-Type", f'multipart/{kind}; boundary="{boundary}"')])
    between = f"\r\n--{boundary}\r\n".encode()
    inside = b"".join(piece for part in parts for piece in (between, part))
    return b"".join((_crlf(head), inside, between[:-2], b"--\r\n"))


def _text(kind: str, text: str) -> bytes:
    data = text.encode()
    plain = max(map(len, data.split(b"\n"))) <= LONGEST
    head = [
        ("Content-Type", f'text/{kind}; charset="{_CHARSET}"'),
        ("Content-Transfer-Encoding", "8bit" if plain else "quoted-printable"),
    ]
    return _crlf(_lines(head) + b"\n" + (data if plain else quopri.encodestring(data)))


def _picture(content_id: str, png: bytes) -> bytes:
    head = [
        ("Content-Type", "image/png"),
        ("Content-Transfer-Encoding", "base64"),
        ("Content-ID", f"<{content_id}>"),
        ("Content-Disposition", f'inline; filename="{file_name(content_id)}"'),
    ]
    return _crlf(_lines(head)) + b"\r\n" + _coded(png)


def file_name(content_id: str) -> str:
    """Name the file of a picture, for mail programs that save it."""
    return f"{content_id.partition('.')[0]}.png"


# All who see the same get the same picture, mostly one right after the other.
@lru_cache(maxsize=128)
def _coded(png: bytes) -> bytes:
    coded = b2a_base64(png, newline=False)
    lines = [coded[at : at + _PICTURE_LINE] for at in range(0, len(coded), _PICTURE_LINE)]
    return b"\r\n".join((*lines, b""))


def _lines(headers: Iterable[tuple[str, Any]]) -> bytes:
    return "".join(f"{name}: {value}\n" for name, value in headers).encode("ascii")


def _crlf(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
