"""A table ends without a result. Callers hold the season."""

from datetime import datetime

from games.leagues.services import results, telling
from games.models import LeagueTable, Player, Result, Season


def annul(
    season: Season, table: LeagueTable, *, by: Player | None, reason: str, now: datetime
) -> Result:
    """Let a table count for nobody; who sat there gets the value of a requested bye."""
    stands = results.enter(
        season, table, Result.Kind.ANNULLED, [], at=now, by=by, reason=reason, now=now
    )
    told = telling.of(place.entrant for place in table.places.select_related("entrant"))
    telling.tell(season, told, "annulled", about=stands.pk, now=now)
    return stands
