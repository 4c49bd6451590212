"""Sweeps note that they ran; the hosts are told of what runs late, once until it is over."""

import logging
from datetime import datetime

from django.conf import settings
from django.core.mail import mail_admins, send_mail
from django.db import transaction

from games.machine.rules import APPEALS
from games.machine.selectors import figures
from games.models import Alarm, Swept
from games.moderation.rules.matrix import Role
from games.moderation.selectors import holders

logger = logging.getLogger(__name__)


def note(name: str, count: int, *, now: datetime) -> None:
    """Note that a sweep ran, and how much it did."""
    with transaction.atomic():
        Swept.objects.update_or_create(name=name, defaults={"ran_at": now, "count": count})


def sweep(*, now: datetime) -> int:
    """Tell the hosts of what is late now and was not before; count those alarms."""
    late = figures.alarming(now=now)
    with transaction.atomic(durable=True):
        Alarm.objects.exclude(kind__in=late).delete()
        known = set(Alarm.objects.values_list("kind", flat=True))
        fresh = sorted(late - known)
        made = [Alarm(kind=kind, begun_at=now) for kind in fresh]
        Alarm.objects.bulk_create(made, ignore_conflicts=True)
        if fresh:
            logger.warning("alarm: %s", ", ".join(fresh))
            # Before the commit: what could not be mailed is tried again in a minute.
            mail_admins(_subject(fresh), _letter(fresh))
            _mail_hosts(fresh, now)
    return len(fresh)


def _mail_hosts(kinds: list[str], now: datetime) -> None:
    """Mail to everybody else who holds the host's role, but of no appeal that is not for him."""
    named = {address for _name, address in settings.ADMINS}
    for host in holders(frozenset({Role.HOST})):
        his = [kind for kind in kinds if kind != APPEALS or figures.has_old_appeals(host, now=now)]
        if host.email and host.email not in named and his:
            subject = f"{settings.EMAIL_SUBJECT_PREFIX}{_subject(his)}"
            # Were one of them out of reach, the others would get it again each minute.
            send_mail(subject, _letter(his), None, [host.email], fail_silently=True)


def _subject(kinds: list[str]) -> str:
    return f"Alarm: {', '.join(kinds)}"


def _letter(kinds: list[str]) -> str:
    said = {
        "deadlines": "Deadlines are not enforced: the oldest is more than 2 minutes late.",
        "letters": "Letters do not leave: the oldest is more than 5 minutes late.",
        "reminders": "Reminders are not sent: the oldest is more than 15 minutes late.",
        "leagues": "A league waits: what fell due in it is more than 15 minutes late or failed.",
        "appeals": "An appeal has waited for 14 days: /moderation/cases/ names it.",
        "log": "The log is not as it was written: /log/ names the first wrong line.",
    }
    lines = "\n".join(said[kind] for kind in kinds)
    return f"{lines}\n\nThe machine room says more: {settings.BASE_URL}/moderation/machine/\n"
