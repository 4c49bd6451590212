"""From the last close to the final standing, honours, and the end. Callers hold the season."""

from datetime import datetime, timedelta
from typing import Any

from games.leagues.rules import dues
from games.leagues.rules.dues import Condition, What
from games.leagues.rules.promotion import zones
from games.leagues.selectors import absences
from games.leagues.services import finals, holding, honouring, planning, standings, telling
from games.leagues.services.conditions import Later, require
from games.models import (
    Ask,
    Due,
    Entrant,
    LeagueTable,
    Result,
    Round,
    Season,
    Standing,
)

Status = Season.Status
PODIUM = 3


def begin(season: Season, *, now: datetime) -> None:
    """Let what is left be counted once the last round of every division is closed."""
    rounds = Round.objects.filter(division__season=season)
    if rounds.exclude(status=Round.Status.CLOSED).exists():
        return
    planning.plan(season, What.COUNT, now)


def count(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Say that all rounds are closed, and for how long tables may run on."""
    del due
    if season.status != Status.RUNNING:
        return None
    season.status = Status.COUNTING
    season.save(update_fields=("status",))
    until = now + timedelta(days=holding.terms_of(season).running_on)
    left = list(_to_come(season).order_by("pk").values_list("pk", flat=True))
    if left:
        planning.plan(season, What.WARN, until - dues.WARNED)
        planning.plan_all(season, What.OVERDUE, until, left)
    told = telling.entered(season, Entrant.Status.ACTIVE)
    telling.tell(season, told, "counting", now=now, left=len(left), until=until.isoformat())
    look(season, now=now)
    return {"left": len(left)}


def ran_out(season: Season, *, now: datetime) -> bool:
    """Tell whether tables have run on for as long as they may after the last close."""
    counted = Due.objects.filter(season=season, what=What.COUNT, done_at__isnull=False).first()
    if counted is None or counted.done_at is None or season.status != Status.COUNTING:
        return False
    return now >= counted.done_at + timedelta(days=holding.terms_of(season).running_on)


def look(season: Season, *, now: datetime) -> None:
    """Plan the final standing for when the last result is old enough, once there are all."""
    if season.status != Status.COUNTING or _to_come(season).exists():
        return
    rounds = Round.objects.filter(division__season=season, told_at=None)
    if rounds.exclude(secret="").exists():
        # A deal is yet to be told; whoever does that looks again.
        return
    results = Result.objects.filter(table__round__division__season=season, superseded_at=None)
    last = results.order_by("-entered_at").first()
    at = last.entered_at if last else now
    wait = timedelta(days=holding.terms_of(season).counting)
    planning.plan(season, What.FINAL, max(now, at + wait))


def warn(season: Season, due: Due, *, now: datetime) -> None:
    """Tell tables that run on until when they may."""
    until = (due.at + dues.WARNED).isoformat()
    for table in _to_come(season).order_by("pk"):
        entrants = Entrant.objects.filter(places__table=table, status=Entrant.Status.ACTIVE)
        told = telling.of(entrants)
        telling.tell(season, told, "running-on", about=table.pk, now=now, until=until)


def overdue(season: Season, due: Due, *, now: datetime) -> None:
    """Ask what shall become of a table that ran on for too long."""
    del now
    table = LeagueTable.objects.select_related("round").get(pk=due.about)
    done = table.status not in LeagueTable.TO_COME
    about = {"round": table.round.number, "table": table.number, "season": season.number}
    require(due, Condition.OVERDUE, holds=done, **about)


def final(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Fix the places and give the honours."""
    if season.status != Status.COUNTING or _to_come(season).exists():
        return None
    asks = season.asks.filter(status=Ask.Status.OPEN).exclude(due=due).count()
    require(due, Condition.OPEN_ASK, holds=not asks, asks=asks)
    if absences.is_appealed(season):
        raise Later
    divisions = list(season.divisions.order_by("rank"))
    ups = [up for up, _ in zones([each.entrants.count() for each in divisions], _swap(season))]
    differ = [each.name for each in divisions if not standings.is_shown(season, each)]
    require(due, Condition.STANDING_DIFFERS, holds=not differ, divisions=differ)
    told = {}
    for division, up in zip(divisions, ups, strict=True):
        built = standings.close(season, division, now=now)
        order = finals.ranking(season, division)
        Standing.objects.filter(division=division).update(final=order)
        honouring.honour(season, division, built.told, order, up=up, now=now)
        told[division.name] = [row["entrant"] for row in built.rows[:PODIUM]]
    honouring.thank(season, now=now)
    active = season.entrants.filter(status=Entrant.Status.ACTIVE)
    players = telling.of(active)
    active.update(status=Entrant.Status.FINISHED)
    season.status, season.ended_at = Status.FINAL, now
    season.save(update_fields=("status", "ended_at"))
    planning.drop(season, What.DIGEST, now=now)
    planning.plan(season, What.NEXT, now)
    planning.plan(season, What.OVER, now + dues.CLOSED_AFTER)
    telling.tell(season, players, "final", now=now)
    return {"places": told, "secret": season.secret}


def over(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Close a season that was final for long enough."""
    del due
    if season.status != Status.FINAL:
        return None
    close(season, now=now)
    return {}


def close(season: Season, *, now: datetime) -> None:
    """Close a season: nothing of it falls due any more."""
    season.status = Status.CLOSED
    season.save(update_fields=("status",))
    planning.drop(season, now=now)


def _swap(season: Season) -> int:
    return holding.terms_of(season).divisions.swap


def _to_come(season: Season) -> Any:
    return LeagueTable.objects.filter(
        round__division__season=season, status__in=LeagueTable.TO_COME
    )
