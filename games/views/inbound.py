"""Mails that a provider brings, whatever their shape: anymail reads, the one service takes in."""

import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.errors import BadLink, NotChecked, NotHisAddress, TooMany
from games.replies.rules import genuine
from games.replies.rules.mails import Unreadable
from games.replies.services import accepting
from games.replies.services.accepting import Envelope
from games.services import instant

_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Of characters; beside them Python has some that stand for bytes."""
_BETWEEN = re.compile(r"[\s<>()\[\]\",;:]+")
"""What stands between the addresses of a header."""


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
    raw = _raw(message)
    # Not by anymail, which breaks at addresses that are none.
    head = BytesHeaderParser().parsebytes(raw)
    sender = message.envelope_sender
    envelope = Envelope(
        sender=str(head.get("From", "")) if sender is None else sender,
        to=_recipient(message.envelope_recipient, head),
        found=tuple(_found(provider, event.esp_event, head)),
        comes_back=False,
    )
    try:
        accepting.accept(raw, envelope, now=instant.now())
    except (BadLink, NotHisAddress, Unreadable):
        # It would only be sent again.
        return 200
    except (TooMany, NotChecked):
        return 429
    return 200


def _raw(message: Any) -> bytes:
    """Write a mail as it came; the headers that anymail added are read as any others."""
    try:
        return bytes(message.as_bytes(policy=compat32))
    except UnicodeEncodeError:
        # The provider decoded it, so that it is no sequence of bytes any more.
        text = _HALVES.sub("\ufffd", message.as_string(policy=compat32))
        return text.encode("utf-8", "surrogateescape")


def _found(provider: str, told: Any, head: Message) -> Iterator[genuine.Finding]:
    """Read what the provider tells of a mail's sender, be it a form or a shape of its own."""
    return genuine.by_provider(provider, getattr(told, "POST", told), head.items())


def _recipient(told: str | None, head: Message) -> str:
    """Name the address of ours that a mail was sent to."""
    heads = [str(value) for name in ("To", "Cc") for value in head.get_all(name, [])]
    # Not by Python's reader of addresses, which takes long for what was made to be hard to read.
    named = [told or "", *(each for head in heads for each in _BETWEEN.split(head))]
    ending = f"@{settings.REPLY_DOMAIN}".lower()
    return next((each for each in named if each.lower().endswith(ending)), "")
