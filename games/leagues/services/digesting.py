"""Once a week a running season is told to who follows its league. Callers hold the season."""

from datetime import datetime
from typing import Any

from games.leagues.rules import dues
from games.leagues.rules.dues import What
from games.leagues.services import planning, telling
from games.models import Due, Player, Result, Season


def digest(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Tell a week in which something ended; a quiet one is passed over."""
    if season.status not in (Season.Status.RUNNING, Season.Status.COUNTING):
        return None
    weeks = max(1, (now - due.at) // dues.WEEK + 1)
    planning.plan(season, What.DIGEST, due.at + weeks * dues.WEEK)
    since = due.at - dues.WEEK
    ended = Result.objects.filter(
        table__round__division__season=season,
        entered_at__gt=since,
        entered_at__lte=due.at,
        superseded_at=None,
    ).count()
    if not ended:
        return None
    followers = Player.objects.filter(follows__league=season.league_id)
    said = {"since": since.isoformat(), "until": due.at.isoformat()}
    telling.tell(season, followers, "digest", about=int(due.at.timestamp()), now=now, **said)
    return {"results": ended}
