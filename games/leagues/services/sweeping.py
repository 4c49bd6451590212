"""All that falls due in seasons is done: one transaction each, passing over what somebody holds.

What fails is tried again later, with growing waits, and stops nothing else.
"""

import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from games.leagues.rules import dues
from games.leagues.rules.dues import What
from games.leagues.services import (
    asking,
    beginning,
    counting,
    dealing,
    deals,
    drawing,
    entering,
    following,
    holding,
    looking,
    results,
    rounds,
    standings,
)
from games.leagues.services.conditions import Later, Unmet
from games.log.rules import Cause
from games.log.services import Target, because, changed, write
from games.models import Act, Division, Due, LeagueTable, Position, Pulse, Season
from games.services.failures import database_is_gone

logger = logging.getLogger(__name__)

SLICE = 10.0
"""Seconds: so long one sweep goes on, then the next beat does."""
LATELY = dues.DAY
"""Results of games that ended longer ago are found by the daily look."""

Said = Mapping[str, Any]
Step = Callable[..., Said | None]


def _standing(season: Season, due: Due, *, now: datetime) -> None:
    standings.rebuild(season, Division.objects.get(pk=due.about), now=now)


def _lapse(season: Season, due: Due, *, now: datetime) -> Said | None:
    return entering.lapse_offer(season, due.about, now=now)


ACTS: Mapping[str, Step] = {
    What.REGISTER: beginning.register,
    What.PREPARE: beginning.prepare,
    What.DIVIDE: beginning.divide,
    What.START: beginning.start,
    What.DRAW: drawing.draw,
    What.PUBLISH: rounds.publish,
    What.OPEN: rounds.open_,
    What.DEAL: dealing.deal,
    What.CLOSE: rounds.close,
    What.REVEAL: deals.tell,
    What.HALF_LATE: rounds.half_late,
    What.STANDING: _standing,
    What.COUNT: counting.count,
    What.WARN: counting.warn,
    What.OVERDUE: counting.overdue,
    What.FINAL: counting.final,
    What.OVER: counting.over,
    What.LAPSE: _lapse,
    What.ASK_SOON: asking.remind,
    What.ASK: asking.lapse,
    What.LOOK: looking.look,
}


def sweep(*, now: datetime) -> int:
    """Do all that is due, then take results, then what follows from them; count what was done."""
    if Pulse.objects.filter(held_at__isnull=False, position=Position.ALL).exists():
        # Nothing begins while all is held.
        return 0
    ends = time.monotonic() + SLICE
    done = _work_off(now, ends)
    taken = _take_results(now, ends)
    return done + taken + (_work_off(now, ends) if taken else 0)


def _work_off(now: datetime, ends: float) -> int:
    done = 0
    while time.monotonic() < ends:
        due = None
        try:
            with because(Cause.LEAGUE):
                due = _next(now)
                if due is None:
                    break
                done += _do(due, now)
        except Exception as error:
            if due is None or database_is_gone(error):
                raise
            _failed(due, now)
    return done


def _next(now: datetime) -> Due | None:
    """Hold the season of what is due first; asked again, since it may have been done meanwhile."""
    waiting = Due.objects.filter(done_at=None, next_at__lte=now, season__suspended_at=None)
    held = waiting.select_for_update(no_key=True, skip_locked=True, of=("season",))
    while found := held.select_related("season__league").order_by("next_at", "pk").first():
        again = Due.objects.filter(pk=found.pk, done_at=None, next_at__lte=now).first()
        if again is not None:
            again.season = found.season
            return again
    return None


def _do(due: Due, now: datetime) -> int:
    season = due.season
    said: Said | None
    try:
        # What a condition stops half way was not begun.
        with transaction.atomic():
            # Crossed out first: what falls due once more by the act itself stays planned.
            Due.objects.filter(pk=due.pk).update(done_at=now)
            said = ACTS[due.what](season, due, now=now)
            gone = asking.void(season, due, now=now)
    except Unmet as unmet:
        said, gone = asking.ask(season, due, unmet, now=now), []
    except Later:
        Due.objects.filter(pk=due.pk).update(next_at=now + dues.LOOK_AGAIN)
        return 0
    if said is not None or changed():
        arguments = {"due": due.at.isoformat(), **(said or {})}
        if gone:
            arguments["void"] = gone
        target = Target("season", season.pk)
        write(f"league-{due.what}", now=now, target=target, arguments=arguments)
    return 1


def _take_results(now: datetime, ends: float) -> int:
    """Enter the results of games that ended lately, each under its season's lock."""
    found = LeagueTable.objects.filter(
        status=LeagueTable.Status.RUNNING, game__ended_at__gt=now - LATELY
    )
    done = 0
    for pk in list(found.order_by("game__ended_at", "pk").values_list("pk", flat=True)):
        done += _of_table(pk, "league-result", results.take, now, ends)
    return done + _follow(now, ends)


def _follow(now: datetime, ends: float) -> int:
    """Let results follow what moderators have decided lately, and tell what came too late."""
    done, lately = 0, now - LATELY
    acts = Act.objects.filter(stage=Act.Stage.DONE, done_at__gt=lately, key__in=following.DECIDES)
    for act in acts.filter(game__league_table__isnull=False).order_by("done_at", "pk"):
        tables = LeagueTable.objects.filter(game=act.game_id)
        for pk in list(tables.values_list("pk", flat=True)):
            by_act = partial(following.follow, act=act)
            done += _of_table(pk, "league-follow", by_act, now, ends)
    decided = (LeagueTable.Status.ADJUDICATED, LeagueTable.Status.ANNULLED)
    after = LeagueTable.objects.filter(status__in=decided, game__ended_at__gt=lately)
    for pk in list(after.order_by("pk").values_list("pk", flat=True)):
        done += _of_table(pk, "league-follow", following.late, now, ends)
    return done


def _of_table(pk: int, name: str, do: Step, now: datetime, ends: float) -> int:
    """Do something with a table under its season's lock; what fails stops nothing else."""
    if time.monotonic() > ends:
        return 0
    try:
        return _do_with(pk, name, do, now)
    except Exception as error:
        if database_is_gone(error):
            raise
        logger.exception("%s of league table %s failed", name, pk)
        return 0


def _do_with(pk: int, name: str, do: Step, now: datetime) -> int:
    with because(Cause.LEAGUE):
        table = LeagueTable.objects.select_related("round__division").get(pk=pk)
        season = holding.try_season(table.round.division.season_id)
        if season is None:
            return 0
        table = LeagueTable.objects.select_related("round__division", "game").get(pk=pk)
        said = do(season, table, now=now)
        if said is None:
            return 0
        write(name, now=now, target=Target("season", season.pk), arguments=said)
    return 1


def _failed(due: Due, now: datetime) -> None:
    """Let what fails be tried again later; what is late for long is an alarm."""
    logger.exception("%s %s of season %s failed", due.what, due.about, due.season_id)
    wait = dues.RETRIES[min(due.tries, len(dues.RETRIES) - 1)]
    with transaction.atomic(durable=True):
        Due.objects.filter(pk=due.pk, done_at=None).update(tries=due.tries + 1, next_at=now + wait)
