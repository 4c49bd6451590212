"""Post one message to a channel and read the status of its answer, in bounded time.

A name is looked up once. Each of its addresses is checked, and the connection goes to one of these
very addresses: a name that leads elsewhere a moment later leads us nowhere. No redirect is
followed, no proxy is asked, and the body of the answer isn't read.
"""

import asyncio
import re
import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread

import httpx
from django.conf import settings

from games.channels.rules import places
from games.channels.rules.answers import Answer
from games.channels.rules.messages import Message
from games.channels.rules.places import BadPlace, Place

SECONDS = 10.0
"""What one call may take in all."""


class _NoAnswer(Exception):
    """Nothing came that says how it went."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


def call(url: str, message: Message) -> Answer:
    """Post a message; return the status of the answer, or what went wrong. Raise nothing."""
    ends = time.monotonic() + SECONDS
    try:
        place = places.read(url, allowed=settings.CHANNELS_ALLOWED)
        addresses = _addresses(place)
        return asyncio.run(_asked(place, addresses, message, ends - time.monotonic()))
    except BadPlace:
        return Answer(fault="private")
    except _NoAnswer as problem:
        return Answer(fault=problem.fault)
    except (TimeoutError, httpx.TimeoutException):
        return Answer(fault="slow")
    except httpx.ConnectError as problem:
        return Answer(fault="tls" if _is_about_tls(problem) else "no-line")
    except httpx.TransportError:
        return Answer(fault="unread")


def _addresses(place: Place) -> Sequence[str]:
    """Look a name up. If one of its addresses isn't public, call none of them."""
    found = _looked_up(place)
    if not found:
        raise _NoAnswer("no-name")
    if place.named not in settings.CHANNELS_ALLOWED and not all(map(places.is_everybodys, found)):
        raise _NoAnswer("private")
    return found[:4]


def _looked_up(place: Place) -> list[str]:
    # The system's resolver has no timeout to set, so a thread of its own waits for it.
    answer = Queue[list[str]](1)

    def look() -> None:
        found: list[str] = []
        with suppress(OSError, UnicodeError):
            told = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
            found = list(dict.fromkeys(str(address[0]) for *_, address in told))
        answer.put(found)

    Thread(target=look, name="channel-name", daemon=True).start()
    try:
        return answer.get(timeout=SECONDS)
    except Empty:
        raise _NoAnswer("slow") from None


async def _asked(
    place: Place, addresses: Sequence[str], message: Message, seconds: float
) -> Answer:
    # Each address may take its share of the time to connect, so that the last one has its turn.
    timeout = httpx.Timeout(SECONDS, connect=seconds / len(addresses))
    async with (
        asyncio.timeout(seconds),
        httpx.AsyncClient(
            verify=ssl.create_default_context(), trust_env=False, timeout=timeout
        ) as client,
    ):
        for number, address in enumerate(addresses, 1):
            try:
                return await _posted(client, place, address, message)
            except (httpx.ConnectError, httpx.ConnectTimeout) as problem:
                if number == len(addresses) or _is_about_tls(problem):
                    raise
    raise _NoAnswer("no-line")


async def _posted(
    client: httpx.AsyncClient, place: Place, address: str, message: Message
) -> Answer:
    at = f"[{address}]" if ":" in address else address
    host = f"[{place.host}]" if ":" in place.host else place.host
    named = host if place.port == places.PORT else f"{host}:{place.port}"
    async with client.stream(
        "POST",
        f"https://{at}:{place.port}{place.target}",
        content=message.body,
        headers={**message.headers, "Host": named},
        extensions={"sni_hostname": place.host},
    ) as response:
        if response.status_code >= 600:
            raise _NoAnswer("unread")
        return Answer(status=response.status_code, wait=_wait(response.headers))


def _wait(headers: httpx.Headers) -> int:
    """Read how many seconds the server asks us to wait; a date isn't worth the trouble."""
    asked = headers.get("Retry-After", "").partition(".")[0]
    return int(asked) if re.fullmatch("[0-9]{1,6}", asked) else 0


def _is_about_tls(problem: BaseException | None) -> bool:
    while problem is not None:
        if isinstance(problem, ssl.SSLError):
            return True
        problem = problem.__cause__ or problem.__context__
    return False
