"""Refused emails: counted by reason, and limited for each way by which they come."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address

from django.db import transaction
from django.db.models import F

from games.errors import NotChecked, NotHisAddress, TooMany
from games.limits import services as limits
from games.limits.rules import (
    REFUSED_OF_A_NETWORK,
    REFUSED_OF_AN_ADDRESS,
    Limit,
    mailbox,
    network,
)
from games.models import RefusedEmail
from games.replies.rules.mails import Unreadable

logger = logging.getLogger(__name__)

Why = RefusedEmail.Why


@dataclass(frozen=True, slots=True)
class Way:
    """The way an email comes: to which seat or letter, from which address and network."""

    to: object
    sender: str
    origin: str = ""
    """Empty if it is unknown."""

    def limits(self) -> list[tuple[Limit, object]]:
        """Name the limits on refusals; a mail server of our own is no network that counts."""
        pair = f"{self.to} {mailbox(self.sender)}"
        wanted: list[tuple[Limit, object]] = [(REFUSED_OF_AN_ADDRESS, pair)]
        if self.origin and ip_address(self.origin).is_global:
            wanted.append((REFUSED_OF_A_NETWORK, network(self.origin)))
        return wanted


def require_room(way: Way, *, now: datetime) -> None:
    """Raise TooMany if too many emails that came this way were refused lately."""
    limits.require_room(*way.limits(), now=now)


@contextmanager
def counted(way: Way, *, now: datetime) -> Iterator[None]:
    """Count an email that is refused in here, and write one line about it."""
    try:
        yield
    except Unreadable:
        _count(Why.UNREADABLE, way, now)
        raise
    except NotChecked as unsure:
        _count(Why.UNSURE, way, now, str(unsure))
        raise
    except NotHisAddress as strange:
        _count(Why.FAILED if strange.failed else Why.STRANGE, way, now, str(strange))
        raise


def _count(why: RefusedEmail.Why, way: Way, now: datetime, about: str = "") -> None:
    # Neither the sender nor the address: the log must not say who writes to whom.
    logger.warning("refused an email: %s", " ".join(filter(None, (why, about))))
    hour = now.replace(minute=0, second=0, microsecond=0)
    RefusedEmail.objects.bulk_create([RefusedEmail(hour=hour, why=why)], ignore_conflicts=True)
    RefusedEmail.objects.filter(hour=hour, why=why).update(count=F("count") + 1)
    for limit in way.limits():
        with transaction.atomic():
            try:
                limits.use(limit, now=now)
            except TooMany:
                # Another email was refused meanwhile; there is no room already.
                continue
