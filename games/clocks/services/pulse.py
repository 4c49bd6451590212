"""The sweep's sign of life, and what its silence means: an outage, a hold, a clock set back."""

import logging
from datetime import datetime

from games.clocks.models import Outage, Pulse
from games.clocks.rules import outages
from games.log.rules import Cause
from games.log.services import because, cause_is, write

logger = logging.getLogger(__name__)

ONE = 1


def beat(*, now: datetime) -> bool:
    """Leave a sign of life before time runs out for anybody; False if it may not now."""
    with because(Cause.CLOCK):
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
        pulse.last_at = now
        pulse.save(update_fields=("last_at",))
        if gone:
            cause_is(Cause.SYSTEM)
            Outage.objects.create(begun_at=gone.start, ended_at=gone.end)
            span = {"begun_at": gone.start.isoformat(), "ended_at": gone.end.isoformat()}
            write("outage", now=now, after=span)
    if gone:
        logger.error("nothing was swept for %s: deadlines in it are moved", gone.length)
    return True
