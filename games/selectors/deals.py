"""Who knows a deal that several tables play, as long as it is closed. Reads only."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from games.models import Game, Offer, Player, Seat

if TYPE_CHECKING:
    from django.db.models import QuerySet


def shared_with(games: "QuerySet[Any] | Collection[int]") -> "QuerySet[Game]":
    """Find the games that have a closed deal together with one of these, these among them."""
    return Game.objects.filter(closed=True, league_table__round__tables__game__in=games)


def of_people(people: Collection[int]) -> "QuerySet[Game]":
    """Find the games whose closed deal one of these people plays, or played, at some table."""
    sits, sat = Seat.objects.filter(player__in=people), Offer.objects.filter(player__in=people)
    return shared_with(sits.values("game").union(sat.values("game")))


def has_seen(player: Player, game: Game) -> bool:
    """Tell whether somebody knows a game's closed deal from another table."""
    return game.closed and of_people([player.pk]).filter(pk=game.pk).exists()
