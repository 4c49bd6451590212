"""System checks of the service's own settings."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, register

from games.services.claiming import LEASE
from saboteur_site.env import is_public


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


@register()
def a_provider_that_brings_mails_is_known(**_: object) -> list[CheckMessage]:
    """Nobody else may bring mails, or news of letters: they say themselves whom they are from."""
    named = [name for name in ("REPLY_PROVIDER", "TRACKING_PROVIDER") if getattr(settings, name)]
    if not named or settings.ANYMAIL.get("WEBHOOK_SECRET"):
        return []
    return [
        Error(
            f"{named[0]} is set, so ANYMAIL_WEBHOOK_SECRET must be: the user:password that the"
            " provider calls with",
            id="games.E003",
        )
    ]


@register()
def letters_come_back_to_a_domain_of_ours(**_: object) -> list[CheckMessage]:
    """What nobody takes is sent back to the receiver, which has one domain."""
    if not settings.MAIL_RETURNS or settings.REPLY_DOMAIN:
        return []
    return [
        Error(
            "MAIL_RETURNS is set, so REPLY_DOMAIN must be: the domain whose mail comes to the"
            " receiver",
            id="games.E004",
        )
    ]


@register()
def a_public_site_is_reached_by_https(**_: object) -> list[CheckMessage]:
    """Links in letters are keys to seats, and mail programs stop letters over https alone."""
    base = urlsplit(settings.BASE_URL)
    if base.scheme == "https" or not is_public(base.hostname or ""):
        return []
    return [
        Error(
            f"BASE_URL is {settings.BASE_URL}; of a public site it must begin with https: whoever"
            " reads a link on its way has the seat that it opens, and no mail program offers to"
            " stop letters (List-Unsubscribe, RFC 8058) over http",
            id="games.E002",
        )
    ]


@register()
def staff_of_a_public_site_use_passkeys(**_: object) -> list[CheckMessage]:
    """Whoever reads a moderator's or host's mailbox must not have their pages with it."""
    base = urlsplit(settings.BASE_URL)
    if settings.STAFF_PASSKEY or base.scheme != "https" or not is_public(base.hostname or ""):
        return []
    return [
        Info(
            "STAFF_PASSKEY is not set: whoever reads the mailbox of a moderator, host or director"
            " has their pages",
            hint="Set STAFF_PASSKEY=1; staff then add a passkey and sign in with it.",
            id="games.I001",
        )
    ]
