"""Rows that nobody needs any more are removed, in slices and never under a long lock."""

import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.cases.services import forgetting
from games.cleaning import rules
from games.log.rules import Cause
from games.log.services import because, changed, write
from games.models import (
    AddressChange,
    Asked,
    Cleaned,
    Game,
    Household,
    Invitation,
    Late,
    Letter,
    Player,
    RefusedEmail,
    Reply,
    Sending,
    Session,
    Signal,
    SignIn,
    Spent,
    Subscription,
    Trace,
)
from games.practice.services import leaving
from games.services.failures import database_is_gone

logger = logging.getLogger(__name__)

PRACTICE = "practice games"
CASES = "what lay in cases"
_DONE = (Letter.Status.SENT, Letter.Status.FAILED, Letter.Status.DROPPED)


def sweep(*, now: datetime) -> int:
    """Remove what is done and old, of each sort for some seconds; count all of it."""
    count = leaving.sweep(now=now)
    _note(PRACTICE, count, now, more=count == leaving.SWEPT_AT_ONCE)
    sorts: dict[str, Callable[[datetime], int]] = {
        what: partial(_clean, what, rows) for what, rows in old(now).items()
    }
    for what, clean in {**sorts, CASES: _empty_cases}.items():
        try:
            count += clean(now)
        except Exception as error:
            if database_is_gone(error):
                raise
            # One sort in trouble must not keep the others; it is tried again.
            logger.exception("%s cannot be cleaned up", what)
    return count


def old(now: datetime) -> Mapping[str, QuerySet[Any]]:
    """Name all rows that nobody needs any more."""
    long_ago = now - rules.STRANGERS
    letters = Letter.objects.filter(status__in=_DONE)
    over = Q(closed_at__lt=long_ago) | Q(expires_at__lt=long_ago)
    # A table that still waits for a move has its last letters: its clocks go by them.
    waits = Q(game__status=Game.Status.ACTIVE, ply=F("game__ply"))
    pending = Q(status=Invitation.Status.PENDING, game__status=Game.Status.OPEN)
    return {
        "sessions": Session.objects.filter(expire_date__lt=now),
        "limits": Spent.objects.filter(over_at__lt=now),
        "replies": Reply.objects.filter(acted_at__lt=long_ago),
        "messages by channels": Sending.objects.filter(status__in=_DONE, created_at__lt=long_ago),
        "sign-ins": SignIn.objects.filter(expires_at__lt=long_ago),
        "letters": letters.filter(created_at__lt=now - rules.LETTERS).exclude(waits),
        "letters to strangers": _of_strangers(
            letters.filter(seat=None, created_at__lt=long_ago), "email"
        ),
        "invitations of strangers": _of_strangers(
            Invitation.objects.filter(created_at__lt=long_ago).exclude(pending), "email"
        ),
        "offers to strangers": _of_strangers(
            Asked.objects.filter(offer__closed_at__lt=long_ago), "email"
        ),
        "tables that were called off": Game.objects.filter(
            status=Game.Status.CANCELLED, started_at=None, ended_at__lt=long_ago
        ).exclude(Exists(Letter.objects.filter(game=OuterRef("pk")).exclude(status__in=_DONE))),
        "choices of letters": Subscription.objects.filter(game__ended_at__lt=now - rules.LETTERS),
        "households": Household.objects.filter(
            Q(ended_at__lt=now - rules.HOUSEHOLDS) | Q(whom=None, made_at__lt=long_ago)
        ),
        "traces": Trace.objects.filter(day__lt=(now - rules.TRACES).date()),
        "signals": Signal.objects.filter(at__lt=now - rules.SIGNALS).exclude(
            state=Signal.State.CASE
        ),
        "lateness of sweeps": Late.objects.filter(at__lt=now - rules.LATENESS),
        "counts of refused emails": RefusedEmail.objects.filter(hour__lt=now - rules.LATENESS),
        "other addresses": AddressChange.objects.filter(over),
    }


def _of_strangers(rows: QuerySet[Any], address: str) -> QuerySet[Any]:
    return rows.exclude(Exists(Player.objects.filter(email=OuterRef(address))))


def _clean(what: str, rows: QuerySet[Any], now: datetime) -> int:
    began, removed, more = time.monotonic(), 0, True
    # By age where there is an index: names drawn by chance would be looked for all over the table.
    age = "created_at" if rows.model in (Letter, Sending) else "pk"
    found = rows.order_by(age).values_list("pk", flat=True)
    while more and (not removed or time.monotonic() - began < rules.SLICE):
        chosen = list(found[: rules.AT_ONCE])
        more = len(chosen) == rules.AT_ONCE
        with because(Cause.SYSTEM):
            # Asked once more and held meanwhile: one of them may be wanted again.
            again = rows.filter(pk__in=chosen).select_for_update(of=("self",)).order_by("pk")
            done = list(again.values_list("pk", flat=True))
            rows.model.objects.filter(pk__in=done).delete()
            _note(what, len(done), now, before=removed, more=more)
            # Also what hangs on other rows may be letters.
            if changed():
                write("clean", now=now, arguments={"what": what})
        removed += len(done)
    return removed


def _empty_cases(now: datetime) -> int:
    count = forgetting.sweep(now=now)
    _note(CASES, count, now, more=False)
    return count


def _note(what: str, count: int, now: datetime, *, before: int = 0, more: bool) -> None:
    """Count what is removed by the same commit, so that no kill makes the figures lie."""
    figures = {"at": now, "removed": before + count, "more": more}
    Cleaned.objects.update_or_create(
        what=what,
        defaults={**figures, "in_all": F("in_all") + count},
        create_defaults={**figures, "in_all": count},
    )
