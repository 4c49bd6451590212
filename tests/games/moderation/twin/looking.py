"""What somebody is answered, to the last byte, and in what two such walks differ.

Whatever is drawn while he looks is drawn alike in both worlds, and no time goes by; so nothing has
to be taken out before answers are compared, but for the hashes of lines of the log. Each of those
covers a name that was drawn for its transaction, so it tells nothing of what else it covers.
"""

import logging
import os
import random
import re
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from difflib import unified_diff
from itertools import islice, zip_longest
from random import Random
from typing import Any, Self

import pytest
from django.conf import settings
from django.core import mail
from django.db import connection, transaction
from django.test import Client

from games import letters
from games.machine.selectors import figures
from games.models import Letter, Line, Player, Session
from saboteur_site.logs import MailOperators
from saboteur_site.veil import Veiled
from tests.games.cast import NOW
from tests.games.pages.table import browser

SAVEPOINT = re.compile(r'"s\d+_x\d+"')
ORDERS = re.compile(r'"games_orders"|SET "look_at"|^(RELEASE )?SAVEPOINT')
"""What a move does to orders of its table: as many statements as there are orders to note it in."""
DOING = "done"
"""Said of a request that may make a move."""
HASH = re.compile(rb"[0-9a-f]{64}")
ADMIN = "operators@example.net"


@dataclass(frozen=True)
class Answer:
    """All that somebody could learn from one request, and what was left behind for staff."""

    asked: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    queries: tuple[str, ...]
    """The statements, without what they were given."""
    lines: tuple[str, ...]
    """What the service wrote into its output."""
    mails: tuple[str, ...]
    """What went out to operators."""


@dataclass(frozen=True)
class Difference:
    """Where two worlds can be told apart."""

    asked: str
    by: str
    """status, headers, body, queries, lines, mails; or that something else was asked."""
    told: str

    def __str__(self) -> str:
        return f"{self.asked}: {self.by}\n{self.told}"


@dataclass
class Eyes:
    """Somebody who looks, with all that he was answered."""

    who: Player
    answers: list[Answer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = Client(raise_request_exception=False)
        self.client.cookies[settings.SESSION_COOKIE_NAME] = session_of(self.who)

    def ask(self, path: str, data: Mapping[str, Any] | None = None, *, note: str = "") -> Any:
        """Open an address, or send a form to it."""
        asked = " ".join(filter(None, (self.who.name, "POST" if data is not None else "GET", path)))
        asked += f" {dict(data)}" if data else ""
        asked += f" ({note})" if note else ""
        said = _Said()
        del mail.outbox[:]
        with drawing(asked), heard() as lines, connection.execute_wrapper(said):
            sent: Any = self.client.get(path) if data is None else self.client.post(path, data)
        body = b"".join(sent.streaming_content) if sent.streaming else sent.content
        cookies = [("Set-Cookie", each.OutputString()) for each in sent.cookies.values()]
        self.answers.append(
            Answer(
                asked,
                sent.status_code,
                (*sent.items(), *cookies),
                unhashed(body),
                tuple(each for each in said.statements if note != DOING or not ORDERS.search(each)),
                tuple(lines),
                tuple(_mail(each) for each in mail.outbox if ADMIN in each.to),
            )
        )
        return sent

    def note(self, asked: str, text: str) -> None:
        """Keep something else that staff is told: a letter, a line of the log."""
        body = unhashed(text.encode())
        self.answers.append(Answer(f"{self.who.name} {asked}", 0, (), body, (), (), ()))


def session_of(who: Player) -> str:
    """Name the session in which somebody was signed in before the worlds parted."""
    row = Session.objects.filter(player=who).order_by("expire_date").first()
    return row.session_key if row else str(browser(who).session.session_key)


@contextmanager
def undone() -> Iterator[None]:
    """Take back what is done in here."""
    here = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(here)


class _Said:
    """Keeps statements."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.statements.append(SAVEPOINT.sub("", sql))
        return execute(sql, params, many, context)


@contextmanager
def drawing(word: str) -> Iterator[None]:
    """Draw the same in both worlds: names of rows and forms, nonces, references."""
    with pytest.MonkeyPatch.context() as patch:
        # Names of rows by themselves: how often else chance is asked may hang on what is secret.
        patch.setattr(os, "urandom", Random(f"{word} names").randbytes)
        patch.setattr(random, "_urandom", Random(word).randbytes)
        patch.setattr(secrets, "token_bytes", Random(f"{word} secrets").randbytes)
        patch.setattr(time, "time", NOW.timestamp)
        patch.setattr(figures, "datetime", _Still)
        yield


class _Still(datetime):
    """This machine's clock, which the machine room compares with the database's."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        """Stand still."""
        return cls.fromtimestamp(NOW.timestamp(), tz)


@contextmanager
def heard() -> Iterator[list[str]]:
    """Collect what is logged, as operators read it."""
    handler, root = _Heard(), logging.getLogger()
    with pytest.MonkeyPatch.context() as patch:
        mails = [each for each in root.handlers if isinstance(each, MailOperators)]
        patch.setattr(root, "handlers", [handler, *mails])
        yield handler.lines


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(Veiled("{levelname} {name} {message}", style="{"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def _mail(message: Any) -> str:
    extra = sorted(message.extra_headers.items())
    return "\n".join([message.subject, str(message.to), str(extra), message.body])


def unhashed(body: bytes) -> bytes:
    """Write the number of a line of the log instead of its hash."""
    if not (met := set(HASH.findall(body))):
        return body
    lines = Line.objects.filter(hash__in=[each.decode() for each in met])
    for number, hashed in lines.values_list("number", "hash"):
        body = body.replace(hashed.encode(), b"<hash of line %d>" % number)
    return body


def written_to(people: Sequence[str]) -> str:
    """Write all letters that wait for these people, as they will read them."""
    rows = Letter.objects.filter(status="queued").select_related("seat__player").order_by("pk")
    mine = [row for row in rows if row.email in people and not row.seat]
    told = []
    for row in mine:
        message = letters.render(row, now=NOW)
        told.append(f"{row.kind} to {row.email}: {message.subject}\n{message.body}")
    return "\n".join(sorted(told))


def compared(one: Sequence[Answer], other: Sequence[Answer]) -> list[Difference]:
    """Name all in which two walks differ, in their order."""
    found = list[Difference]()
    for here, there in zip_longest(one, other):
        if here is None or there is None or here.asked != there.asked:
            pair = [each.asked if each else "nothing" for each in (here, there)]
            # From here on nothing can be compared any more.
            return [*found, Difference(pair[0], "asked", f"in the other world: {pair[1]}")]
        found += list(_different(here, there))
    return found


def _different(here: Answer, there: Answer) -> Iterator[Difference]:
    for by in ("status", "headers", "body", "queries", "lines", "mails"):
        one, other = getattr(here, by), getattr(there, by)
        if one != other:
            yield Difference(here.asked, by, _apart(one, other))


def _apart(one: Any, other: Any) -> str:
    apart = unified_diff(_lines(one), _lines(other), "one", "other", lineterm="", n=0)
    return "\n".join(islice(apart, 24))[:3000]


def _lines(told: Any) -> list[str]:
    match told:
        case bytes():
            return told.decode(errors="replace").splitlines()
        case tuple():
            return [str(each) for each in told]
        case _:
            return [str(told)]
