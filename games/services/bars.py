"""What a table asks of who joins. Writes nothing."""

from datetime import datetime

from games.clocks.rules import record
from games.clocks.rules.settings import Settings
from games.errors import BarMissed
from games.models import Player
from games.selectors import records


def require_reliable(settings: Settings, player: Player, *, now: datetime) -> None:
    """Pass if a player answers in time as often as a table asks; raises BarMissed."""
    if not settings.bar:
        return
    found = records.of([player.pk], now=now)[player.pk].turns
    if not record.passes(found, settings.bar, newcomers=settings.newcomers):
        raise BarMissed(settings.bar)
