"""What a director would do about a place that is certain waits for another one to agree.

It falls due at once, and its condition does not hold: so the directors are asked (ADR 60), and
nothing is done if nobody answers. Callers hold the season.
"""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from games.leagues.rules.dues import Condition, What
from games.leagues.services import clinching, judging, penalising, planning
from games.leagues.services.conditions import require
from games.models import Due, LeagueTable, Penalty, Player, Proposal, Season

RUNS = (Season.Status.RUNNING, Season.Status.COUNTING)


def by_points(
    season: Season,
    table: LeagueTable,
    points: Sequence[Fraction],
    *,
    by: Player,
    why: str,
    now: datetime,
) -> None:
    """Propose points for a table."""
    row = Proposal(season=season, table=table, points=list(map(str, points)))
    _propose(season, row, by=by, why=why, now=now)


def by_penalty(season: Season, penalty: Penalty, *, by: Player, why: str, now: datetime) -> None:
    """Propose to give a penalty, or to take one back that is given."""
    penalty.save()  # a new one is not stored yet
    _propose(season, Proposal(season=season, penalty=penalty), by=by, why=why, now=now)


def settle(season: Season, due: Due, *, now: datetime) -> dict[str, Any]:
    """Do what was proposed, if a place stays certain or another director agreed."""
    row = Proposal.objects.select_related(
        "table__round__division", "penalty__entrant__division", "by"
    ).get(pk=due.about)
    told: dict[str, Any] = {"proposal": row.pk}
    if season.status not in RUNS:
        return {**told, "dropped": True}
    if row.table is not None:
        return told | _about_table(season, due, row, row.table, now=now)
    assert row.penalty is not None, "it is about one thing"
    return told | _about_penalty(season, due, row, row.penalty, now=now)


def _about_table(
    season: Season, due: Due, row: Proposal, table: LeagueTable, *, now: datetime
) -> dict[str, Any]:
    said = {"table": table.number, "round": table.round.number, "points": " ".join(row.points)}
    if table.status not in judging.JUDGED:
        return {**said, "dropped": True}
    points = [Fraction(each) for each in row.points]
    changes = clinching.by_points(season, table, points, now=now)
    require(due, Condition.CLINCHED, holds=not changes, **said, reason=row.reason)
    judging.decide(season, table, points, by=row.by, why=row.reason, now=now)
    return said


def _about_penalty(
    season: Season, due: Due, row: Proposal, penalty: Penalty, *, now: datetime
) -> dict[str, Any]:
    said = {
        "entrant": penalty.entrant_id,
        "points": penalty.points,
        "back": penalty.given_at is not None,
    }
    if penalty.revoked_at is not None:
        return {**said, "dropped": True}
    changes = clinching.by_penalty(season, penalty, now=now)
    require(due, Condition.CLINCHED, holds=not changes, **said, reason=row.reason)
    if penalty.given_at is None:
        penalising.give(season, penalty, now=now)
    else:
        penalising.remit(season, penalty, row.reason, now=now)
    return said


def _propose(season: Season, row: Proposal, *, by: Player, why: str, now: datetime) -> None:
    row.by, row.reason, row.made_at = by, why, now
    row.save()
    planning.plan(season, What.PROPOSED, now, row.pk)
