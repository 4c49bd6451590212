"""Once a day each season that runs is looked at. Callers hold it."""

from datetime import datetime
from typing import Any

from games.leagues.rules import cards, dues
from games.leagues.rules.dues import What
from games.leagues.selectors import covering as announcements
from games.leagues.services import (
    absence,
    covering,
    doubting,
    entering,
    leaving,
    planning,
    results,
    zones,
)
from games.models import Due, Entrant, LeagueTable, Season

_THERE = (*Entrant.IN, Entrant.Status.WAITING, Entrant.Status.ACTIVE)


def look(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Let who has left the service leave the season, and take what results were not noticed."""
    del due
    gone = season.entrants.filter(status__in=_THERE, player__left_at__isnull=False)
    left = [entrant.pk for entrant in gone.order_by("pk")]
    for entrant in gone.select_related("player", "division").order_by("pk"):
        if entrant.division is not None:
            leaving.leave(season, entrant, Entrant.Status.WITHDRAWN, reason="", now=now)
        else:
            entering.strike(season, entrant, now=now)
    late = LeagueTable.objects.filter(
        round__division__season=season, status=LeagueTable.Status.RUNNING
    ).exclude(game__moves__made_at__gt=now - cards.IDLE)
    for table in late.select_related("round", "game").order_by("pk"):
        absence.look(season, table, now=now, long=True)
    over = LeagueTable.objects.filter(
        round__division__season=season,
        status=LeagueTable.Status.RUNNING,
        game__ended_at__isnull=False,
    )
    taken = [
        results.take(season, table, now=now)
        for table in over.select_related("round__division", "game").order_by("pk")
    ]
    for table in announcements.unheard_in(season):
        covering.look(season, table, now=now)
    doubting.look_for_lost_seats(season, now=now)
    moved = zones.look(season, now=now)
    if season.status not in Season.OVER:
        planning.plan(season, What.LOOK, now + dues.DAY)
    told: dict[str, Any] = {"left": left, "taken": len(taken)} if left or taken else {}
    return told | {"moved": moved} if moved else told or None
