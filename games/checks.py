"""System checks of the service's own settings."""

import re
from email.utils import parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
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
def senders_have_addresses(**_: object) -> list[CheckMessage]:
    """A sender without an address is refused with every email, and nobody can write to us."""
    if settings.LOCAL_MODE:
        return []
    sender, operators = settings.DEFAULT_FROM_EMAIL, settings.OPERATORS_ADDRESS
    return [
        Error(
            f"{name} is {said!r}; it must hold an address, say {example}",
            id="games.E005",
        )
        for name, said, address, example in (
            ("MAIL_FROM", sender, parseaddr(sender)[1], "Saboteur <saboteur@example.org>"),
            ("OPERATORS", operators, operators, "help@example.org"),
        )
        if not _ADDRESS.fullmatch(address)
    ]


_ADDRESS = re.compile(r'[^\s@<>"]+@[^\s@<>"]+')


@register()
def answers_are_checked(**_: object) -> list[CheckMessage]:
    """A provider says whether a sender is genuine; of our own mail server we must know the name."""
    if not settings.REPLY_DOMAIN or settings.REPLY_CHECKED_BY or settings.REPLY_PROVIDER:
        return []
    return [
        checks.Warning(
            "REPLY_DOMAIN is set without REPLY_CHECKED_BY, so nobody checks who sent an answer",
            hint="Set it to the name by which your mail server signs Authentication-Results;"
            " see docs/replies.md.",
            id="games.W001",
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
    """Reading a moderator's or host's mailbox must not open their pages."""
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
