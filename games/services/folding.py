"""News of one table to one reader: what waits is replaced by newer news, and few go out an hour.

So nobody's inbox is filled by who comes and goes, and the last state is always told: the newest
letter stays, and goes out as soon as there is room. Callers hold the game's lock.
"""

from datetime import datetime

from django.db.models import QuerySet

from games.clocks.rules.proposals import MADE
from games.limits import services as limits
from games.limits.rules import NEWS_OF_A_TABLE
from games.models import Entry, Letter, Seat, Sending

Kind, Status = Letter.Kind, Letter.Status

_PLACE, _TABLE, _TERMS = "place", "table", "terms"
_TOPICS = {
    Kind.SEATED: _PLACE,
    Kind.WITHDRAWN: _PLACE,
    Kind.READY: _TABLE,
    Kind.DECLINED: _TABLE,
    Kind.TERMS: _TERMS,
}
"""What a letter to an address tells of: newer news of it makes older ones needless."""


def due(letter: Letter, *, now: datetime) -> datetime:
    """Say when a letter to an address goes out; one of the same topic that waits does not."""
    topic = _TOPICS.get(Kind(letter.kind))
    if topic is None or letter.game_id is None:
        return now
    kinds = [kind for kind, told in _TOPICS.items() if told == topic]
    waiting = Letter.objects.filter(game=letter.game_id, email=letter.email, kind__in=kinds)
    if topic == _TABLE:
        # Who of several invited people will not come is told of each.
        waiting = waiting.filter(invitation=letter.invitation)
    return _replace(waiting, f"{letter.game_id}\n{letter.email}\n{topic}", now)


def due_at_seat(seat: Seat, entry: Entry | None, *, now: datetime) -> datetime:
    """Say when news go out to a seat, which tell all since its last move; older that wait do not.

    A proposal leads to its answer, so it gives way to a newer one of its kind alone.
    """
    waiting = Letter.objects.filter(seat=seat, kind=Kind.NEWS)
    if entry is not None and entry.act in MADE:
        waiting = waiting.filter(entry__act=entry.act)
    else:
        waiting = waiting.exclude(entry__act__in=MADE)
    return _replace(waiting, f"{seat.game_id}\nseat {seat.pk}", now)


def _replace(waiting: QuerySet[Letter], reader: str, now: datetime) -> datetime:
    queued = Letter.objects.filter(status=Status.QUEUED)
    older = list(waiting.filter(status=Status.QUEUED).values_list("pk", "due_at", "attempts"))
    # Asked again as it is written: a worker may have taken it up since.
    if not queued.filter(pk__in=[pk for pk, *_ in older]).update(status=Status.DROPPED):
        return limits.slot(NEWS_OF_A_TABLE, reader, now=now)
    # Nor do channels tell what newer news replaces.
    overtaken = Sending.objects.filter(letter__in=[pk for pk, *_ in older])
    overtaken.filter(status=Sending.Status.QUEUED).update(status=Sending.Status.DROPPED)
    # The place of the one that it replaces is free; what a mail server refused waits for longer.
    return max([now, *(due_at for _, due_at, attempts in older if not attempts)])
