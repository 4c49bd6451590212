"""A game that cannot go on without who left it ends. Callers hold the season, then the game."""

from datetime import datetime
from typing import Any

from games.leagues.rules.dues import Condition
from games.leagues.services import results
from games.leagues.services.conditions import require
from games.models import Due, Game, LeagueTable, Place, Season
from games.services import locks
from games.substitutes.services import endings

MOST = 2
"""At larger tables somebody else plays on."""


def forfeit(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """End a game whose player has not come back, and enter its result."""
    place = Place.objects.select_related("table__round__division", "table__game").get(pk=due.about)
    table = place.table
    if place.state != Place.State.VACANT or table.status != LeagueTable.Status.RUNNING:
        return None
    said = {"table": table.number, "round": table.round.number}
    require(due, Condition.DROPPED_OUT, holds=not table.round.final, **said)
    game = locks.game(pk=table.game_id or 0)
    if game.status == Game.Status.ACTIVE:
        others = table.places.exclude(pk=place.pk).exclude(state=Place.State.VACANT)
        endings.leave_won(game, others.values_list("seat", flat=True).first(), now=now)
    table.refresh_from_db()
    return results.take(season, table, now=now)
