"""A season is called off before it runs. Callers hold it."""

from datetime import datetime

from games.leagues.services import planning, telling
from games.models import Entrant, Season


def cancel(season: Season, reason: str, *, merged: bool = False, now: datetime) -> None:
    """Call a season off and tell all who are in it; merged, the next one takes them over."""
    season.status, season.ended_at = Season.Status.CANCELLED, now
    season.reason, season.merged = reason, merged
    season.save(update_fields=("status", "ended_at", "reason", "merged"))
    planning.drop(season, now=now)
    told = telling.entered(season, *Entrant.IN, Entrant.Status.WAITING)
    telling.tell(season, told, "cancelled", now=now, merged=merged)
