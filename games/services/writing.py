"""What a letter shows is fixed when it is first written: kept until it is known to have left.

A letter that surely did not leave (nobody listened, it was refused) is forgotten and written anew,
with the newest deadline. One of which nobody knows it leaves again as it was.
"""

from collections.abc import Sequence
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
    with transaction.atomic(durable=True):
        # Held, so that who deletes one now waits, and then takes along what is kept here.
        held = Letter.objects.select_for_update(no_key=True, skip_locked=True)
        mine = [each.letter_id for each in written]
        there = frozenset(held.filter(pk__in=mine).values_list("pk", flat=True))
        Written.objects.bulk_create(
            [each for each in written if each.letter_id in there],
            update_conflicts=True,
            unique_fields=["letter"],
            update_fields=_SHOWN,
        )
    return there


_SHOWN = [field.name for field in Written._meta.concrete_fields if not field.primary_key]


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
