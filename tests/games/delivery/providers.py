"""What two providers post about letters, field by field as their documents show it."""

import hashlib
import hmac
import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Letter, Player

SECRET, KEY = "us:secret", "key-of-ours"
AUTH = {"Authorization": f"Basic {b64encode(SECRET.encode()).decode()}"}
SETTINGS = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": KEY}
_numbers = count(1)


def address_of(letter: Letter) -> str:
    """Where a letter goes today."""
    if letter.seat is None:
        return letter.email
    player = letter.seat.player
    assert player is not None
    return player.email or ""


def post(provider: str, data: object, *, headers: Mapping[str, str] = AUTH) -> int:
    """Let a provider post something; the status of the answer."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    url = reverse("tracking", args=[provider])
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    return client.post(url, body, content_type="application/json", headers=headers).status_code


def _postmark(letter: Letter, at: datetime, to: str, **more: object) -> dict[str, Any]:
    return {
        "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
        "ServerID": 23,
        "MessageStream": "outbound",
        "Tag": "",
        "Metadata": {"letter": letter.pk.hex},
        **more,
    }


def _postmarks_bounce(kind: str, code: int, name: str, details: str) -> Callable[..., Any]:
    def write(letter: Letter, at: datetime, to: str) -> dict[str, Any]:
        return _postmark(
            letter,
            at,
            to,
            RecordType="Bounce",
            Type=kind,
            TypeCode=code,
            Name=name,
            ID=next(_numbers),
            Description=f"What {name} means.",
            Details=details,
            Email=to,
            BouncedAt=at.isoformat(),
            DumpAvailable=True,
            Inactive=kind == "HardBounce",
            CanActivate=True,
            Subject="Your turn",
            From="saboteur@mail.example.org",
        )

    return write


def _delivered_by_postmark(letter: Letter, at: datetime, to: str) -> dict[str, Any]:
    return _postmark(
        letter,
        at,
        to,
        RecordType="Delivery",
        Recipient=to,
        DeliveredAt=at.isoformat(),
        Details="Test delivery webhook details",
    )


def _called_spam_at_postmark(letter: Letter, at: datetime, to: str) -> dict[str, Any]:
    bounce = _postmarks_bounce("SpamComplaint", 512, "Spam complaint", "")(letter, at, to)
    return bounce | {"RecordType": "SpamComplaint"}


def _taken_off_at_postmark(letter: Letter, at: datetime, to: str) -> dict[str, Any]:
    return _postmark(
        letter,
        at,
        to,
        RecordType="SubscriptionChange",
        ChangedAt=at.isoformat(),
        Recipient=to,
        Origin="Recipient",
        SuppressSending=True,
        SuppressionReason="ManualSuppression",
    )


def _mailgun(event: str, **more: object) -> Callable[..., Any]:
    def write(letter: Letter, at: datetime, to: str) -> dict[str, Any]:
        token = f"{next(_numbers):050d}"
        stamp = str(int(at.timestamp()))
        signed = hmac.new(KEY.encode(), f"{stamp}{token}".encode(), hashlib.sha256)
        return {
            "signature": {"token": token, "timestamp": stamp, "signature": signed.hexdigest()},
            "event-data": {
                "id": "G9Bn5sl1TC6nu79C8C0bwg",
                "event": event,
                "timestamp": at.timestamp(),
                "log-level": "info",
                "recipient": to,
                "recipient-domain": to.partition("@")[2],
                "tags": [],
                "campaigns": [],
                "user-variables": {"letter": letter.pk.hex},
                "flags": {"is-routed": False, "is-authenticated": True},
                "envelope": {"transport": "smtp", "sender": "saboteur@mail.example.org"},
                "message": {
                    "headers": {
                        "to": to,
                        "message-id": letter.message_id.strip("<>"),
                        "from": "saboteur@mail.example.org",
                        "subject": "Your turn",
                    },
                    "attachments": [],
                    "size": 511,
                },
                **more,
            },
        }

    return write


def _status(code: int, message: str) -> dict[str, Any]:
    return {"code": code, "message": message, "description": "", "attempt-no": 1}


@dataclass(frozen=True)
class Provider:
    """How one provider tells each of the things that may become of a letter."""

    name: str
    delivered: Callable[..., Any]
    deferred: Callable[..., Any]
    returned: Callable[..., Any]
    dead: Callable[..., Any]
    complained: Callable[..., Any]
    revoked: Callable[..., Any]

    def tell(
        self, what: str, letter: Letter, *, at: datetime, to: str = "", times: int = 1
    ) -> None:
        """Post it, perhaps more than once."""
        data = getattr(self, what)(letter, at, to or address_of(letter))
        for _ in range(times):
            assert post(self.name, data) == 200


POSTMARK = Provider(
    "postmark",
    delivered=_delivered_by_postmark,
    deferred=_postmarks_bounce("Transient", 2, "Message delayed", "smtp;450 4.2.1 try later"),
    returned=_postmarks_bounce("SoftBounce", 4096, "Soft bounce", "mailbox full"),
    dead=_postmarks_bounce("HardBounce", 1, "Hard bounce", "smtp;550 5.1.1 no such user"),
    complained=_called_spam_at_postmark,
    revoked=_taken_off_at_postmark,
)
MAILGUN = Provider(
    "mailgun",
    delivered=_mailgun("delivered", **{"delivery-status": _status(250, "OK")}),
    deferred=_mailgun(
        "failed",
        severity="temporary",
        reason="generic",
        **{"delivery-status": _status(452, "4.2.2 out of space")},
    ),
    returned=_mailgun(
        "failed",
        severity="permanent",
        reason="bounce",
        **{"delivery-status": _status(552, "5.2.2 The mailbox is full")},
    ),
    dead=_mailgun(
        "failed",
        severity="permanent",
        reason="suppress-bounce",
        **{"delivery-status": _status(605, "Not delivering to previously bounced address")},
    ),
    complained=_mailgun("complained"),
    revoked=_mailgun("unsubscribed"),
)
PROVIDERS = (POSTMARK, MAILGUN)
AWAY = _postmarks_bounce("AutoResponder", 32, "Auto responder", "Out of the office until Monday")


def player_again(player: Player) -> Player:
    """The same, as he is now."""
    return Player.objects.get(pk=player.pk)
