"""Rounds are published, opened and closed at their time. Callers hold the season."""

from datetime import datetime
from typing import Any

from games.leagues.rules.dues import Condition, What
from games.leagues.services import (
    bounding,
    counting,
    deals,
    drawing,
    finals,
    holding,
    planning,
    results,
    standings,
    telling,
)
from games.leagues.services.conditions import Later, require
from games.models import Due, LeagueTable, Place, Round, Season

Status = Round.Status


def publish(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Let everybody see a draw; from now on only single seats change."""
    found = _round(due)
    if found.status != Status.DRAWN:
        return None
    if not _all_seated_once(found):
        # Somebody came or left and the draw was not made anew: that is done now, and looked at.
        drawing.redraw(season, found.division, now=now)
        return {**_named(found), "redrawn": True}
    found.status, found.published_at = Status.PUBLISHED, now
    found.save(update_fields=("status", "published_at"))
    planning.plan(season, What.OPEN, max(found.opens_at, now), found.pk)
    told = telling.of(drawing.playing(found.division, found.number))
    if not found.final:
        bounding.say(season, found.division, found.number)
    telling.tell(season, told, "round", about=found.pk, now=now)
    # Of what was drawn this is what holds: the log tells its cost.
    return {**_named(found), "draw": found.draw}


def open_(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Open a round: each of its tables is dealt in a transaction of its own."""
    found = _round(due)
    if found.status != Status.PUBLISHED:
        return None
    if season.status != Season.Status.RUNNING:
        raise Later
    found.status = Status.OPEN
    tables = list(found.tables.order_by("number").values_list("pk", flat=True))
    # Where everybody has left there is no table with whose end a deal could be told.
    if tables and holding.terms_of(season).shared and not found.final:
        found.secret = deals.drawn()
    found.save(update_fields=("status", "secret"))
    if not tables:
        # All sit out, which counts, and no result will come that has it counted.
        standings.stale(season, found.division, now=now)
    planning.plan_all(season, What.DEAL, now, tables)
    planning.plan(season, What.CLOSE, max(found.closes_at, now), found.pk)
    return {**_named(found), "tables": len(tables)}


def close(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Close a round: what runs on is late, and the next one is drawn if it hangs on this."""
    found = _round(due)
    if found.status != Status.OPEN:
        return None
    for table in found.tables.filter(status=LeagueTable.Status.RUNNING).select_related("game"):
        # Of a game that ended a moment ago nobody shall read that it is late.
        results.take(season, table, now=now)
    late = found.tables.filter(status__in=LeagueTable.TO_COME)
    numbers = list(late.order_by("number").values_list("number", flat=True))
    late.update(late=True)
    found.status, found.closed_at = Status.CLOSED, now
    found.save(update_fields=("status", "closed_at"))
    if numbers:
        told = telling.directors(season)
        telling.tell(season, told, "late", about=found.pk, now=now, tables=numbers)
    following = found.division.rounds.filter(number__gt=found.number)
    if 2 * len(numbers) > found.tables.count() and following.exists():
        planning.plan(season, What.HALF_LATE, now, found.pk)
    _go_on(season, found, now=now)
    return {**_named(found), "late": numbers}


def half_late(season: Season, due: Due, *, now: datetime) -> dict[str, Any]:
    """Ask whether a round of which more than half is late shall move those after it."""
    del season, now
    found = _round(due)
    late = found.tables.filter(late=True, status__in=LeagueTable.TO_COME).count()
    whole = found.tables.count()
    require(
        due, Condition.HALF_LATE, holds=2 * late <= whole, round=found.number, late=late, of=whole
    )
    return _named(found)


def _go_on(season: Season, found: Round, *, now: datetime) -> None:
    following = found.division.rounds.filter(number__gt=found.number).order_by("number").first()
    planned = holding.terms_of(season).format.planned
    if following is not None and (following.final or not planned):
        if following.status == Status.PLANNED:
            planning.plan(season, What.DRAW, now, following.pk)
    elif following is None and not finals.goes_on(season, found, now=now):
        counting.begin(season, now=now)


def _all_seated_once(found: Round) -> bool:
    """Whether everybody who plays sits at one table or has a bye, and nobody else does."""
    if found.final:
        return True
    seated = Place.objects.filter(table__round=found).values_list("entrant", flat=True)
    out = found.byes.values_list("entrant", flat=True)
    playing = [each.pk for each in drawing.playing(found.division, found.number)]
    return sorted((*seated, *out)) == sorted(playing)


def _round(due: Due) -> Round:
    return Round.objects.select_related("division").get(pk=due.about)


def _named(found: Round) -> dict[str, Any]:
    """Name a round as the log does."""
    return {"division": found.division.rank, "round": found.number}
