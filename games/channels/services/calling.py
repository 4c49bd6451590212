"""One message goes over the line, and its answer is read: in bounded time, and not a byte further.

The name is looked up once, each of its addresses is looked at, and the line goes to one of these
very addresses: a name that leads elsewhere a moment later leads us nowhere. No redirection is
followed, no proxy is asked, and of the answer nothing is read but its head.
"""

import re
import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, parse_headers
from io import BytesIO
from queue import Empty, Queue
from threading import Thread

from django.conf import settings

from games.channels.rules import places
from games.channels.rules.answers import Answer
from games.channels.rules.messages import Message
from games.channels.rules.places import BadPlace, Place

SECONDS = 10.0
"""So long one call may take in all."""
LARGEST_HEAD = 16 * 1024
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])(?:[ \r]|$)")
_END = b"\r\n\r\n"


class _NoAnswer(Exception):
    """Nothing came that says how it went."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


def call(url: str, message: Message) -> Answer:
    """Post a message; what the answer says, or what was the matter. Raises nothing."""
    ends = time.monotonic() + SECONDS
    try:
        place = places.read(url, allowed=settings.CHANNELS_ALLOWED)
        with _line(place, ends) as line:
            return _asked(line, place, message, ends)
    except BadPlace:
        return Answer(fault="private")
    except _NoAnswer as problem:
        return Answer(fault=problem.fault)
    except TimeoutError:
        return Answer(fault="slow")
    except ssl.SSLError:
        return Answer(fault="tls")
    except (OSError, HTTPException):
        return Answer(fault="no-line")


def _line(place: Place, ends: float) -> socket.socket:
    """Open a line to one of the addresses of a name, if all of them are everybody's."""
    addresses = _addresses(place, ends)
    for number, address in enumerate(addresses, 1):
        # Each may take its share of what is left, so that the last one has its turn.
        share = _left(ends) / (len(addresses) - number + 1)
        try:
            bare = socket.create_connection((address, place.port), timeout=share)
        except OSError:
            if number == len(addresses):
                raise
            continue
        try:
            bare.settimeout(_left(ends))
            return ssl.create_default_context().wrap_socket(bare, server_hostname=place.host)
        except BaseException:
            bare.close()
            raise
    raise _NoAnswer("no-name")


def _addresses(place: Place, ends: float) -> Sequence[str]:
    """Look a name up. If one of its addresses is nobody's business of ours, none is called."""
    found = _looked_up(place, _left(ends))
    if place.named not in settings.CHANNELS_ALLOWED and not all(map(places.is_everybodys, found)):
        raise _NoAnswer("private")
    return found[:4]


def _looked_up(place: Place, patience: float) -> list[str]:
    # The system's own search cannot be told when to give up, so nobody waits for its end.
    answer = Queue[list[str]](1)

    def look() -> None:
        found: list[str] = []
        with suppress(OSError, UnicodeError):
            told = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
            found = list(dict.fromkeys(str(address[0]) for *_, address in told))
        answer.put(found)

    Thread(target=look, name="channel-name", daemon=True).start()
    try:
        return answer.get(timeout=patience)
    except Empty:
        raise _NoAnswer("slow") from None


def _asked(line: socket.socket, place: Place, message: Message, ends: float) -> Answer:
    asking = HTTPConnection(place.host, place.port)
    asking.sock = line
    line.settimeout(_left(ends))
    host = f"[{place.host}]" if ":" in place.host else place.host
    named = host if place.port == places.PORT else f"{host}:{place.port}"
    headers = {"Host": named, "Connection": "close", **message.headers}
    asking.request("POST", place.target, message.body, headers)
    return _read(line, ends)


def _read(line: socket.socket, ends: float) -> Answer:
    """Read the head of an answer, and leave the rest where it is."""
    told = b""
    while True:
        head, end, rest = told.partition(_END)
        status = _status(head) if end else 0
        if status >= 200:
            return Answer(status=status, wait=_wait(head))
        if end:
            told = rest  # it said that an answer will come
            continue
        if len(told) > LARGEST_HEAD:
            raise _NoAnswer("unread")
        line.settimeout(_left(ends))
        more = line.recv(4096)
        if not more:
            raise _NoAnswer("unread")
        told += more


def _status(head: bytes) -> int:
    found = _STATUS.match(head)
    if found is None:
        raise _NoAnswer("unread")
    return int(found[1])


def _wait(head: bytes) -> int:
    """Read how many seconds the server asks us to wait; a date it is not worth."""
    _, _, lines = head.partition(b"\r\n")
    try:
        asked = parse_headers(BytesIO(lines + _END)).get("Retry-After", "").partition(".")[0]
    except HTTPException:
        # Too many lines. Its status stands: a message that was taken must not go again.
        return 0
    return int(asked) if re.fullmatch("[0-9]{1,6}", asked) else 0


def _left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
