"""Mails that a provider brings, whatever their shape: anymail reads, the one service takes in."""

from collections.abc import Iterator
from email.parser import BytesHeaderParser
from email.policy import compat32
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.errors import BadLink, NotHisAddress, TooMany
from games.replies.rules import genuine
from games.replies.rules.mails import Unreadable
from games.replies.services import accepting
from games.replies.services.accepting import Envelope
from games.services import instant


# The provider proves who it is by its own signature, or by a password that is asked for by anymail.
@csrf_exempt
@never_cache
@require_POST
def inbound(request: HttpRequest, provider: str) -> HttpResponse:
    """Take in what the provider of the settings brings."""
    if not settings.REPLY_DOMAIN or provider != settings.REPLY_PROVIDER:
        raise Http404
    reader = reader_of(provider, "inbound")
    reader.run_validators(request)
    answers = [_accepted(provider, event) for event in reader.parse_events(request)]
    return HttpResponse(status=max(answers, default=200))


def reader_of(provider: str, what: str) -> Any:
    """Find anymail's reader of what a provider posts; raises Http404."""
    for path in (f"/{provider}/{what}/", f"/{provider}/"):
        try:
            view: Any = resolve(path, urlconf="anymail.urls").func
            return view.view_class()
        except Resolver404:
            # Some have one address for all that they bring.
            continue
    raise Http404


def _accepted(provider: str, event: Any) -> int:
    message = getattr(event, "message", None)
    if message is None:
        # News of a letter that left, which some bring to the same address.
        return 200
    # As it came: the headers that anymail added are read as any others.
    raw = message.as_bytes(policy=compat32)
    sender = message.envelope_sender
    envelope = Envelope(
        sender=str(message.get("From", "")) if sender is None else sender,
        to=_recipient(message),
        found=tuple(_found(provider, event.esp_event, raw)),
    )
    try:
        accepting.accept(raw, envelope, now=instant.now())
    except (BadLink, NotHisAddress, Unreadable):
        # It would only be sent again.
        return 200
    except TooMany:
        return 429
    return 200


def _found(provider: str, told: Any, raw: bytes) -> Iterator[genuine.Finding]:
    """Read what the provider tells of a mail's sender, be it a form or a shape of its own."""
    heads = BytesHeaderParser().parsebytes(raw).items()
    return genuine.by_provider(provider, getattr(told, "POST", told), heads)


def _recipient(message: Any) -> str:
    """Name the address of ours that a mail was sent to."""
    named = [message.envelope_recipient, *(each.addr_spec for each in (*message.to, *message.cc))]
    ending = f"@{settings.REPLY_DOMAIN}".lower()
    return next((each for each in named if each and each.lower().endswith(ending)), "")
