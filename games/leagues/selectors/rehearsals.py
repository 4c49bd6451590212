"""Rehearsals of a season that is not announced yet, as its directors read them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time

from games.leagues.rehearsal import figures, running
from games.leagues.rehearsal.figures import Figures
from games.leagues.rehearsal.warnings import Warned, warnings
from games.leagues.rules import calendar, same
from games.leagues.rules.terms import Terms
from games.models import Rehearsal, Reserve, Season

MOST_TRIES = 3
"""After so many in vain nobody goes on with one until it is asked for once more."""


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """One of them, by the very rules that stand."""

    players: int
    pool: int
    following: date | None
    runs: int
    seed: int
    done: int
    """So many runs of all, with however many players."""
    of: int
    ended_at: datetime | None
    stuck: bool
    """Nobody goes on with it."""
    figures: tuple[Figures, ...]
    warnings: tuple[Warned, ...]


def rehearsed(season_id: int, rules: Terms) -> tuple[Rehearsed, ...]:
    """List those by these very rules, the one that was asked for last first."""
    rows = Rehearsal.objects.filter(season=season_id, rules=same.known_by(rules))
    return tuple(_read(row, rules) for row in rows.order_by("-asked_at", "-pk"))


def last(season_id: int, rules: Terms) -> Rehearsed | None:
    """The one that was asked for last, of those that are over."""
    return next((each for each in rehearsed(season_id, rules) if each.ended_at), None)


def by_others(season_id: int, rules: Terms) -> bool:
    """Tell whether it was rehearsed by rules or dates that are others now."""
    rows = Rehearsal.objects.filter(season=season_id)
    return rows.exclude(rules=same.known_by(rules)).exists()


def expected(league_id: int, rules: Terms) -> tuple[int, int]:
    """Say how many may be expected: as many as last time, else one division; and who steps in."""
    past = Season.objects.filter(league=league_id).exclude(status__in=Season.BEFORE)
    found = past.exclude(status=Season.Status.CANCELLED).order_by("-number").first()
    came = found.entrants.filter(division__isnull=False).count() if found else 0
    pool = Reserve.objects.filter(league=league_id, player__left_at=None).count()
    return min(came or rules.divisions.size, rules.greatest), pool


def _read(row: Rehearsal, rules: Terms) -> Rehearsed:
    wanted = running.counts(rules, row.players)
    found = tuple(map(figures.load, row.found))
    return Rehearsed(
        players=row.players,
        pool=row.pool,
        following=row.following,
        runs=row.runs,
        seed=row.seed,
        done=len(found) * row.runs + len(row.going.get("runs", ())),
        of=len(wanted) * row.runs,
        ended_at=row.ended_at,
        stuck=row.ended_at is None and row.tries >= MOST_TRIES and row.claimed_at is None,
        figures=found,
        warnings=tuple(_warned(rules, found, row.following)),
    )


def _warned(rules: Terms, found: Iterable[Figures], following: date | None) -> Iterable[Warned]:
    begins = None
    if following is not None:
        begins = calendar.opening(datetime.combine(following, time()), rules.zone)
    for each in found:
        yield from warnings(rules, each, following=begins)
