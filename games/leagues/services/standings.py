"""Standings are worked out from results, as often as one likes. Callers hold the season."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.leagues.rules.dues import What
from games.leagues.rules.standing import Row, standing
from games.leagues.rules.standing import Standing as Told
from games.leagues.selectors import facts
from games.leagues.selectors.facts import Known
from games.leagues.services import bounding, holding, planning
from games.models import Division, Season, Standing


@dataclass(frozen=True, slots=True)
class Built:
    """A standing as it is kept, and of which results."""

    rows: Sequence[dict[str, Any]]
    byes: Sequence[dict[str, Any]]
    withdrawn: Sequence[int]
    results: int
    last: int
    known: Known
    told: Told


def stale(season: Season, division: Division, *, now: datetime) -> None:
    """Say that a standing is to be worked out anew, and let that be done soon."""
    Standing.objects.filter(division=division).update(stale=True)
    planning.plan(season, What.STANDING, now, division.pk)


def rebuild(season: Season, division: Division, *, now: datetime) -> dict[str, Any] | None:
    """Work a standing out anew and keep it whole; readers see the one before until then.

    Say why what was certain so far is so no more, if it is not.
    """
    built = work_out(season, division, lot=False)
    terms, kept = holding.terms_of(season), _bounds(division)
    fresh = bounding.work_out(terms, division, built.known, built.told, kept, now=now)
    _keep(division, built, fresh, now=now)
    if not kept or fresh["since"] == kept["since"]:
        return None
    return {"division": division.pk, "bounds": fresh["why"]}


def close(season: Season, division: Division, *, now: datetime) -> Built:
    """Keep the final standing, for which the lot is drawn where nothing else decides."""
    built = work_out(season, division, lot=True)
    _keep(division, built, bounding.final(_bounds(division), built.rows), now=now)
    return built


def work_out(season: Season, division: Division, *, lot: bool) -> Built:
    """Work a standing out from nothing; writes nothing."""
    found = facts.known(division)
    drawn = facts.lot_of(season) if lot else None
    told = standing(facts.rules_of(holding.terms_of(season)), found.facts, drawn)
    return Built(
        [_row(row) for row in told.rows],
        _byes(told),
        [int(entry) for entry in told.withdrawn],
        found.results,
        found.last,
        found,
        told,
    )


def is_shown(season: Season, division: Division) -> bool:
    """Tell whether what is shown is what comes out from nothing."""
    shown = Standing.objects.get(division=division)
    built = work_out(season, division, lot=False)
    return (shown.rows, shown.results, shown.last) == (built.rows, built.results, built.last)


def _bounds(division: Division) -> dict[str, Any]:
    kept: dict[str, Any] = Standing.objects.values_list("bounds", flat=True).get(division=division)
    return kept


def _keep(division: Division, built: Built, bounds: dict[str, Any], *, now: datetime) -> None:
    Standing.objects.filter(division=division).update(
        rows=built.rows,
        byes=built.byes,
        withdrawn=built.withdrawn,
        bounds=bounds,
        results=built.results,
        last=built.last,
        stale=False,
        built_at=now,
    )


def _row(row: Row) -> dict[str, Any]:
    return {
        "entrant": int(row.entry),
        "place": row.place,
        "points": str(row.points),
        "games": row.games,
        "decided_by": str(row.decided_by),
        "values": {
            str(name): None if value is None else str(value) for name, value in row.values.items()
        },
        "not_all_met": row.not_all_met,
        "ticket": row.ticket,
    }


def _byes(told: Told) -> list[dict[str, Any]]:
    return [
        {
            "entrant": int(sat.bye.entry),
            "round": sat.bye.round,
            "kind": sat.bye.kind.value,
            "points": None if sat.points is None else str(sat.points),
        }
        for sat in told.byes
    ]
