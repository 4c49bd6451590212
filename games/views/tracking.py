"""News of letters that a provider brings, whatever their shape: anymail reads, one service acts."""

import logging
import re
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games import links
from games.delivery.rules.news import Told, heard
from games.delivery.services import hearing
from games.links import ReturnClaim
from games.replies.services import accepting
from games.services import instant
from games.views.inbound import reader_of

logger = logging.getLogger(__name__)

_OURS = re.compile(r"<?(?:mail\.)?([0-9a-f-]{32,36})@[^<>\s]+>?")
"""A Message-ID of ours; those of emails from before had no prefix and no dashes."""
MAY_PASS = ("SoftBounce",)
"""Postmark's word for what may pass, which anymail takes for a bounce like any other."""
AWAY = "AutoResponder"
"""Postmark's word for an answer that somebody is away; anymail's holds other answers too."""


# As with mails that a provider brings: its password, and its signature where it has one.
@csrf_exempt
@never_cache
@require_POST
def tracking(request: HttpRequest, provider: str) -> HttpResponse:
    """Take in what the provider of the settings tells of letters."""
    if not settings.TRACKING_PROVIDER or provider != settings.TRACKING_PROVIDER:
        raise Http404
    reader = reader_of(provider, "tracking")
    try:
        reader.run_validators(request)
        events = list(reader.parse_events(request))
    except SuspiciousOperation:
        # A wrong password or signature, or too large: Django answers that.
        raise
    except Exception as error:
        # Whatever anymail stumbles over; what was posted may hold addresses, so it is not named.
        logger.warning("news of letters cannot be read: %s", type(error).__name__)
        return HttpResponse(status=400)
    for event in events:
        _take_in(event)
    return HttpResponse()


def _take_in(event: Any) -> None:
    letter, now = _letter(event), instant.now()
    # Some have one address for news and for mails that they bring.
    recipient = getattr(event, "recipient", None)
    if letter is None or not isinstance(recipient, str):
        return
    whom = links.whom(recipient.strip().strip("<>"))
    word = event.esp_event.get("Type") if hasattr(event.esp_event, "get") else None
    if word == AWAY:
        accepting.seems_away(ReturnClaim(letter, whom), now=now)
        return
    news = heard(
        Told(
            event=str(event.event_type),
            reason=str(event.reject_reason or ""),
            said=f"{event.mta_response or ''} {event.description or ''}",
            may_pass=word in MAY_PASS,
        )
    )
    if news is not None:
        hearing.hear(letter, whom, news, at=_instant(event.timestamp) or now, now=now)


def _letter(event: Any) -> UUID | None:
    """Read which letter it is about: by the name that we gave it, or by its Message-ID."""
    metadata = getattr(event, "metadata", None)
    given = metadata.get("letter") if isinstance(metadata, dict) else None
    found = _OURS.fullmatch(str(getattr(event, "message_id", None) or ""))
    named = given if isinstance(given, str) else found[1] if found else ""
    named = named.replace("-", "")
    return UUID(named) if re.fullmatch("[0-9a-f]{32}", named) else None


def _instant(told: datetime | None) -> datetime | None:
    return told.replace(tzinfo=UTC) if told is not None and told.tzinfo is None else told
