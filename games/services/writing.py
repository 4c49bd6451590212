"""What a letter shows is fixed when it is first written: kept until it is known to have left.

A letter that surely did not leave (nobody listened, it was refused) is forgotten and written anew,
with the newest deadline. One of which nobody knows it leaves again as it was.
"""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from games import selectors
from games.models import Letter, Written


def kept(letter: Letter) -> Written | None:
    """Find what perhaps left already, unless it was written to somebody else."""
    found: Written | None = getattr(letter, "written", None)
    # His seat may be another's since, or his address another: neither may get the old one.
    return found if found and found.to == selectors.reader_of(letter).email else None


def keep(written: Sequence[Written]) -> frozenset[UUID]:
    """Keep letters as they were written, and name them: once that is committed they may leave.

    Not those that somebody else holds or has deleted: nobody is to read them any more, or they go
    elsewhere.
    """
    values = list[Any]()
    for w in written:
        values += (w.letter_id, w.to, w.subject, json.dumps(w.headers), w.text, w.html)
        values += (w.maze, w.hand)
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(_KEEP.format(", ".join([_ROW] * len(written))), values)
        return frozenset(letter for (letter,) in cursor)


# Letters are held, so that who deletes one now waits, and then takes along what is kept here.
_KEEP = """INSERT INTO games_written (letter_id, "to", subject, headers, text, html, maze, hand)
SELECT w.letter_id, w."to", w.subject, w.headers, w.text, w.html, w.maze, w.hand
FROM (VALUES {}) AS w (letter_id, "to", subject, headers, text, html, maze, hand),
    LATERAL (
        SELECT FROM games_letter WHERE id = w.letter_id FOR NO KEY UPDATE SKIP LOCKED
    ) held
ON CONFLICT (letter_id) DO UPDATE SET "to" = excluded."to", subject = excluded.subject,
    headers = excluded.headers, text = excluded.text, html = excluded.html,
    maze = excluded.maze, hand = excluded.hand
RETURNING letter_id"""
_ROW = "(%s::uuid, %s, %s, %s::jsonb, %s, %s, %s::bytea, %s::bytea)"


def forget(written: Written) -> None:
    """A letter surely did not leave."""
    written.delete()


def forget_arrived() -> None:
    """Forget all letters that left or need not leave any more."""
    with connection.cursor() as cursor:
        cursor.execute(_FORGET_ARRIVED)


# Two workers may do so at once: neither waits for the other.
_FORGET_ARRIVED = """DELETE FROM games_written WHERE letter_id IN (
    SELECT w.letter_id FROM games_written w JOIN games_letter l ON l.id = w.letter_id
    WHERE l.status IN ('sent', 'dropped') FOR UPDATE OF w SKIP LOCKED)"""
