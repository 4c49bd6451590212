"""Honours are given when places are final. Callers hold the season."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from games.leagues.rules import honours
from games.leagues.rules.honours import Given, Honour
from games.leagues.rules.standing import Standing
from games.leagues.services import telling
from games.models import Award, Division, Entrant, Place, Season, Seat


def honour(
    season: Season,
    division: Division,
    told: Standing,
    order: Sequence[int],
    *,
    up: int,
    now: datetime,
) -> None:
    """Honour who won, so many who are in a place to go up, and what a standing tells besides."""
    firsts = order[:1] or [int(row.entry) for row in told.rows if row.place == 1]
    left = division.entrants.filter(status__in=Entrant.LEFT)
    leavers = {str(pk) for pk in left.values_list("pk", flat=True)}
    found = [Given(str(entrant), Honour.CHAMPION) for entrant in firsts]
    _give(season, [*found, *honours.given(told.rows, leavers=leavers, up=up)], now=now)


def thank(season: Season, *, now: datetime) -> None:
    """Thank those of the season who sat in for others, and say in how many games."""
    places = Place.objects.filter(
        table__round__division__season=season, seat__isnull=False, table__game__isnull=False
    )
    owners = {
        (game, seat): player
        for game, seat, player in places.values_list("table__game", "seat", "entrant__player")
    }
    seats = Seat.objects.filter(
        game__league_table__round__division__season=season, player__isnull=False
    )
    sat = Counter(
        player
        for game, number, player in seats.values_list("game", "number", "player")
        if owners.get((game, number), player) != player
    )
    thanked = season.entrants.filter(player__in=list(sat)).order_by("pk")
    found = [Given(str(each.pk), Honour.SUBSTITUTE, number=sat[each.player_id]) for each in thanked]
    _give(season, found, now=now)


def revoke(season: Season, award: Award, why: str, *, now: datetime) -> None:
    """Take an honour back, which is shown as revoked from now on, and tell him."""
    award.revoked_at = now
    award.save(update_fields=("revoked_at",))
    honour = (award.kind, award.round, award.number)
    told = telling.one(award.entrant.player)
    telling.tell(season, told, "revoked", about=award.pk, now=now, honour=honour, reason=why)


def _give(season: Season, found: Iterable[Given], *, now: datetime) -> None:
    Award.objects.bulk_create(
        (
            Award(
                season=season,
                entrant_id=int(each.entry),
                kind=each.honour,
                place=1 if each.honour is Honour.CHAMPION else None,
                round=each.round,
                number=each.number,
                made_at=now,
            )
            for each in found
        ),
        ignore_conflicts=True,
    )
