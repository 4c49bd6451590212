"""What falls due is written down, put off and crossed out. Callers hold the season."""

from collections.abc import Iterable
from datetime import datetime

from games.leagues.rules.dues import What
from games.models import Ask, Due, Season


def plan(season: Season, what: What, at: datetime, about: int = 0) -> None:
    """Let something fall due, once more if it was done before."""
    Due.objects.update_or_create(
        season=season,
        what=what,
        about=about,
        defaults={"at": at, "next_at": at, "tries": 0, "passed": [], "done_at": None},
    )


def plan_all(season: Season, what: What, at: datetime, about: Iterable[int]) -> None:
    """Let the same fall due for many rows that it never fell due for."""
    Due.objects.bulk_create(
        Due(season=season, what=what, about=each, at=at, next_at=at) for each in about
    )


def look_again(season: Season, *, now: datetime) -> None:
    """Let what waits for an answer be looked at now: what it asks about may have gone away."""
    waiting = Due.objects.filter(season=season, done_at=None, asks__status=Ask.Status.OPEN)
    waiting.update(next_at=now)


def hasten(season: Season, what: What, *, about: int, now: datetime) -> None:
    """Let what is tried again later be tried now: what it waited for has come about."""
    Due.objects.filter(season=season, what=what, about=about, done_at=None).update(next_at=now)


def drop(season: Season, *what: What, about: int | None = None, now: datetime) -> None:
    """Let what was planned not happen any more."""
    dues = Due.objects.filter(season=season, done_at=None)
    if what:
        dues = dues.filter(what__in=what)
    if about is not None:
        dues = dues.filter(about=about)
    # Nobody need answer what no longer waits.
    asks = Ask.objects.filter(due__in=dues, status=Ask.Status.OPEN)
    asks.update(status=Ask.Status.VOID, answered_at=now)
    dues.update(done_at=now)
