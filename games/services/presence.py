"""Who sits at his table has before his eyes what a letter would tell him; it waits until he leaves.

A page that is merely opened tells nothing: a program that follows links would keep letters back.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from games.links import SeatClaim
from games.models import Letter, Seat

Kind = Letter.Kind

TOLD_BY_THE_PAGE = frozenset({Kind.TURN, Kind.REMINDER, Kind.STARTED, Kind.TIMED_OUT})
"""Results stay letters: they are kept."""

SELDOM = timedelta(seconds=15)
"""A page that tells more often writes nothing."""


def is_here(claim: SeatClaim, *, now: datetime) -> None:
    """Note that a seat's player does something on its page; nothing if the claim opens no seat."""
    seat = Seat.objects.filter(
        Q(here_at=None) | Q(here_at__lt=now - SELDOM),
        game_id=claim.game_id,
        number=claim.seat,
        link_epoch=claim.epoch,
        player__isnull=False,
    )
    seat.update(here_at=now)


def grace() -> timedelta:
    """How long after his last sign of life a player counts as sitting at his table."""
    return timedelta(seconds=settings.LETTER_GRACE)


def at_table_until(letter: Letter, *, now: datetime) -> datetime | None:
    """Say until when a letter waits for its reader to leave his table; None if it need not."""
    if letter.seat is None or letter.kind not in TOLD_BY_THE_PAGE:
        return None
    # Whoever has just moved on the page is there, even if it did not report yet.
    signs = [letter.seat.here_at, letter.moved_at]
    until = max((at + grace() for at in signs if at is not None), default=now)
    return until if until > now else None
