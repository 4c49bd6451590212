"""When an address counts as dead, and what makes it alive again."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.delivery.rules.news import FAILED, News

MOST = 3
"""So many letters that did not arrive, and none in between that did."""
DAYS = timedelta(days=2)
"""And so far apart at least: a mail server may be down over a night."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of an address to which letters do not get through."""

    failed: int = 0
    failing_since: datetime | None = None
    dead_since: datetime | None = None


def after(known: Known, news: News, *, at: datetime, is_new: bool) -> Known | None:
    """What is known after news of a letter; None if all is well.

    A letter counts once: `is_new` says that nothing was heard of it before.
    """
    if news == News.DELIVERED:
        arrived_later = known.dead_since is None or at >= known.dead_since
        return None if arrived_later else known
    if news == News.DEAD:
        return replace(known, dead_since=known.dead_since or at)
    if news not in FAILED or not is_new:
        return known
    since = min(at, known.failing_since or at)
    failed = known.failed + 1
    dead = known.dead_since
    if dead is None and failed >= MOST and at - since >= DAYS:
        dead = at
    return Known(failed, since, dead)
