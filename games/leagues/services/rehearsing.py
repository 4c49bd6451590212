"""A season is rehearsed by a worker, once for the very same rules, before it is announced.

It is played in slices, each kept when it is over: whoever is killed loses no more than one, and
whoever goes on comes to the same figures.
"""

import logging
import secrets
import time
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games import dispatch
from games.errors import NobodyPlays, NotNow, NotRehearsed
from games.leagues.rehearsal import figures, running, tallies
from games.leagues.rehearsal.draws import Planned
from games.leagues.rehearsal.measuring import board_of
from games.leagues.rehearsal.running import RUNS
from games.leagues.rules import same, terms
from games.leagues.rules.terms import Terms
from games.leagues.selectors import rehearsals
from games.leagues.services import holding
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Player, Rehearsal, Season
from games.services.failures import database_is_gone

logger = logging.getLogger(__name__)

SLICE = 10.0
"""Seconds: so long a worker goes on with one, then it does something else."""
LEASE = timedelta(minutes=2)
"""For so long it belongs to who has begun with a slice."""

MOST_POOL = 500
SEEDS = 10**9


def ask(
    season_id: int,
    *,
    players: int,
    pool: int,
    following: date | None = None,
    by: Player,
    runs: int = RUNS,
    now: datetime,
) -> Rehearsal:
    """Have a draft rehearsed with so many players; asked once more it is the same rehearsal.

    Raises NoSuchLeague, NotDirector, NotNow or NobodyPlays.
    """
    with because(Cause.ACT):
        season = holding.season(season_id)
        holding.require_director(season.league_id, by)
        if season.status != Season.Status.DRAFT:
            raise NotNow(season.status)
        rules = holding.terms_of(season)
        if not running.counts(rules, players):
            raise NobodyPlays
        row, made = Rehearsal.objects.get_or_create(
            season=season,
            rules=same.known_by(rules),
            players=players,
            pool=min(pool, MOST_POOL),
            runs=runs,
            defaults={"following": following, "seed": secrets.randbelow(SEEDS), "asked_at": now},
        )
        if not made:
            # Figures stay what they were; when the next season begins only says what is too long.
            row.following, row.asked_at = following, now
            row.tries = row.tries if row.tries < rehearsals.MOST_TRIES else 0
            row.save(update_fields=("following", "asked_at", "tries"))
        dispatch.rehearsal(row.pk)
        said = {"players": players, "pool": pool, "runs": runs}
        target = Target("season", season.pk)
        write("league-rehearse", now=now, by=By(by, "director"), target=target, arguments=said)
    return row


def require(season: Season, rules: Terms) -> None:
    """Pass what was rehearsed to the end with these very rules; raises NotRehearsed."""
    if not season.rehearsals.filter(rules=same.known_by(rules), ended_at__isnull=False).exists():
        raise NotRehearsed


def sweep(*, now: datetime) -> int:
    """Go on with rehearsals that nobody is at, while there is time; count the slices."""
    ends, count = time.monotonic() + SLICE, 0
    waiting = Rehearsal.objects.filter(ended_at=None, tries__lt=rehearsals.MOST_TRIES)
    for pk in list(waiting.order_by("asked_at", "pk").values_list("pk", flat=True)):
        count += go_on(pk, now=now)
        if time.monotonic() > ends:
            break
    return count


def go_on(pk: int, *, now: datetime) -> bool:
    """Play a slice of a rehearsal, unless somebody else does or its rules are others by now."""
    free = Q(claimed_at=None) | Q(claimed_at__lte=now - LEASE)
    waiting = Rehearsal.objects.filter(free, pk=pk, ended_at=None, tries__lt=rehearsals.MOST_TRIES)
    if not waiting.update(claimed_at=now, tries=F("tries") + 1):
        return False
    row = Rehearsal.objects.select_related("season").get(pk=pk)
    try:
        rules = terms.load(row.season.terms)
        if same.known_by(rules) != row.rules:
            # They were written anew meanwhile: nobody asks about these any more.
            row.delete()
            return False
        _slice(row, rules, now)
    except Exception as error:
        if database_is_gone(error):
            raise
        logger.exception("a season cannot be rehearsed: %s", row)
        Rehearsal.objects.filter(pk=pk, claimed_at=now).update(claimed_at=None)
        return False
    return _keep(row, now)


def _slice(row: Rehearsal, rules: Terms, now: datetime) -> None:
    """Play on where it was until the time is over, or all of it."""
    ends = time.monotonic() + SLICE
    board, wanted = board_of(rules), running.counts(rules, row.players)
    while len(row.found) < len(wanted):
        count, planned = wanted[len(row.found)], Planned(rules, str(row.seed))
        planned.take_up(row.going.get("planned", {}))
        told = [tallies.load(each) for each in row.going.get("runs", ())]
        left = range(len(told), row.runs)
        for each in running.play(rules, board, planned, count, left, row.seed):
            told.append(each)
            if time.monotonic() > ends:
                break
        if len(told) < row.runs:
            row.going = {"planned": planned.dump(), "runs": [each.dump() for each in told]}
            return
        summed = figures.figures(rules, board, told, players=count, seed=row.seed, pool=row.pool)
        row.found, row.going = [*row.found, summed.dump()], {}
        if time.monotonic() > ends:
            break
    if len(row.found) == len(wanted):
        row.ended_at = now


def _keep(row: Rehearsal, now: datetime) -> bool:
    """Keep what was played, unless another one has begun with it because this took so long."""
    with transaction.atomic():
        mine = Rehearsal.objects.filter(pk=row.pk, claimed_at=now, ended_at=None)
        kept = mine.update(
            found=row.found, going=row.going, ended_at=row.ended_at, claimed_at=None, tries=0
        )
        if kept and row.ended_at is None:
            dispatch.rehearsal(row.pk)
    return bool(kept)
