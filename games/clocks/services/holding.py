"""The operators hold the whole service, and let it go on: no clock runs, or nothing goes on at all.

The state of it lies in the pulse's row, which every locked game is read with. Who switches holds
the whole service (`locks.whole_service`), so that nobody is in the middle of a move then.
"""

import logging
from datetime import datetime

from games.clocks.models import Outage, Position, Pulse
from games.clocks.services import post
from games.clocks.services.pulse import ONE
from games.log.rules import Cause
from games.log.services import because, write
from games.services import locks

logger = logging.getLogger(__name__)

LONGEST = 200
"""A reason has at most so many letters."""


def stands() -> Pulse | None:
    """Read how the service is held, or will be; None if it is neither."""
    pulse = Pulse.objects.filter(pk=ONE).first()
    return pulse if pulse and (pulse.held_at or pulse.begins_at) else None


def put(reason: str, position: str, *, now: datetime, begins: datetime | None = None) -> Pulse:
    """Hold the service, now or from an announced time on, or hold it otherwise than before.

    What stands still already goes on to. The caller holds the whole service.
    """
    pulse, _new = Pulse.objects.select_for_update().get_or_create(pk=ONE, defaults={"last_at": now})
    fresh = pulse.held_at is None and begins is None
    if pulse.held_at is None:
        pulse.held_at, pulse.begins_at = (None, begins) if begins else (now, None)
    pulse.reason, pulse.position = reason, position
    pulse.save(update_fields=("held_at", "begins_at", "reason", "position"))
    if fresh:
        post.tell_of_hold(now=now)
    logger.warning("the service is held: %s", reason)
    return pulse


def lift(*, now: datetime) -> Outage | None:
    """Let everything go on, or forget what was announced; the hold, if there was one.

    From its row every game is moved by as long as its clocks stood, each once. The caller holds
    the whole service.
    """
    pulse = Pulse.objects.select_for_update().get(pk=ONE)
    gone = None
    if pulse.held_at is not None:
        # The sweeps left no sign since: what fell due just before, nobody could enforce either.
        begun = min(pulse.held_at, pulse.last_at)
        gone = Outage(
            begun_at=begun, ended_at=now, position=pulse.position, reason=pulse.reason
        )  # fmt: skip
        if begun < now:
            gone.save()
        pulse.last_at = max(pulse.last_at, now)
    pulse.held_at, pulse.begins_at, pulse.reason = None, None, ""
    pulse.save(update_fields=("held_at", "begins_at", "reason", "last_at"))
    logger.warning("the service goes on")
    return gone


def begin_announced(*, now: datetime) -> bool:
    """Begin a hold whose announced time has come; False if there is none."""
    if not Pulse.objects.filter(begins_at__lte=now).exists():
        return False
    with because(Cause.SYSTEM):
        locks.whole_service()
        pulse = Pulse.objects.filter(begins_at__lte=now).first()
        if pulse is None:
            return False
        put(pulse.reason, pulse.position, now=now)
        write("hold-begins", now=now, after={"held_since": now.isoformat()})
    return True


def hold(
    reason: str, *, now: datetime, position: str = Position.ALL, by: str = "", why: str = ""
) -> datetime | None:
    """Hold the service, or say anew why, for who holds the machine; tell since when it is held."""
    with because(Cause.ACT):
        locks.whole_service()
        pulse = put(reason, position, now=now)
        said = {"by": by, "position": position, "public": reason}
        write("hold", now=now, arguments=said, reason=why)
    return pulse.held_at


def release(*, now: datetime, by: str = "", why: str = "") -> Outage | None:
    """Let everything go on, for who holds the machine; None if nothing was held."""
    with because(Cause.ACT):
        locks.whole_service()
        if stands() is None:
            return None
        gone = lift(now=now)
        write("release", now=now, arguments={"by": by}, after=said_of(gone), reason=why)
    return gone


def said_of(gone: Outage | None) -> dict[str, str]:
    """Say for the log which hold is over."""
    return {"held_since": gone.begun_at.isoformat()} if gone else {}
