"""Somebody leaves a season that runs, or comes back in time. Callers hold the season."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games.leagues.rules import dropouts, dues
from games.leagues.rules.dues import What
from games.leagues.selectors import facts
from games.leagues.services import (
    drawing,
    forfeiting,
    joining,
    planning,
    searching,
    standings,
    telling,
)
from games.models import Bye, Division, Entrant, LeagueTable, Place, Player, Round, Season

if TYPE_CHECKING:
    from django.db.models import QuerySet

_UNSEEN = (Round.Status.PLANNED, Round.Status.DRAWN)
_SEEN = (Round.Status.PUBLISHED, Round.Status.OPEN, Round.Status.CLOSED)


def leave(
    season: Season, entrant: Entrant, status: Entrant.Status, *, reason: str, now: datetime
) -> None:
    """Take somebody out of what is not published; seats that he has at tables fall vacant.

    Who plays on for him already goes on.
    """
    division = _division(entrant)
    known = facts.known(division).facts
    rounds = division.rounds.filter(final=False).count()
    left = dropouts.leaving(str(entrant.pk), entrant.joined_round, rounds, known.tables, known.byes)
    seen = division.rounds.filter(status__in=_SEEN).order_by("-number").first()
    entrant.status, entrant.left_at, entrant.reason = status, now, reason[:300]
    entrant.left_round = (seen.number if seen else 0) + 1
    entrant.finished, entrant.scheduled = left.finished, left.scheduled
    entrant.save()
    places = _places(entrant).exclude(state=Place.State.SUBSTITUTED)
    places.update(state=Place.State.VACANT)
    Bye.objects.filter(entrant=entrant, round__status__in=_UNSEEN).delete()
    if status != Entrant.Status.REMOVED:
        # Who is taken out gets a letter of its own, by which he can appeal.
        by_himself = status == Entrant.Status.WITHDRAWN
        telling.tell_again(season, telling.one(entrant.player), "left", now=now, back=by_himself)
    tables = LeagueTable.objects.filter(places__in=places, status=LeagueTable.Status.RUNNING)
    others = Player.objects.filter(entrants__places__table__in=tables).exclude(pk=entrant.player_id)
    telling.tell_again(season, others, "vacant", now=now)
    directors = telling.directors(season)
    telling.tell_again(season, directors, "gone", now=now, entrant=entrant.pk)
    for place in _vacant(entrant, LeagueTable.Status.RUNNING):
        if place.table.places.count() > forfeiting.MOST:
            searching.begin(season, place, now=now)
        else:
            # For who was away somebody may be looked for already.
            searching.call_off(season, place, now=now)
            # Who left by himself may think better of it.
            back = dues.RETURN_WITHIN if status == Entrant.Status.WITHDRAWN else timedelta()
            planning.plan(season, What.FORFEIT, now + back, place.pk)
    for place in _vacant(entrant, LeagueTable.Status.DRAWN):
        if place.table.places.count() > forfeiting.MOST:
            searching.begin_early(season, place, now=now)
    drawing.redraw(season, division, now=now)
    standings.stale(season, division, now=now)
    joining.offer(season, division, now=now)


def let_back(season: Season, entrant: Entrant, *, now: datetime) -> None:
    """Let somebody come back whom a card or the directors took out, if that can be.

    Not once the season is counted, nor if somebody else has his place in the division.
    """
    taken = Entrant.objects.filter(replaces=entrant).exists()
    if season.status == Season.Status.RUNNING and not taken:
        come_back(season, entrant, now=now)


def come_back(season: Season, entrant: Entrant, *, now: datetime) -> None:
    """Let somebody have the seats again that nobody took, and be drawn from now on."""
    division = _division(entrant)
    for place in _vacant(entrant, *LeagueTable.TO_COME):
        searching.call_off(season, place, now=now)
        planning.drop(season, What.FORFEIT, about=place.pk, now=now)
    entrant.status, entrant.left_at, entrant.left_round = Entrant.Status.ACTIVE, None, None
    entrant.finished = entrant.scheduled = None
    entrant.save()
    _places(entrant).filter(state=Place.State.VACANT).update(state=Place.State.HELD)
    drawing.redraw(season, division, now=now)
    standings.stale(season, division, now=now)


def _places(entrant: Entrant) -> "QuerySet[Place]":
    return Place.objects.filter(
        entrant=entrant, table__status__in=LeagueTable.TO_COME, table__round__status__in=_SEEN
    )


def _vacant(entrant: Entrant, *status: LeagueTable.Status) -> list[Place]:
    """Places at tables that are so far, and that nobody looks after yet."""
    found = _places(entrant).filter(state=Place.State.VACANT, table__status__in=status)
    return list(found.select_related("table__round", "entrant__player").order_by("pk"))


def _division(entrant: Entrant) -> Division:
    assert entrant.division is not None, "who plays is in a division"
    return entrant.division
