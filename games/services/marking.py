"""What became of a letter is written into its row, in a commit of its own, once it is known."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.db import InterfaceError, OperationalError, connection
from psycopg import Error, generators
from psycopg.pq import ExecStatus

from games.log.rules import Cause
from games.log.services import because
from games.models import Letter

Status = Letter.Status

MARK_TRIES = 5


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of a letter in one attempt."""

    status: str
    error: str = ""
    server_down: bool = False


class Attempted(Protocol):
    """A letter, and how often it was attempted."""

    @property
    def pk(self) -> UUID:
        """Which one it is."""

    @property
    def attempts(self) -> int:
        """With this attempt."""


def mark(letter: Attempted, delivery: Delivery, **changes: datetime | int | None) -> Delivery:
    """Write down what became of a letter, and wait until that is sure."""
    # Only the attempt that holds the letter may write; a worker that overslept its lease may not.
    mine = Letter.objects.filter(pk=letter.pk, status=Status.INFLIGHT, attempts=letter.attempts)
    for patience in reversed(range(MARK_TRIES)):
        try:
            with because(Cause.POST):
                mine.update(status=delivery.status, error=delivery.error, **changes)
        except (OperationalError, InterfaceError):
            # The database may be restarting. To forget now that a letter went out means to send it
            # twice, so this is worth some seconds.
            if not patience:
                raise
            connection.close()
            time.sleep(1)
        else:
            break
    return delivery


@dataclass
class Marks:
    """Marks of letters that left. While one is committed the next letter is on its way.

    What was said to the database it does also if we are killed; so a kill finds a letter that left
    and is not marked in the moment before that alone. No more than one mark is awaited at a time.
    """

    now: datetime
    _awaited: list[Attempted] = field(default_factory=list)

    def note(self, letter: Attempted) -> None:
        """Have it written down that a letter left."""
        self.settle()
        self._awaited.append(letter)
        raw = connection.connection
        if raw is None or raw.closed:
            self.settle()
            return
        mine = [self.now.isoformat(), str(letter.pk), str(letter.attempts)]
        try:
            raw.pgconn.send_query_params(_SENT, [value.encode() for value in mine])
        except Error:
            self.settle()

    def settle(self) -> None:
        """Be sure of every mark; before anything else is said to the database."""
        while self._awaited:
            letter, done = self._awaited.pop(), self._is_done()
            if not done:
                mark(letter, Delivery(Status.SENT), sent_at=self.now)

    def _is_done(self) -> bool:
        raw = connection.connection
        if raw is None or raw.closed:
            return False
        try:
            # Not `get_result`: where the mark has to wait for somebody, that would hold up every
            # thread of this process, perhaps the very one that it waits for.
            answers = raw.wait(generators.fetch_many(raw.pgconn))
        except Error:
            return False
        return [answer.status for answer in answers] == [ExecStatus.COMMAND_OK]


_SENT = b"""UPDATE games_letter SET status = 'sent', error = '', sent_at = $1
WHERE id = $2 AND status = 'inflight' AND attempts = $3
AND set_config('saboteur.cause', 'post', true) IS NOT NULL"""


@contextmanager
def marks(now: datetime) -> Iterator[Marks]:
    """Mark letters one after the other; at the end of the block all marks are sure."""
    made = Marks(now)
    try:
        yield made
    finally:
        made.settle()
