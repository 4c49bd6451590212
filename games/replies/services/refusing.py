"""Refused emails: counted by reason, and limited for each address and network they come from."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from ipaddress import ip_address

from django.db import transaction
from django.db.models import F

from games.errors import NotChecked, NotHisAddress, TooMany
from games.limits import services as limits
from games.limits.rules import REFUSED_AT_AN_ADDRESS, REFUSED_OF_A_NETWORK, Limit, network
from games.models import Refused
from games.replies.rules.mails import Unreadable

logger = logging.getLogger(__name__)

Why = Refused.Why


def require_room(whose: object, origin: str, *, now: datetime) -> None:
    """Raise TooMany if too many emails to an address, or from a network, were refused lately."""
    limits.require_room(*_limits(whose, origin), now=now)


@contextmanager
def counted(whose: object, origin: str, *, now: datetime) -> Iterator[None]:
    """Count an email that is refused in here, and write one line about it."""
    try:
        yield
    except Unreadable:
        _count(Why.UNREADABLE, _limits(whose, origin), now)
        raise
    except NotChecked as unsure:
        _count(Why.UNSURE, _limits(whose, origin), now, str(unsure))
        raise
    except NotHisAddress as strange:
        why = Why.FAILED if strange.failed else Why.STRANGE
        _count(why, _limits(whose, origin), now, str(strange))
        raise


def _limits(whose: object, origin: str) -> list[tuple[Limit, object]]:
    """Name the limits; a mail server of our own is no network that somebody sends from."""
    wanted: list[tuple[Limit, object]] = [(REFUSED_AT_AN_ADDRESS, whose)]
    if origin and ip_address(origin).is_global:
        wanted.append((REFUSED_OF_A_NETWORK, network(origin)))
    return wanted


def _count(
    why: Refused.Why, wanted: list[tuple[Limit, object]], now: datetime, about: str = ""
) -> None:
    # Neither the sender nor the address: the log must not say who writes to whom.
    logger.warning("refused an email: %s", " ".join(filter(None, (why, about))))
    hour = now.replace(minute=0, second=0, microsecond=0)
    Refused.objects.bulk_create([Refused(hour=hour, why=why)], ignore_conflicts=True)
    Refused.objects.filter(hour=hour, why=why).update(count=F("count") + 1)
    for limit in wanted:
        with transaction.atomic():
            try:
                limits.use(limit, now=now)
            except TooMany:
                # Another email was refused meanwhile; there is no room already.
                continue
