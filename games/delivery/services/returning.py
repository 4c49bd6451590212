"""Mails at the address to which a letter of ours comes back, taken in by the receiver."""

from datetime import datetime

from django.conf import settings

from games import links
from games.delivery.rules import reports
from games.delivery.services import hearing
from games.errors import BadLink
from games.links import ReturnClaim


def claim_at(to: str) -> ReturnClaim | None:
    """Read which letter comes back to an address, without asking the database; None if none."""
    local, _, domain = to.strip().strip("<>").strip().lower().rpartition("@")
    if not settings.MAIL_RETURNS or domain != settings.REPLY_DOMAIN.lower():
        return None
    try:
        return links.read_return(local)
    except BadLink:
        return None


def take_in(raw: bytes, claim: ReturnClaim, *, now: datetime) -> bool:
    """Act on what a mail server reports; tell whether it is a report at all.

    Nothing is ever answered there, so nothing can go to and fro.
    """
    news = reports.read(raw)
    if news is not None:
        hearing.hear(claim.letter, claim.whom, news, at=now, now=now)
    return news is not None
