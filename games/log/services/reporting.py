"""Once a day the log is checked, and its head goes out to the operators' own mailboxes."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import mail_admins
from django.db import transaction

from games import statements
from games.log.models import Check
from games.log.selectors import checked
from games.log.services.checking import check

logger = logging.getLogger(__name__)

DAILY = timedelta(hours=23, minutes=30)
"""The beat asks every hour: so it is one check a day, whatever was restarted."""
SELDOM = timedelta(minutes=10)
REPORT = 7_305_115_362_110_977_390
"""The name of the lock of whoever reports."""


def sweep(*, now: datetime) -> Check | None:
    """Check the log and mail its head, unless that was done today; None then."""
    with transaction.atomic(durable=True):
        if not _is_mine():
            return None
        if Check.objects.filter(mailed=True, at__gt=now - DAILY).exists():
            return None
        found = check(now=now, mailed=True)
        # Before the commit: what could not be mailed is tried again within the hour.
        mail_admins(f"The log has {found.length} lines", _letter(found))
    if found.wrong is not None:
        logger.error("line %s of the log is not as it was written", found.wrong)
    return found


def check_again(*, now: datetime) -> Check | None:
    """Check the log because somebody asked for it, unless that was just done; None then."""
    with transaction.atomic(durable=True):
        if not _is_mine() or not may_check(now=now):
            return None
        return check(now=now)


def may_check(*, now: datetime) -> bool:
    """Tell whether the last check is long enough ago: the whole log is read each time."""
    last = checked()
    return last is None or now - last.at >= SELDOM


def _is_mine() -> bool:
    return statements.try_lock(REPORT)


def _letter(found: Check) -> str:
    whole = "is whole" if found.wrong is None else f"is broken at line {found.wrong}"
    return f"""The log of {settings.BASE_URL} {whole}.

{found.length} lines, the last one is
{found.head}

Keep this letter: whoever owns database and machine can write a whole log anew, but not what is
in your mailbox. docs/hosts.md says what to do if a line is wrong.
"""
