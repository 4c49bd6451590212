"""Sanctions, given as the frame of acts and a verdict give them."""

from datetime import datetime, timedelta
from typing import Any

from games.log.rules import Cause
from games.log.services import because, write
from games.models import Player, Sanction
from games.sanctions import services
from tests.games.cast import DAY, NOW, player
from tests.games.moderation.cast import staff


def given(
    name: str,
    kind: str = "note",
    *,
    lasts: timedelta | None = None,
    by: Player | None = None,
    now: datetime = NOW,
    **said: Any,
) -> Sanction:
    """Give somebody a sanction, for ten days if it ends at all."""
    who = by or staff("mia")
    endless = lasts is None and kind in ("note", "seat-removed")
    until = None if endless else now + (lasts or 10 * DAY)
    with because(Cause.ACT):
        row = services.impose(
            player(name), kind, until=until, reason="rules", by=who, now=now, **said
        )
        write(kind, now=now)
    return row


def lifted(sanction: Sanction, *, now: datetime = NOW) -> bool:
    """Lift it."""
    with because(Cause.ACT):
        done = services.lift(sanction, now=now)
        write("lift", now=now)
    return done
