"""What people are told of a season: once each, by a letter that is written when it leaves."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from games import dispatch
from games.models import Entrant, Letter, Notice, Player, Season

ASKING = frozenset({"registration", "confirm", "offered", "ask", "ask-soon", "seat"})
"""These wait for their reader."""


def tell(
    season: Season,
    players: "QuerySet[Player]",
    what: str,
    *,
    now: datetime,
    about: int = 0,
    **said: Any,
) -> None:
    """Tell players something, unless they were told; the caller holds the season."""
    told = Notice.objects.filter(season=season, what=what, about=about).values("player")
    wanted = players.exclude(pk__in=told).order_by("pk").distinct()
    fresh = [
        (Notice(season=season, player=each, what=what, about=about, said=said, made_at=now), each)
        for each in wanted
    ]
    Notice.objects.bulk_create((notice for notice, _ in fresh), batch_size=1000)
    kind = Letter.Kind.LEAGUE_ASK if what in ASKING else Letter.Kind.LEAGUE
    letters = [
        Letter(kind=kind, email=player.email, notice=notice, created_at=now, due_at=now)
        for notice, player in fresh
        if player.email
    ]
    Letter.objects.bulk_create(letters, batch_size=1000)
    dispatch.letters(letter.pk for letter in letters)


def tell_again(
    season: Season, players: "QuerySet[Player]", what: str, *, now: datetime, **said: Any
) -> None:
    """Tell what may come about more than once; it is named by when it did."""
    tell(season, players, what, now=now, about=int(now.timestamp()), **said)


def one(player: Player) -> "QuerySet[Player]":
    """Just this player."""
    return Player.objects.filter(pk=player.pk)


def directors(season: Season) -> "QuerySet[Player]":
    """Who directs the league now."""
    return Player.objects.filter(directs__league=season.league_id, directs__ended_at=None)


def entered(season: Season, *status: str) -> "QuerySet[Player]":
    """Who is in the season in one of these ways."""
    return Player.objects.filter(entrants__season=season, entrants__status__in=status)


def interested(season: Season) -> "QuerySet[Player]":
    """Who follows the league or was in its season before."""
    before = Season.objects.filter(league=season.league_id, number__lt=season.number)
    last = before.exclude(status=Season.Status.CANCELLED).order_by("-number").first()
    followers = Q(follows__league=season.league_id)
    if last is None:
        return Player.objects.filter(followers)
    were = Entrant.objects.filter(season=last).exclude(status=Entrant.Status.DECLINED)
    return Player.objects.filter(followers | Q(pk__in=were.values("player")))


def of(entrants: Iterable[Entrant]) -> "QuerySet[Player]":
    """The players of these entrants."""
    return Player.objects.filter(pk__in=[entrant.player_id for entrant in entrants])
