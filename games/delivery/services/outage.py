"""Whether the mail server is down, and what happens once it is back."""

from datetime import datetime, timedelta

from games.delivery.rules.causes import SERVER
from games.log.rules import Cause
from games.log.services import because
from games.models import Letter, MailOutage

PROBE = timedelta(minutes=1)
"""How long an email waits before it tries again whether the mail server is back."""
LASTING = timedelta(minutes=5)
"""From then on it was an outage. A server that only stumbles must not use up attempts."""
_ONE = 1


def goes_on(*, now: datetime) -> bool:
    """Note that the mail server is down; tell whether it was known before."""
    _outage, is_new = MailOutage.objects.get_or_create(pk=_ONE, defaults={"begun_at": now})
    return not is_new


def end(*, now: datetime) -> None:
    """An email left: if the mail server was down, release the emails that wait for it."""
    if not MailOutage.objects.exists():
        return
    with because(Cause.POST):
        outage = MailOutage.objects.select_for_update().filter(pk=_ONE).first()
        if outage is None:
            return
        waiting = Letter.objects.filter(
            status=Letter.Status.QUEUED, error__startswith=SERVER, due_at__gt=now
        )
        if now - outage.begun_at < LASTING:
            waiting = waiting.filter(due_at__lte=now + PROBE)
        waiting.update(due_at=now)
        outage.delete()
