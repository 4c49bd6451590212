"""System checks of the service's own settings."""

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from games.services.mailbox import LEASE


@register()
def smtp_gives_up_before_the_lease_ends(**_: object) -> list[CheckMessage]:
    """No letter is taken up again while its first sending still waits for the mail server."""
    timeout = settings.EMAIL_TIMEOUT
    if timeout and 2 * timeout <= LEASE.total_seconds():
        return []
    return [
        Error(
            f"EMAIL_TIMEOUT is {timeout}; it must be set and below {LEASE.total_seconds() / 2:.0f}",
            id="games.E001",
        )
    ]
