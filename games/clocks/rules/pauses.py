"""Pauses of a table: bounds, and what is left of them when they end early (time.md, 5)."""

from dataclasses import replace
from datetime import datetime, timedelta

from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.standstills import Standstill

LONGEST = timedelta(days=30)
TO_AGREE = timedelta(hours=72)


def pause(until: datetime, *, now: datetime) -> Standstill:
    """The pause from now to its announced end. Refused if that is past or too far."""
    if until <= now:
        raise Refused(Reason.IN_THE_PAST)
    if until - now > LONGEST:
        raise Refused(Reason.TOO_LONG)
    return Standstill("pause", now, until)


def ended(pauses: tuple[Standstill, ...], *, now: datetime) -> tuple[Standstill, ...]:
    """The pauses when the one that runs ends now. Refused if none runs."""
    if not any(each.pauses(now) for each in pauses):
        raise Refused(Reason.NOT_PAUSED)
    return tuple(
        replace(each, end=now, early=True) if each.pauses(now) else each for each in pauses
    )
