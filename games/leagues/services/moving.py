"""Somebody is put into another division before anything of it is published. Callers hold."""

from datetime import datetime

from django.db.models import Max

from games.leagues.rules.dues import What
from games.leagues.rules.terms import WALL, Format
from games.leagues.selectors import facts
from games.leagues.services import drawing, holding, planning, standings
from games.models import Division, Entrant, Round, Season

TO_COME = (Round.Status.PLANNED, Round.Status.DRAWN)


def is_unseen(division: Division) -> bool:
    """Tell whether no draw of a division is published."""
    return not division.rounds.exclude(status__in=TO_COME).exists()


def move(season: Season, entrant: Entrant, to: Division, *, now: datetime) -> None:
    """Let somebody stand last in another division, and draw both anew."""
    left = entrant.division
    assert left is not None, "who is moved is in a division"
    last = to.entrants.aggregate(most=Max("at_first"))["most"] or 0
    entrant.division, entrant.at_first = to, last + 1
    entrant.save(update_fields=("division", "at_first"))
    for division in (left, to):
        _fit_rounds(season, division, now=now)
        drawing.redraw(season, division, now=now)
        standings.stale(season, division, now=now)


def _fit_rounds(season: Season, division: Division, *, now: datetime) -> None:
    """Where everybody meets everybody, there are as many rounds as that takes."""
    terms = holding.terms_of(season)
    if terms.format is not Format.ROUND_ROBIN:
        return
    wanted = terms.windows(facts.rounds_of(terms, division.entrants.count()))
    for each in division.rounds.filter(number__gt=len(wanted)):
        planning.drop(season, What.PUBLISH, about=each.pk, now=now)
        each.delete()
    there = division.rounds.count()
    Round.objects.bulk_create(
        Round(
            division=division,
            number=window.round,
            opens=window.opens.strftime(WALL),
            closes=window.closes.strftime(WALL),
            opens_at=window.opens_at,
            closes_at=window.closes_at,
        )
        for window in wanted[there:]
    )
