"""What a letter shows is fixed when it is first written: kept until it is known to have left.

A letter that surely did not leave (nobody listened, it was refused) is forgotten and written anew,
with the newest deadline. One of which nobody knows it leaves again as it was.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

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
        # Letters are held, so that who deletes one now waits, and then takes along what is kept.
        letters = Letter.objects.select_for_update(skip_locked=True, no_key=True)
        wanted = letters.filter(pk__in=[each.letter_id for each in written])
        held = frozenset(wanted.values_list("pk", flat=True))
        Written.objects.bulk_create(
            [each for each in written if each.letter_id in held],
            update_conflicts=True,
            unique_fields=["letter"],
            update_fields=["to", "subject", "headers", "text", "html", "maze", "hand"],
        )
    return held


def forget(written: Written) -> None:
    """A letter surely did not leave."""
    written.delete()


def forget_arrived() -> None:
    """Forget all letters that left or need not leave any more."""
    over = (Letter.Status.SENT, Letter.Status.DROPPED)
    with transaction.atomic():
        # Two workers may do so at once: neither waits for the other.
        rows = Written.objects.select_for_update(skip_locked=True, of=("self",))
        arrived = list(rows.filter(letter__status__in=over).values_list("pk", flat=True))
        Written.objects.filter(pk__in=arrived).delete()
