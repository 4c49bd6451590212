"""What the numbers of a standing come from: for the rows that are shown, as of that standing."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Prefetch, Q

from games.leagues.rules import dropouts, head_to_head, points, records, tiebreaks
from games.leagues.rules.basis import Ground
from games.leagues.rules.head_to_head import Among
from games.leagues.rules.points import Scored
from games.leagues.rules.records import Record
from games.leagues.rules.scoring import By
from games.leagues.rules.terms import Terms
from games.leagues.rules.tiebreaks import Term, Tiebreak
from games.leagues.rules.values import Bye, Dropout, Facts, Kind, Penalty, Status, Table
from games.leagues.selectors import facts
from games.models import Entrant, LeagueTable, Place, Result, Standing


@dataclass(frozen=True, slots=True)
class Explained:
    """One row's record, the terms of its tie-breaks, and what it reached head to head."""

    record: Record
    terms: Mapping[Tiebreak, tuple[Term, ...]]
    among: tuple[Among, ...]


def explained(division_id: int, terms: Terms, shown: Collection[int]) -> Mapping[int, Explained]:
    """Explain the rows of these entrants, by four statements, or five."""
    kept = Standing.objects.get(division=division_id)
    if kept.built_at is None or not shown:
        return {}
    rows = {row["entrant"]: row for row in kept.rows}
    level = _levels(rows.values(), terms)
    asked = {other for entrant in shown for other in level.get(entrant, ())}
    collected = _records(kept, terms, asked)
    totals = {str(entrant): Fraction(row["points"]) for entrant, row in rows.items()}
    division = tiebreaks.division(terms.scoring.by, totals)
    return {
        entrant: Explained(
            collected[str(entrant)],
            {
                Tiebreak(name): tiebreaks.terms(Tiebreak(name), collected[str(entrant)], division)
                for name in rows[entrant]["values"]
            },
            _among(entrant, level[entrant], collected, terms),
        )
        for entrant in shown
        if entrant in rows
    }


def _levels(rows: Iterable[Mapping[str, Any]], terms: Terms) -> Mapping[int, list[int]]:
    """Say with whom each row was level when head to head was asked, itself among them."""
    before = terms.tiebreaks
    if Tiebreak.HEAD_TO_HEAD in before:
        before = before[: before.index(Tiebreak.HEAD_TO_HEAD)]
    else:
        return {row["entrant"]: [row["entrant"]] for row in rows}
    groups: dict[tuple[object, ...], list[int]] = {}
    for row in rows:
        key = (row["points"], *(row["values"].get(each) for each in before))
        groups.setdefault(key, []).append(row["entrant"])
    return {entrant: group for group in groups.values() for entrant in group}


def _among(
    entrant: int, group: list[int], collected: Mapping[str, Record], terms: Terms
) -> tuple[Among, ...]:
    if len(group) < 2 or Tiebreak.HEAD_TO_HEAD not in terms.tiebreaks:
        return ()
    names = [str(each) for each in group]
    met = head_to_head.Results(collected)
    if not head_to_head.all_met(names, met):
        return ()
    for _, among in head_to_head.split(names, met):
        if str(entrant) in among:
            return tuple(among[str(entrant)])
    return ()


def _records(kept: Standing, terms: Terms, asked: Collection[int]) -> Mapping[str, Record]:
    left = Entrant.objects.filter(division=kept.division_id, left_at__lte=kept.built_at)
    gone_at = [Dropout(str(row.pk), row.finished or 0, row.scheduled or 0) for row in left]
    tables = dropouts.settled(_tables(kept, terms, asked), gone_at)
    gone = dropouts.gone(gone_at)
    scored = points.score(terms.scoring, tables, (), gone)
    # The mean of a round is known from all its tables: byes are told as they were kept.
    sat = tuple(
        (
            Bye(str(bye["entrant"]), bye["round"], Kind(bye["kind"])),
            None if bye["points"] is None else Fraction(bye["points"]),
        )
        for bye in kept.byes
        if bye["entrant"] in asked
    )
    entries = {line.entry for table in tables for line in table.lines} | {str(one) for one in asked}
    found = Facts(tuple(entries), penalties=tuple(_taken(kept, asked)))
    return records.collect(found, Scored(scored.tables, sat), gone, terms.best)


def _taken(kept: Standing, asked: Collection[int]) -> Iterable[Penalty]:
    """The points that were taken when the standing was worked out; bounds name them, if any."""
    if not kept.bounds or not kept.bounds["grounds"][Ground.PENALTIES]:
        return
    for row in facts.penalties(entrant__in=asked, given_at__lte=kept.built_at):
        yield facts.penalty_of(row)


def _tables(kept: Standing, terms: Terms, asked: Collection[int]) -> list[Table]:
    stood = Q(superseded_at=None) | Q(superseded_at__gt=kept.built_at)
    results = Result.objects.filter(stood, pk__lte=kept.last).order_by("pk")
    found = LeagueTable.objects.filter(
        round__division=kept.division_id, round__status__in=facts.BEGUN, round__final=False
    )
    # A walkover by gold is worth the mean of its round, which all tables there make.
    if terms.scoring.by is not By.GOLD or terms.sizes.low != 2:
        found = found.filter(places__entrant__in=asked).distinct()
    rows = found.select_related("round").prefetch_related(
        Prefetch("results", results, "standing"),
        Prefetch("places", Place.objects.order_by("number"), "in_order"),
    )
    found_then = rows.order_by("round__number", "number", "leg", "pk")
    return [_then(row, kept.built_at) for row in found_then]


def _then(row: Any, built_at: datetime | None) -> Table:
    """A table as it stood when the standing was worked out."""
    result = row.standing[-1] if row.standing else None
    status = Status.OPEN if result is None else Status.FINAL
    if result is not None and result.kind == Result.Kind.ANNULLED:
        status = Status.ANNULLED
    return replace(facts.table_of(row, built_at), status=status)
