"""At which tables somebody is looked for who plays on for one that is away for long."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, F

from games.clocks.rules import store, vacations
from games.clocks.rules.stretches import Stretch
from games.models import Entrant, Entry, Game, LeagueTable, Place, Player, Season

if TYPE_CHECKING:
    from django.db.models import QuerySet

SAYS = ("announced", "came-home", "stays")
"""Acts of a table's record by which its players say how long they are away, or that they stay."""
_TABLE = "game__league_table"


def is_covered(game_id: int, player: Player) -> bool:
    """Tell whether another may play on for somebody at a table when he is away for too long.

    He has entered the league himself and plays not alone: for nobody else anybody is waiting.
    """
    return _covered().filter(table__game=game_id, entrant__player=player).exists()


def covered(player: Player) -> frozenset[int]:
    """Name the games of which that is so."""
    return frozenset(
        _covered().filter(entrant__player=player).values_list("table__game", flat=True)
    )


def places(table: LeagueTable) -> "QuerySet[Place]":
    """The places of a table whose players may be covered, in order."""
    return _covered().filter(table=table).select_related("entrant", "table").order_by("number")


def beyond(game: Game, place: Place, *, now: datetime) -> Stretch | None:
    """From when till when a place's player is away unpaid, if he is or will be and sits there."""
    his = game.places.filter(player=place.entrant.player_id)
    if place.seat is None or not his.filter(number=place.seat).exists():
        return None
    seat = store.load(game.time).seats[place.seat]
    return vacations.unpaid(seat.announced, seat.vacations, now=now)


def said(table: LeagueTable) -> int:
    """Name the last line of a table's record by which somebody said so; 0 if there is none."""
    lines = Entry.objects.filter(game=table.game_id, act__in=SAYS).order_by("-pk")
    return lines.values_list("pk", flat=True).first() or 0


def unheard(since: datetime) -> list[int]:
    """Name the tables whose records say so since then, which nobody has heeded yet."""
    return list(_unheard().filter(made_at__gt=since).values_list(_TABLE, flat=True).distinct())


def unheard_in(season: Season) -> list[LeagueTable]:
    """List those of a season, whenever it was said."""
    of_season = {f"{_TABLE}__round__division__season": season}
    tables = _unheard().filter(**of_season).values_list(_TABLE, flat=True)
    return list(LeagueTable.objects.filter(pk__in=list(tables)).order_by("pk"))


def _unheard() -> "QuerySet[Entry]":
    running = {f"{_TABLE}__status": LeagueTable.Status.RUNNING}
    lines = Entry.objects.filter(act__in=SAYS, pk__gt=F(f"{_TABLE}__heard"), **running)
    return lines.order_by(_TABLE)


def _covered() -> "QuerySet[Place]":
    places = Place.objects.annotate(company=Count("table__places")).filter(company__gt=1)
    return places.filter(
        seat__isnull=False,
        entrant__status=Entrant.Status.ACTIVE,
        table__status=LeagueTable.Status.RUNNING,
    )
