"""Letters that are due are taken out of the queue, so that no other worker attempts them."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import connection

LEASE = timedelta(minutes=5)
"""For so long a claimed letter belongs to its worker; far more than twice the SMTP timeout."""


class Claimed(NamedTuple):
    """A letter that belongs to this worker, and where it was in the queue."""

    pk: UUID
    due_at: datetime
    attempts: int
    """With the one that begins now."""


def claim(now: datetime, most: int = 1, *, only: Collection[UUID] | None = None) -> list[Claimed]:
    """Take up letters that are due, or those of these that are; the first in the queue come first.

    Committed before anything is sent: no lock is held while a mail server thinks, and two workers
    never hold the same letter. In the row `due_at` becomes the end of the lease.
    """
    which, chosen = ("", []) if only is None else (_ONLY, [list(only)])
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM.format(which), [now, *chosen, most, now, now + LEASE])
        return [Claimed(*row) for row in cursor]


# While all is held letters wait, but for those that let somebody in and the hold's own. If a worker
# perhaps died of the first one, that is taken up by itself: it shall not take others with it.
_CLAIM = """WITH due AS (
    SELECT id, due_at, status FROM games_letter
    WHERE status IN ('queued', 'inflight') AND due_at <= %s
        AND (
            kind IN ('sign-in', 'deletion', 'held')
            OR NOT EXISTS (
                SELECT FROM games_pulse WHERE held_at IS NOT NULL AND position = 'all'
            )
        ){}
    ORDER BY due_at, id LIMIT %s FOR UPDATE SKIP LOCKED
), queue AS (
    SELECT *, row_number() OVER (ORDER BY due_at, id) AS place,
        first_value(status) OVER (ORDER BY due_at, id) AS first
    FROM due
), taken AS (
    UPDATE games_letter l SET status = 'inflight', claimed_at = %s, due_at = %s,
        attempts = l.attempts + 1, first_due_at = coalesce(l.first_due_at, q.due_at)
    FROM queue q
    WHERE l.id = q.id AND q.status = q.first AND (q.first = 'queued' OR q.place = 1)
        AND set_config('saboteur.cause', 'post', true) IS NOT NULL
    RETURNING l.id, q.due_at, l.attempts, q.place
)
SELECT id, due_at, attempts FROM taken ORDER BY place"""
_ONLY = " AND id = ANY(%s)"
