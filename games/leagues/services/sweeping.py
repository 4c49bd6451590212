"""All that falls due in seasons is done: one transaction each, passing over what somebody holds.

What fails is tried again later, with growing waits, and stops nothing else.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction

from games.leagues.rules import dues
from games.leagues.rules.dues import What
from games.leagues.selectors import absences
from games.leagues.selectors import covering as announcements
from games.leagues.services import (
    absence,
    arranging,
    asking,
    beginning,
    counting,
    covering,
    dealing,
    deals,
    digesting,
    doubting,
    drawing,
    entering,
    following,
    forfeiting,
    holding,
    looking,
    preparing,
    proposing,
    results,
    rounds,
    searching,
    standings,
    zones,
)
from games.leagues.services.conditions import Later, Unmet
from games.log.rules import Cause
from games.log.services import Target, because, changed, write
from games.models import Act, Division, Due, LeagueTable, Position, Pulse, Season
from games.services.failures import database_is_gone

if TYPE_CHECKING:
    from django.db.models import QuerySet

logger = logging.getLogger(__name__)

SLICE = 10.0
"""Seconds: so long one sweep goes on, then the next beat does."""
LATELY = dues.DAY
"""Results of games that ended longer ago are found by the daily look."""

Said = Mapping[str, Any]
Step = Callable[..., Said | None]


def _standing(season: Season, due: Due, *, now: datetime) -> Said | None:
    return standings.rebuild(season, Division.objects.get(pk=due.about), now=now)


def _lapse(season: Season, due: Due, *, now: datetime) -> Said | None:
    return entering.lapse_offer(season, due.about, now=now)


ACTS: Mapping[str, Step] = {
    What.REGISTER: beginning.register,
    What.PREPARE: beginning.prepare,
    What.ARRANGE: arranging.arrange,
    What.SILENT: beginning.silent,
    What.SIZES: arranging.sizes,
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
    What.NEXT: preparing.follow,
    What.OVER: counting.over,
    What.LAPSE: _lapse,
    What.APPEAL: absence.lapse,
    What.SEARCH: searching.go_on,
    What.AWAY: covering.cover,
    What.FORFEIT: forfeiting.forfeit,
    What.PROPOSED: proposing.settle,
    What.TWO_RESULTS: doubting.two_results,
    What.ONE_PERSON: doubting.one_person,
    What.SEAT_LOST: doubting.seat_lost,
    What.ZONE: zones.ask,
    What.ASK_SOON: asking.remind,
    What.ASK: asking.lapse,
    What.DIGEST: digesting.digest,
    What.LOOK: looking.look,
}


def sweep(*, now: datetime) -> int:
    """Do all that is due, then take results, then what follows from them; count what was done."""
    if Pulse.objects.filter(held_at__isnull=False, position=Position.ALL).exists():
        # Nothing begins while all is held.
        return 0
    ends = time.monotonic() + SLICE
    done = _work_off(now, ends)
    taken = _look_for_absences(now, ends) + _hear(now, ends) + _settle_searches(now, ends)
    taken += _take_results(now, ends) + _follow(now, ends)
    return done + taken + (_work_off(now, ends) if taken else 0)


def _work_off(now: datetime, ends: float) -> int:
    done = 0
    # At rest one look into the index of dues is enough, however many seasons could be held.
    if _due(now).order_by("next_at", "pk").values("pk").first() is None:
        return done
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
    waiting = _due(now).filter(season__suspended_at=None)
    held = waiting.select_for_update(no_key=True, skip_locked=True, of=("season",))
    while found := held.select_related("season__league").order_by("next_at", "pk").first():
        again = _due(now).filter(pk=found.pk).first()
        if again is not None:
            again.season = found.season
            return again
    return None


def _due(now: datetime) -> "QuerySet[Due]":
    return Due.objects.filter(done_at=None, next_at__lte=now)


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
    tables = list(found.order_by("game__ended_at", "pk").values_list("pk", flat=True))
    return _each(tables, _at_table("league-result", results.take), now, ends)


def _look_for_absences(now: datetime, ends: float) -> int:
    """Look at the tables at which deadlines passed lately."""
    tables = absences.missed_lately(now)
    return _each(tables, _at_table("league-absence", absence.look), now, ends)


def _hear(now: datetime, ends: float) -> int:
    """Look at the tables whose players lately said how long they are away, or that they stay."""
    tables = announcements.unheard(now - LATELY)
    return _each(tables, _at_table("league-heard", covering.look), now, ends)


def _follow(now: datetime, ends: float) -> int:
    """Let results follow what moderators have decided lately, and tell what came too late."""
    done, lately = 0, now - LATELY
    acts = Act.objects.filter(stage=Act.Stage.DONE, done_at__gt=lately, key__in=following.DECIDES)
    for act in acts.filter(game__league_table__isnull=False).order_by("done_at", "pk"):
        tables = list(LeagueTable.objects.filter(game=act.game_id).values_list("pk", flat=True))
        by_act = _at_table("league-follow", partial(following.follow, act=act))
        done += _each(tables, by_act, now, ends)
    decided = (LeagueTable.Status.ADJUDICATED, LeagueTable.Status.ANNULLED)
    after = LeagueTable.objects.filter(status__in=decided, game__ended_at__gt=lately)
    tables = list(after.order_by("pk").values_list("pk", flat=True))
    return done + _each(tables, _at_table("league-follow", following.late), now, ends)


def _settle_searches(now: datetime, ends: float) -> int:
    """Take down which seats were taken that somebody was looked for."""
    return _each(searching.settled(), _settle, now, ends)


def _each(
    found: Sequence[int], do: Callable[[int, datetime], int], now: datetime, ends: float
) -> int:
    """Do it for each row while there is time; one that fails stops no other."""
    done = 0
    for pk in found:
        if time.monotonic() > ends:
            break
        try:
            done += do(pk, now)
        except Exception as error:
            if database_is_gone(error):
                raise
            logger.exception("what happened at %s of a league cannot be taken down", pk)
    return done


def _at_table(act: str, do: Step) -> Callable[[int, datetime], int]:
    """Hold a table's season, do something about the table, and write a line if there is one."""

    def done(pk: int, now: datetime) -> int:
        with because(Cause.LEAGUE):
            table = LeagueTable.objects.select_related("round__division").get(pk=pk)
            season = holding.try_season(table.round.division.season_id)
            if season is None:
                return 0
            table = LeagueTable.objects.select_related("round__division", "game").get(pk=pk)
            said = do(season, table, now=now)
            if said is None:
                return 0
            write(act, now=now, target=Target("season", season.pk), arguments=said)
        return 1

    return done


def _settle(pk: int, now: datetime) -> int:
    with because(Cause.LEAGUE):
        row = searching.found(pk)
        season = holding.try_season(row.place.table.round.division.season_id)
        if season is None or (row := searching.found(pk)).closed_at is not None:
            return 0
        said = searching.settle(season, row, now=now)
        write("league-search", now=now, target=Target("season", season.pk), arguments=said)
    return 1


def _failed(due: Due, now: datetime) -> None:
    """Let what fails be tried again later; what is late for long is an alarm."""
    logger.exception("%s %s of season %s failed", due.what, due.about, due.season_id)
    wait = dues.RETRIES[min(due.tries, len(dues.RETRIES) - 1)]
    with transaction.atomic(durable=True):
        Due.objects.filter(pk=due.pk, done_at=None).update(tries=due.tries + 1, next_at=now + wait)
