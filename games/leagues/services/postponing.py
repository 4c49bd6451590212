"""Dates move by whole local days. Callers hold the season."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.leagues.rules.calendar import Window
from games.leagues.rules.dues import What
from games.leagues.rules.terms import WALL
from games.leagues.services import holding, planning
from games.models import Ask, Due, Round, Search, Season

_OF_ROUNDS = {What.OPEN: "opens_at", What.CLOSE: "closes_at"}
BEFORE_OPENING = (Round.Status.PLANNED, Round.Status.DRAWN, Round.Status.PUBLISHED)


def after(season: Season, closed: Round, *, now: datetime) -> None:
    """Move all rounds after one by a whole round's length."""
    following = closed.division.rounds.filter(number__gt=closed.number, status__in=BEFORE_OPENING)
    move(season, following, holding.terms_of(season).days, now=now)


def move(season: Season, rounds: Iterable[Round], days: int, *, now: datetime) -> None:
    """Move rounds by whole days, and what falls due with their opening and close."""
    for each in rounds:
        later = moved(season, each, days)
        if each.status in BEFORE_OPENING:
            each.opens, each.opens_at = later.opens.strftime(WALL), later.opens_at
        each.closes, each.closes_at = later.closes.strftime(WALL), later.closes_at
        each.save(update_fields=("opens", "closes", "opens_at", "closes_at"))
        for what, field in _OF_ROUNDS.items():
            if Due.objects.filter(season=season, what=what, about=each.pk, done_at=None).exists():
                planning.plan(season, what, max(now, getattr(each, field)), each.pk)
        _look_later(season, each, timedelta(days=days), now=now)


def _look_later(season: Season, found: Round, by: timedelta, *, now: datetime) -> None:
    """Let whoever is looked for before a round opens be looked for until it does."""
    for row in Search.objects.filter(place__table__round=found, offer=None, closed_at=None):
        row.began_at, row.until = row.began_at + by, row.until + by
        row.save(update_fields=("began_at", "until"))
        planning.plan(season, What.SEARCH, max(now, row.began_at), row.pk)


def moved(season: Season, found: Round, days: int) -> Window:
    """The window of a round so many whole days later."""
    opens, closes = (_wall(text) for text in (found.opens, found.closes))
    return Window(found.number, holding.terms_of(season).zone, opens, closes).postponed(days)


def resume(season: Season, *, now: datetime) -> int:
    """Move all that is to come by as many whole days as a season stood still; say how many."""
    assert season.suspended_at is not None, "only what stands still goes on"
    length = now - season.suspended_at
    days = -(-length // timedelta(days=1))
    rounds = Round.objects.filter(division__season=season).exclude(status=Round.Status.CLOSED)
    waiting = Due.objects.filter(season=season, done_at=None)
    # A player's own days move with nothing.
    for due in waiting.exclude(what__in=[*_OF_ROUNDS, What.AWAY]):
        due.at, due.next_at = due.at + timedelta(days=days), due.next_at + timedelta(days=days)
        due.save(update_fields=("at", "next_at"))
    for ask in Ask.objects.filter(season=season, status=Ask.Status.OPEN):
        # As what falls due with it: letters and pages name it.
        ask.deadline += timedelta(days=days)
        ask.save(update_fields=("deadline",))
    move(season, rounds, days, now=now)
    season.suspended_at = None
    season.save(update_fields=("suspended_at",))
    return days


def _wall(text: str) -> datetime:
    return datetime.strptime(text, WALL)  # noqa: DTZ007 - a wall time has no zone of its own
