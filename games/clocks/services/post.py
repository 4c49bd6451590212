"""Letters and clocks: what a seat was written since it is asked, who is told of an outage."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F

from games.clocks.models import Outage
from games.clocks.rules.clock import Clock
from games.clocks.rules.stretches import Stretch
from games.models import Game, Letter, Player, Reply, Seat

Status = Letter.Status

DEFERRED = "deferred"
"""It left, and no mail server has taken it for its reader yet."""
UNDER_WAY = {Status.QUEUED, Status.INFLIGHT}
TOLD_AFTER = timedelta(hours=2)
"""A hold that is shorter is told by the pages alone."""
GATHERED = timedelta(minutes=2)
"""So long a letter waits for further games of its reader to be moved."""


def waits(written: Collection[str]) -> bool:
    """Tell whether all that was written to a seat since it is asked still lies with us."""
    return Status.SENT not in written and not UNDER_WAY.isdisjoint(written)


def unreached(written: Collection[str]) -> bool:
    """Tell whether what was written to a seat since it is asked could not be delivered."""
    return Status.SENT not in written and not {Status.FAILED, DEFERRED}.isdisjoint(written)


def since_asked(game: Game, number: int, clock: Clock) -> frozenset[str]:
    """Collect how far the letters got that were written to a seat since it is asked.

    One that was held back since its reader sat at the table counts as sent: he saw it all there.
    """
    written = Letter.objects.filter(
        seat__game=game, seat__number=number, created_at__gte=clock.asked
    )
    rows = written.values_list("status", "heard", "seen_at")
    return frozenset(_how_far(status, heard, seen_at) for status, heard, seen_at in rows)


def _how_far(status: str, heard: str, seen_at: datetime | None) -> str:
    if seen_at:
        return Status.SENT
    return DEFERRED if (status, heard) == (Status.SENT, DEFERRED) else status


def answered(game: Game, number: int, *, by: datetime) -> bool:
    """Tell whether a seat's mail, taken in before then, is still to be acted on in this position.

    What was begun with too often is in trouble, and its table must go on.
    """
    his = {"player": F("seat__player"), "epoch": F("seat__link_epoch"), "ply": game.ply}
    waiting = {"acted_at": None, "tries__lte": Reply.MOST_TRIES, "accepted_at__lt": by}
    return Reply.objects.filter(seat__game=game, seat__number=number, **his, **waiting).exists()


def tell_of_outage(game: Game, seats: Collection[int], gone: Stretch, *, now: datetime) -> None:
    """Post one letter to each whose deadline an outage moved, whatever the number of his games."""
    if not seats:
        return
    outage = Outage.objects.get(begun_at=gone.start, ended_at=gone.end)
    people = Seat.objects.filter(game=game, number__in=seats, player__isnull=False)
    Letter.objects.bulk_create(
        (
            Letter(
                kind=Letter.Kind.OUTAGE,
                email=email,
                outage=outage,
                created_at=now,
                due_at=now + GATHERED,
            )
            for email in people.values_list("player__email", flat=True)
            if email is not None
        ),
        ignore_conflicts=True,
    )


def tell_of_hold(*, now: datetime) -> None:
    """Post one letter to each whose clock stands now that the service is held.

    It leaves in two hours, unless the service goes on before.
    """
    asked = Seat.objects.filter(
        game__status=Game.Status.ACTIVE,
        game__deadline_at__isnull=False,
        game__to_act__contains=[F("number")],
    )
    emails = asked.order_by("player__email").values_list("player__email", flat=True).distinct()
    Letter.objects.bulk_create(
        (
            Letter(kind=Letter.Kind.HELD, email=email, created_at=now, due_at=now + TOLD_AFTER)
            for email in emails
            if email is not None
        ),
        batch_size=1000,
    )


def tell_of_vacation(player: Player, *, now: datetime) -> None:
    """Post one letter to a player whose vacation moves deadlines, for all that it moves."""
    if player.email is None:
        return
    # Two of his games may be changed at the same moment: the second waits here for the first.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    kind = Letter.Kind.VACATION
    if not Letter.objects.filter(kind=kind, email=player.email, status=Status.QUEUED).exists():
        due_at = now + GATHERED
        Letter.objects.create(kind=kind, email=player.email, created_at=now, due_at=due_at)
