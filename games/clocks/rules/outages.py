"""The service's own time: when it was down, and what it may not enforce (time.md, 7)."""

from datetime import datetime

from games.clocks.rules.stretches import HOUR, MINUTE, Stretch

SHORTEST = 15 * MINUTE


def outage(last_sign: datetime, now: datetime) -> Stretch | None:
    """The outage that ends now, if the last sign of life lies back so far."""
    return Stretch(last_sign, now) if now - last_sign >= SHORTEST else None


def may_enforce(last_sign: datetime, now: datetime) -> bool:
    """Whether time may run out now: not while a clock that was set back is behind."""
    return now >= last_sign


def reach(gone: Stretch) -> Stretch:
    """Where deadlines lie that an outage may move; all others are left alone."""
    return Stretch(gone.start, gone.end + max(gone.length, HOUR))
