"""The sweep's sign of life, and what its silence means: an outage, a hold, a clock set back."""

import logging
from datetime import datetime

from django.db import transaction

from games.clocks.models import Outage, Pulse
from games.clocks.rules import outages

logger = logging.getLogger(__name__)

ONE = 1


def beat(*, now: datetime) -> bool:
    """Leave a sign of life before time runs out for anybody; False if it may not now."""
    with transaction.atomic(durable=True):
        pulse, new = Pulse.objects.select_for_update().get_or_create(
            pk=ONE, defaults={"last_at": now}
        )
        if pulse.held_at:
            return False
        if not outages.may_enforce(pulse.last_at, now):
            behind = pulse.last_at - now
            if behind >= outages.SHORTEST:
                logger.error("the database's clock was set back by %s; no time runs out", behind)
            return False
        gone = None if new else outages.outage(pulse.last_at, now)
        if gone:
            Outage.objects.create(begun_at=gone.start, ended_at=gone.end)
        pulse.last_at = now
        pulse.save(update_fields=("last_at",))
    if gone:
        logger.error("nothing was swept for %s: deadlines in it are moved", gone.length)
    return True
