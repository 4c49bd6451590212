"""Sweeps note that they ran; the hosts are told of what runs late, once until it is over."""

import logging
from datetime import datetime

from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.mail import mail_admins, send_mail
from django.db import transaction

from games.machine.rules import APPEALS
from games.machine.selectors import figures
from games.models import Alarm, Swept
from games.moderation.rules.matrix import Role
from games.moderation.selectors import holders

logger = logging.getLogger(__name__)

UNMAILED = (OSError, AnymailError)
"""What the mail server or a provider raises, which may be what the alarm is about."""


def note(name: str, count: int, *, now: datetime) -> None:
    """Note that a sweep ran, and how much it did."""
    with transaction.atomic():
        Swept.objects.update_or_create(name=name, defaults={"ran_at": now, "count": count})


def sweep(*, now: datetime) -> int:
    """Tell the hosts of what is late now and was not before; count those alarms.

    What cannot be mailed now is mailed by a later sweep, even if it is over by then.
    """
    late = figures.alarming(now=now)
    with transaction.atomic(durable=True):
        Alarm.objects.filter(told=True).exclude(kind__in=late).delete()
        fresh = sorted(late.difference(Alarm.objects.values_list("kind", flat=True)))
        made = [Alarm(kind=kind, begun_at=now) for kind in fresh]
        Alarm.objects.bulk_create(made, ignore_conflicts=True)
    if fresh:
        logger.warning("alarm: %s", ", ".join(fresh))
    untold = Alarm.objects.filter(told=False)
    if kinds := sorted(untold.values_list("kind", flat=True)):
        try:
            mail_admins(_subject(kinds), _letter(kinds, late))
            _mail_hosts(kinds, late, now)
        except UNMAILED as error:
            logger.warning("alarm is not mailed yet: %s", type(error).__name__)
        else:
            untold.filter(kind__in=kinds).update(told=True)
    return len(fresh)


def _mail_hosts(kinds: list[str], late: frozenset[str], now: datetime) -> None:
    """Mail to everybody else who holds the host's role, but of no appeal that is not for them.

    Raises what kept all of them from being reached. Were it raised for one of them, the others
    would get it again each minute.
    """
    named = {address for _name, address in settings.ADMINS}
    failed, reached = list[Exception](), 0
    for host in holders(frozenset({Role.HOST})):
        theirs = [
            kind for kind in kinds if kind != APPEALS or figures.has_old_appeals(host, now=now)
        ]
        if not host.email or host.email in named or not theirs:
            continue
        subject = f"{settings.EMAIL_SUBJECT_PREFIX}{_subject(theirs)}"
        try:
            reached += send_mail(subject, _letter(theirs, late), None, [host.email])
        except UNMAILED as error:
            failed.append(error)
    if failed and not reached and not named:
        raise failed[-1]


def _subject(kinds: list[str]) -> str:
    return f"Alarm: {', '.join(kinds)}"


def _letter(kinds: list[str], late: frozenset[str]) -> str:
    said = {
        "deadlines": "Deadlines are not enforced: the oldest is more than 2 minutes late.",
        "letters": "Letters do not leave: the oldest is more than 5 minutes late.",
        "reminders": "Reminders are not sent: the oldest is more than 15 minutes late.",
        "leagues": "A league waits: what fell due in it is more than 15 minutes late or failed.",
        "appeals": "An appeal has waited for 14 days: /moderation/cases/ names it.",
        "log": "The log is not as it was written: /log/ names the first wrong line.",
    }
    lines = "\n".join(said[kind] + ("" if kind in late else " It is over now.") for kind in kinds)
    return f"{lines}\n\nThe machine room says more: {settings.BASE_URL}/moderation/machine/\n"
