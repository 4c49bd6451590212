"""What a season takes over from those before it: final orders, who was away, cards."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from games.leagues.rules.cards import Card, bars, carried
from games.leagues.rules.promotion import Returning
from games.models import Entrant, Season

PLAYED = (
    Season.Status.RUNNING,
    Season.Status.COUNTING,
    Season.Status.FINAL,
    Season.Status.CLOSED,
)
FIXED = (Season.Status.FINAL, Season.Status.CLOSED)


@dataclass(frozen=True, slots=True)
class Former:
    """Somebody's entry in the last season that he played: where, how long ago, with which card."""

    division: int
    absent: int
    """Seasons since then that were played without him."""
    card: Card


def before(season: Season) -> Season | None:
    """Read the season before one, passing over those that were called off."""
    played = Season.objects.filter(league=season.league_id, number__lt=season.number)
    return played.filter(status__in=PLAYED).order_by("-number").first()


def orders(season: Season | None) -> tuple[tuple[int, ...], ...]:
    """List the players of each division by their places as they stand, from the top.

    Who left without a place stands behind all who have one.
    """
    if season is None:
        return ()
    there = Entrant.objects.exclude(status=Entrant.Status.DECLINED)
    divisions: Any = season.divisions.select_related("standing")
    divisions = divisions.prefetch_related(Prefetch("entrants", there, "all_there"))
    found = []
    for division in divisions.order_by("rank"):
        places = {row["entrant"]: at for at, row in enumerate(division.standing.rows)}
        ordered = sorted(
            division.all_there,
            key=lambda each: (places.get(each.pk, len(places)), each.at_first or 0, each.pk),
        )
        found.append(tuple(each.player_id for each in ordered))
    return tuple(found)


def former(season: Season, players: Collection[int]) -> dict[int, Former]:
    """Read the last entry of each of these players in a season before this one."""
    played = Season.objects.filter(
        league=season.league_id, number__lt=season.number, status__in=PLAYED
    )
    numbers = list(played.order_by("number").values_list("number", flat=True))
    rows = Entrant.objects.filter(
        season__in=played, player__in=players, division__isnull=False
    ).exclude(status=Entrant.Status.DECLINED)
    found = {}
    for row in rows.select_related("season", "division").order_by("season__number"):
        assert row.division is not None, "only those in a division were read"
        absent = sum(number > row.season.number for number in numbers)
        found[row.player_id] = Former(row.division.rank, absent, Card(row.card))
    return found


def returning(known: dict[int, Former], coming: Sequence[Entrant]) -> list[Returning]:
    """Tell who of those who come was away, in the order in which they come."""
    return [
        Returning(str(each.player_id), known[each.player_id].division, known[each.player_id].absent)
        for each in coming
        if each.player_id in known and known[each.player_id].absent
    ]


def carried_in(known: dict[int, Former], player_id: int) -> Card:
    """Say with which card somebody comes into a season."""
    return carried(known[player_id].card) if player_id in known else Card.NONE


def barred(season: Season) -> tuple[int, frozenset[int]]:
    """Name the season before one, and the players whom its red cards keep out of this one."""
    last = before(season)
    if last is None:
        return 0, frozenset()
    held = last.entrants.values_list("player", "card")
    return last.number, frozenset(player for player, card in held if bars(Card(card)))
