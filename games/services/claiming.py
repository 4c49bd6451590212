"""Letters that are due are taken out of the queue, so that no other worker attempts them."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import F
from django.db.models.functions import Coalesce

from games.log.rules import Cause
from games.log.services import because
from games.models import Letter, Pulse

LEASE = timedelta(minutes=5)
"""For so long a claimed letter belongs to its worker; far more than twice the SMTP timeout."""

_Status, _Kind = Letter.Status, Letter.Kind
_DESPITE_A_HOLD = (_Kind.SIGN_IN, _Kind.DELETION, _Kind.HELD)
"""These let somebody in, or tell of the hold itself."""


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
    due = Letter.objects.filter(status__in=(_Status.QUEUED, _Status.INFLIGHT), due_at__lte=now)
    if only is not None:
        due = due.filter(pk__in=only)
    with because(Cause.POST):
        if Pulse.objects.filter(held_at__isnull=False, position="all").exists():
            due = due.filter(kind__in=_DESPITE_A_HOLD)
        queue = list(
            due.select_for_update(skip_locked=True)
            .order_by("due_at", "pk")
            .only("due_at", "attempts", "status")[:most]
        )
        # If a worker perhaps died of the first one, that is taken up by itself: it shall not take
        # others with it. Those that are behind it come later.
        if queue and queue[0].status == _Status.INFLIGHT:
            queue = queue[:1]
        queue = [letter for letter in queue if letter.status == queue[0].status]
        Letter.objects.filter(pk__in=[letter.pk for letter in queue]).update(
            status=_Status.INFLIGHT,
            claimed_at=now,
            due_at=now + LEASE,
            attempts=F("attempts") + 1,
            first_due_at=Coalesce("first_due_at", "due_at"),
        )
    return [Claimed(letter.pk, letter.due_at, letter.attempts + 1) for letter in queue]
