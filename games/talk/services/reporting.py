"""Somebody lays a remark before the operators. Who said it is never told, nor that it was done."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from games.errors import TooManyReports
from games.models import Player, Report
from games.talk import selectors
from games.talk.rules import limits, plain


def report(key: str, remark_id: int, words: str, *, by: Player, now: datetime) -> None:
    """Report what somebody else said, with a word about it; twice is once.

    Raises NoSuchRemark, BadText or TooManyReports.
    """
    told = plain.text(words, most=limits.LONGEST_REPORT)
    with transaction.atomic(durable=True):
        # One at a time, or several at once would each pass the limit.
        Player.objects.select_for_update(no_key=True).get(pk=by.pk)
        said = selectors.readable(key, remark_id, by, now=now)
        own = Report.objects.filter(by=by)
        if own.filter(remark=said).exists():
            return
        if own.filter(made_at__gt=now - limits.REPORTS_SPAN).count() >= limits.REPORTS:
            raise TooManyReports
        Report.objects.create(
            by=by,
            about=said.by,
            remark=said,
            key=key,
            room=said.room,
            name=said.name,
            said=said.text,
            said_at=said.made_at,
            words=told,
            made_at=now,
        )


def close(ids: Collection[int], *, now: datetime) -> int:
    """Let an operator be done with reports, and count those that were open."""
    return Report.objects.filter(pk__in=ids, closed_at=None).update(closed_at=now)
