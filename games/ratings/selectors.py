"""Ratings as pages and draws read them. To whom a player shows his is decided by his page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from games.leagues.rules import ratings as rules
from games.models import Player, Rating
from games.selectors import offered


@dataclass(frozen=True, slots=True)
class Step:
    """A rated game, and the number after it."""

    at: datetime
    shown: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Rated:
    """Somebody's rating in one book, with all games that made it, the first one first."""

    book: str
    shown: int
    provisional: bool
    games: int
    rank: int | None
    """Among all who are ranked; none while it is provisional."""
    of: int
    history: tuple[Step, ...]


def book_of(ruleset: str, options: Mapping[str, str]) -> str:
    """Name the book of a game that is played so; empty if its ruleset is not rated."""
    if rules.manner(ruleset) is None:
        return ""
    usual = offered()[ruleset].options.get("edition", ("",))[0]
    return rules.book(ruleset, options.get("edition", usual))


def of(player: Player) -> tuple[Rated, ...]:
    """Say how strong somebody is in each game, those first that he played most."""
    steps: dict[str, list[Rating]] = {}
    for row in Rating.objects.filter(player=player).order_by("ended_at", "counted"):
        steps.setdefault(row.book, []).append(row)
    found = [_rated(book, rows) for book, rows in steps.items()]
    return tuple(sorted(found, key=lambda each: (-each.games, each.book)))


def at(book: str, players: Iterable[int], when: datetime) -> dict[int, rules.Rating]:
    """Say the ratings that these players had in a book at some time, who had any."""
    rows = Rating.objects.filter(book=book, player__in=list(players), ended_at__lte=when)
    found = rows.order_by("player", "-ended_at", "-counted").distinct("player")
    return {row.player_id: _value(row) for row in found}


def _rated(book: str, rows: list[Rating]) -> Rated:
    now = _value(rows[-1])
    rank, of = (None, 0) if now.is_provisional else _rank(rows[-1])
    history = tuple(
        Step(row.ended_at, _value(row).shown, _value(row).is_provisional) for row in rows
    )
    return Rated(book, now.shown, now.is_provisional, now.games, rank, of, history)


def _rank(row: Rating) -> tuple[int, int]:
    """Place somebody among all who are ranked; who has left the service is not."""
    ranked = Rating.objects.filter(
        book=row.book,
        last=True,
        games__gte=rules.LEAST_GAMES,
        sigma__lte=rules.SURE,
        player__email__isnull=False,
    )
    better = ranked.annotate(sure=F("mu") - 3 * F("sigma")).filter(sure__gt=row.mu - 3 * row.sigma)
    return better.count() + 1, ranked.count()


def _value(row: Rating) -> rules.Rating:
    return rules.Rating(row.mu, row.sigma, row.games)
