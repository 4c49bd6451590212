"""What has happened in a division, as its standing and its draws are worked out from it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Count, Prefetch, QuerySet

from games.leagues.rules import stored
from games.leagues.rules.history import Draw
from games.leagues.rules.lot import Lot
from games.leagues.rules.promotion import zones
from games.leagues.rules.standing import Rules
from games.leagues.rules.terms import Terms
from games.leagues.rules.values import Bye, Dropout, Facts, Kind, Line, Penalty, Status, Table
from games.models import Bye as ByeRow
from games.models import Division, Entrant, LeagueTable, Place, Result, Round, Season
from games.models import Penalty as PenaltyRow

BEGUN = (Round.Status.OPEN, Round.Status.CLOSED)
STANDS = (Round.Status.PUBLISHED, *BEGUN)
_STATUS = {
    LeagueTable.Status.DRAWN: Status.OPEN,
    LeagueTable.Status.RUNNING: Status.OPEN,
    LeagueTable.Status.FINISHED: Status.FINAL,
    LeagueTable.Status.ADJUDICATED: Status.FINAL,
    LeagueTable.Status.ANNULLED: Status.ANNULLED,
}


@dataclass(frozen=True, slots=True)
class Known:
    """What a standing rests on, and by which results it is named."""

    facts: Facts
    results: int
    last: int


def rules_of(terms: Terms) -> Rules:
    """Say by what a standing is made."""
    return terms.standing


def lot_of(season: Season) -> Lot:
    """The lot of a season; nobody is told before it is final."""
    return Lot(season.secret, f"{season.league.key}-{season.number}")


def known(division: Division) -> Known:
    """Read all that a division's standing follows from, but the rounds of a final."""
    tables = list(_tables(division).filter(round__status__in=BEGUN, round__final=False))
    begun = {"round__division": division, "round__status__in": BEGUN, "round__final": False}
    byes = ByeRow.objects.filter(**begun)
    rows = byes.order_by("round__number", "entrant").values_list("entrant", "round__number", "kind")
    entrants = list(Entrant.objects.filter(division=division).order_by("at_first", "pk"))
    found = [result for table in tables for result in _standing(table)]
    return Known(
        Facts(
            tuple(str(entrant.pk) for entrant in entrants),
            tuple(map(table_of, tables)),
            tuple(Bye(str(entrant), number, Kind(kind)) for entrant, number, kind in rows),
            tuple(map(penalty_of, penalties(entrant__division=division))),
            tuple(map(_left, (each for each in entrants if each.left_at is not None))),
        ),
        len(found),
        max((result.pk for result in found), default=0),
    )


def penalties(**which: object) -> "QuerySet[PenaltyRow]":
    """Points that were taken from somebody and not given back."""
    given = PenaltyRow.objects.filter(given_at__isnull=False, revoked_at=None, **which)
    return given.order_by("given_at", "pk")


def penalty_of(row: PenaltyRow) -> Penalty:
    """Tell a penalty as a standing takes it."""
    return Penalty(str(row.entrant_id), -Fraction(row.points), row.reason)


def published(division: Division) -> Facts:
    """Read the rounds that are published and have not begun: tables without results, and byes."""
    there = {"round__status": Round.Status.PUBLISHED, "round__final": False}
    byes = ByeRow.objects.filter(round__division=division, **there).order_by("round", "entrant")
    rows = byes.values_list("entrant", "round__number", "kind")
    return Facts(
        (),
        tuple(map(table_of, _tables(division).filter(**there))),
        tuple(Bye(str(entrant), number, Kind(kind)) for entrant, number, kind in rows),
    )


def zone_of(division: Division, swap: int) -> tuple[int, int]:
    """Say how many go up from a division, and how many down."""
    found = Division.objects.filter(season=division.season_id).annotate(count=Count("entrants"))
    sizes = dict(found.order_by("rank").values_list("pk", "count"))
    return zones(list(sizes.values()), swap)[list(sizes).index(division.pk)]


def final_tables(division: Division) -> list[LeagueTable]:
    """Read the tables of a division's knock-out final, with results."""
    return list(_tables(division).filter(round__final=True))


def table_of(table: LeagueTable, at: datetime | None = None) -> Table:
    """Tell a table that was read with its round, places and results; its deal as it was told then.

    A deal that is played at several tables is closed until it is told. What was played again for an
    annulled table was dealt afresh, and is closed to nobody.
    """
    told = table.round.told_at
    shared = bool(table.round.secret) and table.replays_id is None
    result = next(iter(_standing(table)), None)
    replays = table.replays_id
    return Table(
        str(table.pk),
        table.round.number,
        stored.lines(result.lines) if result and result.lines else tuple(_empty(table)),
        _STATUS[LeagueTable.Status(table.status)],
        deal=str(table.pk) if table.apart else "",
        replays=str(replays) if replays else "",
        closed=shared and (told is None or (at is not None and told > at)),
    )


def draws(division: Division) -> list[Draw]:
    """Read the rounds that stand, as later draws know them: each table as it was drawn once."""
    rounds = Round.objects.filter(division=division, status__in=STANDS, final=False)
    found = rounds.order_by("number").prefetch_related(
        Prefetch(
            "tables",
            LeagueTable.objects.filter(replays=None, leg=1).order_by("number"),
            "as_drawn",
        ),
        Prefetch("as_drawn__places", Place.objects.order_by("number"), "in_order"),
        "byes",
    )
    return [Draw(_seated(each), _out(each)) for each in found]


def rounds_of(terms: Terms, entrants: int) -> int:
    """Say how many rounds a division of so many plays, but for a final."""
    return terms.rounds_for(entrants)


def _seated(found: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(str(place.entrant_id) for place in table.in_order) for table in found.as_drawn
    )


def _out(found: Any) -> tuple[str, ...]:
    counted = (bye.entrant_id for bye in found.byes.all() if bye.kind != Kind.ZERO)
    return tuple(map(str, sorted(counted)))


def _tables(division: Division) -> "QuerySet[LeagueTable]":
    return (
        LeagueTable.objects.filter(round__division=division)
        .select_related("round")
        .order_by("round__number", "number", "leg", "pk")
        .prefetch_related(
            Prefetch("results", Result.objects.filter(superseded_at=None), "standing"),
            Prefetch("places", Place.objects.order_by("number"), "in_order"),
        )
    )


def _standing(table: LeagueTable) -> Iterable[Result]:
    found: Iterable[Result] = table.standing  # type: ignore[attr-defined]
    return found


def _empty(table: LeagueTable) -> Iterable[Line]:
    for place in table.in_order:  # type: ignore[attr-defined]
        yield Line(str(place.entrant_id), 0)


def _left(entrant: Entrant) -> Dropout:
    return Dropout(str(entrant.pk), entrant.finished or 0, entrant.scheduled or 0)
