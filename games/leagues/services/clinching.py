"""Whether a decision of directors would change a place that is certain. Callers hold the season.

Reads only: what would stand then is worked out beside what stands.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from games.leagues.rules.standing import standing
from games.leagues.rules.values import Ending, Facts, Line, Status
from games.leagues.rules.values import Penalty as Taken
from games.leagues.selectors import facts
from games.leagues.services import bounding, holding
from games.models import Division, LeagueTable, Penalty, Season, Standing


def by_points(
    season: Season, table: LeagueTable, awarded: Sequence[Fraction], *, now: datetime
) -> bool:
    """Tell it of points that a table would have; a final's tables move no place of the standing."""
    if table.round.final:
        return False
    division = table.round.division
    known = facts.known(division).facts
    places = table.places.order_by("number").values_list("entrant", flat=True)
    lines = tuple(
        Line(str(entrant), 0, Ending.ADJUDICATED, awarded=each)
        for entrant, each in zip(places, awarded, strict=True)
    )
    tables = tuple(
        replace(each, lines=lines, status=Status.FINAL) if each.id == str(table.pk) else each
        for each in known.tables
    )
    stood = table.results.filter(superseded_at=None).values_list("pk", flat=True)
    return _changes(season, division, replace(known, tables=tables), list(stood), now=now)


def by_penalty(season: Season, penalty: Penalty, *, now: datetime) -> bool:
    """Tell it of a penalty: of giving it, or of taking it back if it is given."""
    division = penalty.entrant.division
    assert division is not None, "who has points plays in a division"
    known = facts.known(division).facts
    one = facts.penalty_of(penalty)
    taken: tuple[Taken, ...] = (*known.penalties, one)
    if penalty.given_at is not None:
        without = list(known.penalties)
        without.remove(one)
        taken = tuple(without)
    return _changes(season, division, replace(known, penalties=taken), [], now=now)


def _changes(
    season: Season, division: Division, then: Facts, replaced: list[int], *, now: datetime
) -> bool:
    terms, kept = (
        holding.terms_of(season),
        Standing.objects.select_related("division").get(division=division),
    )
    if not kept.bounds:
        return False
    known = replace(facts.known(division), facts=then)
    told = standing(facts.rules_of(terms), then)
    after = bounding.work_out(terms, division, known, told, kept.bounds, now=now, replaced=replaced)
    return not _certain(season, kept, kept.bounds) <= _certain(season, kept, after)


def _certain(season: Season, kept: Standing, bounds: dict[str, Any]) -> set[tuple[int, str, str]]:
    """What is said of each at the borders of a division, and which places are fixed."""
    there = bounding.borders_of(season, kept, bounds)
    pairs = bounding.pairs(bounds)
    fixed = {
        (entry, "place", str(each.best)) for entry, each in pairs.items() if each.best == each.worst
    }
    return fixed | set(bounding.words_of(pairs, there))
