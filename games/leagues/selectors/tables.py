"""Tables of a round, and what a form that is about one has seen."""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from games.models import Entrant, LeagueTable, Offer, Seat, Sought


def stands(table: LeagueTable) -> str:
    """Name what stands of a table, so that an act knows whether its author saw that."""
    result = table.results.filter(superseded_at=None).values_list("pk", flat=True).first()
    return f"{table.status} {result or 0}"


def sat_at(people: Collection[int]) -> "QuerySet[LeagueTable]":
    """Find the tables where one of some people sits, sat, or will sit for somebody else."""
    seats = Seat.objects.filter(player__in=people).values("game")
    handed_on = Offer.objects.filter(Q(player__in=people) | Q(taken_by__in=people)).values("game")
    before_the_deal = Sought.objects.filter(player__in=people, sits=True)
    return LeagueTable.objects.filter(
        Q(game__in=seats) | Q(game__in=handed_on) | Q(places__searches__sought__in=before_the_deal)
    )


def plays_in(people: Collection[int], division: int) -> bool:
    """Tell whether one of some people plays in a division: entered there, or for somebody else."""
    entered = Entrant.objects.filter(division=division, player__in=people)
    return (
        entered.exclude(status=Entrant.Status.DECLINED).exists()
        or sat_at(people).filter(round__division=division).exists()
    )
