"""Channels for the tests: kept by the services themselves, and what went out by them."""

from datetime import datetime

from games.channels.services import keeping, sending
from games.models import Channel, Player, Sending
from tests.games.cast import NOW, player
from tests.games.channels.listener import Heard, Listener


def channel(
    whose: str | Player, listener: Listener, *, kind: str = "webhook", path: str | None = None
) -> Channel:
    """Let somebody add a channel."""
    owner = player(whose) if isinstance(whose, str) else whose
    url = listener.url(path or f"/hook/of-{owner.name}-by-{kind}")
    return keeping.add(owner, kind=kind, name=f"my {kind}", url=url, now=NOW)


def told(listener: Listener, *, now: datetime = NOW) -> list[Heard]:
    """Send all that is due; what the listener heard of it."""
    before = len(listener.heard)
    sending.sweep(now=now)
    return listener.heard[before:]


def states() -> list[tuple[str, str]]:
    """What became of what went out, by the kind of its letter."""
    rows = Sending.objects.order_by("created_at", "letter__kind", "pk")
    return [(row.letter.kind if row.letter else "trial", row.status) for row in rows]
