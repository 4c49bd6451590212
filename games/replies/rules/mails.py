"""Read an incoming mail: who sent it, what it answers, whether a machine wrote it, what it says.

Anybody can send one. So whatever Python's readers take longer for than the length alone explains is
refused before they see it: long heads, parts without end, addresses in nested brackets.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses

from games.replies.rules import flowed, hypertext
from games.replies.rules.written import written

MOST_PARTS = 100
MOST_NESTED = 20
"""Python reads each part inside the one before it."""
MOST_SEPARATORS = 1_000
"""Lines that begin with two dashes, as those between parts do."""
LONGEST_HEADS = 64 * 1024
LONGEST_TYPE = 2_000
"""Characters of one header about the kind of a part."""
LONGEST_ADDRESSES = 2_000
MOST_BRACKETS = 50
"""In addresses. Python reads each inside the one before it."""
LONGEST_CHECKED = 8 * 1024
"""Characters that our own server may write about a mail's sender."""
LONGEST_TEXT = 200_000
"""Characters of one part that are looked at; nobody types that many."""
_PART = re.compile(rb"^content-type[ \t]*:", re.IGNORECASE | re.MULTILINE)
_NESTED = re.compile(rb"multipart/|message/rfc822", re.IGNORECASE)
_TYPE = re.compile(
    rb"^content-(?:type|disposition)[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE
)
_NAMED = re.compile(r"<([^<>\s]{1,250})>")
_NO_CHARSETS = frozenset(("idna", "punycode", "raw-unicode-escape", "unicode-escape"))
"""Codecs of Python's that no mail names; some of them are slow."""


class Unreadable(Exception):
    """Bytes that no mail program writes."""


@dataclass(frozen=True, slots=True)
class Mail:
    """What of a mail is asked about."""

    sender: str
    """The one address that it says it is from; empty if it names none, or several."""
    name: str
    """The mail's own (Message-ID), without its brackets; perhaps none."""
    answers: tuple[str, ...]
    """The mails that it answers, the nearest first."""
    subject: str
    automatic: bool
    """Whether a machine wrote it: nobody answers that, and it asks for nothing."""
    away: bool
    """Whether that machine says that its owner is not there."""
    checked: tuple[str, ...]
    """What servers wrote about its sender (RFC 8601) above the first `Received`."""
    whole: Message = field(repr=False)

    @property
    def text(self) -> str:
        """What its sender wrote, without what he quoted and signed with.

        Finding it takes far longer than the rest, so do it only for a sender who is known, and
        outside any transaction. Raises Unreadable.
        """
        return _text(self.whole)


def check(raw: bytes) -> None:
    """Raise Unreadable for bytes that would take Python's reader long."""
    text = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    heads = text.find(b"\n\n")
    if (
        (heads if heads >= 0 else len(text)) > LONGEST_HEADS
        or text.count(b"\n--") > MOST_SEPARATORS
        or len(_PART.findall(text)) > MOST_PARTS
        or len(_NESTED.findall(text)) > MOST_NESTED
        or max(map(len, _TYPE.findall(text)), default=0) > LONGEST_TYPE
    ):
        raise Unreadable


def read(raw: bytes) -> Mail:
    """Read a mail; raise Unreadable."""
    check(raw)
    message = message_from_bytes(raw)
    return Mail(
        sender=_sender(message),
        name=next(iter(_names(message, "Message-ID")), ""),
        answers=tuple(
            dict.fromkeys(
                (*_names(message, "In-Reply-To"), *reversed(_names(message, "References")))
            )
        ),
        subject=" ".join(_header(message, "Subject").split())[:200],
        automatic=_is_automatic(message),
        away=_says_away(message),
        checked=tuple(_checked(message)),
        whole=message,
    )


def _header(message: Message, name: str) -> str:
    # Bytes that are no characters make it more than a string.
    return str(message.get(name, ""))


def addresses(values: Iterable[str]) -> list[str]:
    """Read the addresses of some headers; raise Unreadable."""
    given = list(values)
    if sum(map(len, given)) > LONGEST_ADDRESSES or sum(map(_brackets, given)) > MOST_BRACKETS:
        raise Unreadable
    return [address for _name, address in getaddresses(given) if "@" in address]


def _brackets(value: str) -> int:
    return value.count("(") + value.count("[")


def _sender(message: Message) -> str:
    found = addresses(str(value) for value in message.get_all("From", []))
    return found[0].strip().lower() if len(found) == 1 else ""


def _checked(message: Message) -> Iterator[str]:
    """Go through what was written above the line that our own server wrote as it got the mail.

    A sender writes nothing there: a server puts its lines above all that are in the mail.
    """
    length = 0
    for name, value in message.items():
        if name.lower() == "received":
            return
        if name.lower() == "authentication-results":
            length += len(str(value))
            if length > LONGEST_CHECKED:
                raise Unreadable
            yield str(value)


def _names(message: Message, header: str) -> list[str]:
    return _NAMED.findall(_header(message, header))[-20:]


_AUTOMATIC = ("bulk", "junk", "list", "auto_reply", "auto-reply")
_MARKS = ("X-Autoreply", "X-Autorespond", "X-Auto-Reply-From", "X-Mail-Autoreply", "List-Id")
_REPORTS = ("multipart/report", "message/delivery-status", "message/disposition-notification")
_MACHINES = ("mailer-daemon", "postmaster", "noreply", "no-reply")


def _is_automatic(message: Message) -> bool:
    """Tell whether a machine wrote it (RFC 3834, and what came before it and beside it)."""
    # "no" says that a person wrote it; there may be a remark behind.
    submitted = _header(message, "Auto-Submitted").split(";")[0].strip().lower()
    precedence = _header(message, "Precedence").strip().lower()
    name, _, _host = _sender(message).partition("@")
    return (
        submitted not in ("", "no")
        or precedence in _AUTOMATIC
        or any(message.get(mark) is not None for mark in _MARKS)
        or _header(message, "Return-Path").strip() == "<>"
        or message.get_content_type() in _REPORTS
        or name in _MACHINES
    )


def _says_away(message: Message) -> bool:
    """Tell whether it is the answer of a mailbox whose owner is away; a bounce is none."""
    name, _, _host = _sender(message).partition("@")
    if message.get_content_type() in _REPORTS or name in _MACHINES:
        return False
    submitted = _header(message, "Auto-Submitted").lower().strip()
    marked = any(message.get(mark) is not None for mark in _MARKS[:-1])
    return _is_automatic(message) and (submitted.startswith("auto-replied") or marked)


def _text(message: Message) -> str:
    """Return what was written: in text if there is any, else in HTML."""
    found = ""
    for kind in ("text/plain", "text/html"):
        parts = (part for part in _shown(message) if part.get_content_type() == kind)
        found = "\n".join(filter(None, map(_part, parts)))
        if found:
            break
    return found


def _shown(message: Message) -> Iterator[Message]:
    """Go through the parts that a mail program shows as the mail itself."""
    if message.get_content_maintype() == "multipart":
        parts = message.get_payload()
        for part in parts if isinstance(parts, list) else ():
            assert isinstance(part, Message), "a multipart holds messages"
            yield from _shown(part)
    elif message.get_content_disposition() != "attachment" and message.get_filename() is None:
        # A mail that is passed on within it is somebody else's words.
        yield message


def _part(part: Message) -> str:
    # Halves of characters and the character that is none can be written, and never kept.
    whole = _decoded(part)[:LONGEST_TEXT].encode("utf-8", "replace").decode()
    text = whole.replace("\0", "")
    if part.get_content_type() == "text/html":
        try:
            return written(hypertext.plain(text))
        except hypertext.BrokenHtml as broken:
            raise Unreadable from broken
    if _parameter(part, "format") == "flowed":
        text = flowed.joined(text, without_space=_parameter(part, "delsp") == "yes")
    return written(text)


def _parameter(part: Message, name: str) -> str:
    found = part.get_param(name, "")
    return found.lower() if isinstance(found, str) else ""


def _decoded(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    for charset in (part.get_content_charset(), "utf-8", "windows-1252"):
        try:
            name = codecs.lookup(charset or "utf-8").name
            if name not in _NO_CHARSETS:
                return payload.decode(name)
        except (LookupError, ValueError):
            # Named wrongly, or not at all: the usual ones are tried.
            continue
    return payload.decode("latin-1")
