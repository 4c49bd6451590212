"""The operators hold the whole service: nothing is played and no time runs out until they let go.

The state of it lies in the pulse's row, which every locked game is read with.
"""

import logging
from datetime import datetime

from django.db import transaction

from games.clocks.models import Outage, Pulse
from games.clocks.services.pulse import ONE

logger = logging.getLogger(__name__)

LONGEST = 200
"""A reason has at most so many letters."""


def hold(reason: str, *, now: datetime) -> datetime:
    """Hold the service, or say anew why; tell since when it is held."""
    with transaction.atomic(durable=True):
        pulse = _locked(now)
        pulse.held_at, pulse.reason = pulse.held_at or now, reason
        pulse.save(update_fields=("held_at", "reason"))
    logger.warning("the service is held: %s", reason)
    return pulse.held_at


def release(*, now: datetime) -> Outage | None:
    """Let everything go on; the hold was an outage of its length. None if nothing was held."""
    with transaction.atomic(durable=True):
        pulse = _locked(now)
        if pulse.held_at is None:
            return None
        # The sweeps left no sign since: what fell due just before, nobody could enforce either.
        begun = min(pulse.held_at, pulse.last_at)
        gone = Outage(begun_at=begun, ended_at=now, reason=pulse.reason)
        if begun < now:
            gone.save()
        pulse.held_at, pulse.reason, pulse.last_at = None, "", max(pulse.last_at, now)
        pulse.save(update_fields=("held_at", "reason", "last_at"))
    logger.warning("the service goes on; it was held since %s", begun)
    return gone


def _locked(now: datetime) -> Pulse:
    pulse, _new = Pulse.objects.select_for_update().get_or_create(pk=ONE, defaults={"last_at": now})
    return pulse
