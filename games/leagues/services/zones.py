"""What becomes of a round's dates when its zone's rules change. Callers hold the season."""

from datetime import datetime
from typing import Any

from games.leagues.rules.calendar import Window
from games.leagues.rules.dues import Condition, What
from games.leagues.services import planning, postponing
from games.leagues.services.conditions import require
from games.models import Due, Round, Season

_UNSEEN = (Round.Status.PLANNED, Round.Status.DRAWN)


def look(season: Season, *, now: datetime) -> list[int]:
    """Let rounds that nobody was told of follow the wall; ask about the others, once each.

    Name those that have moved.
    """
    moved = []
    there = Round.objects.filter(division__season=season).select_related("division")
    for found in there.exclude(status=Round.Status.CLOSED).order_by("pk"):
        window = _as_on_the_wall(season, found)
        if _is_at(found, window):
            continue
        if found.status in _UNSEEN:
            found.opens_at, found.closes_at = window.opens_at, window.closes_at
            found.save(update_fields=("opens_at", "closes_at"))
            moved.append(found.pk)
        elif not Due.objects.filter(season=season, what=What.ZONE, about=found.pk).exists():
            planning.plan(season, What.ZONE, now, found.pk)
    return moved


def ask(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Ask whether a round that was published keeps its instants; it does if nobody answers."""
    del now
    found = Round.objects.select_related("division").get(pk=due.about)
    window = _as_on_the_wall(season, found)
    told = {"division": found.division.rank, "round": found.number}
    holds = found.status == Round.Status.CLOSED or _is_at(found, window)
    require(due, Condition.ZONE_MOVED, holds=holds, **told)
    return None if holds else told


def follow(season: Season, found: Round, *, now: datetime) -> None:
    """Let a round that was published open and close by the wall as the zone has it now."""
    # By no days, but by the rules of today.
    postponing.move(season, [found], 0, now=now)


def _as_on_the_wall(season: Season, found: Round) -> Window:
    return postponing.moved(season, found, 0)


def _is_at(found: Round, window: Window) -> bool:
    opens = found.opens_at == window.opens_at or found.status == Round.Status.OPEN
    return opens and found.closes_at == window.closes_at
