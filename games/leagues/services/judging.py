"""Directors decide about a table: by points, by annulling it, by having it played again."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction

from django.db.models import Max

from games.errors import BadPoints, NoSuchLeague, NotNow
from games.leagues.rules import adjudication
from games.leagues.rules.dues import What
from games.leagues.rules.numbers import read
from games.leagues.rules.refusals import Refused
from games.leagues.rules.values import Ending, Line
from games.leagues.selectors import games as offered
from games.leagues.selectors.tables import stands
from games.leagues.services import annulling, holding, planning, results, telling
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Entrant, LeagueTable, Place, Player, Result, Season

Status = LeagueTable.Status
JUDGED = (Status.RUNNING, Status.FINISHED, Status.ADJUDICATED)


def adjudicate(
    table_id: int,
    points: Sequence[str],
    *,
    by: Player,
    reason: str,
    seen: str | None = None,
    now: datetime,
) -> Result:
    """Enter the points of each place of a table, within what its scoring can give.

    Raises NoSuchLeague, NotDirector, PlaysThere, ReasonMissing, SettledAlready, NotNow or
    BadPoints.
    """
    with because(Cause.ACT):
        season, table, why = _table(table_id, by, reason, seen)
        if table.status not in JUDGED:
            raise NotNow(table.status)
        awarded = points_of(season, table, points)
        result = decide(season, table, awarded, by=by, why=why, now=now)
        said = {"table": table.pk, "points": [str(each) for each in awarded]}
        _write("league-adjudicate", season, by, said, why, now)
    return result


def decide(
    season: Season,
    table: LeagueTable,
    awarded: Sequence[Fraction],
    *,
    by: Player,
    why: str,
    now: datetime,
) -> Result:
    """Give a table these points and tell its players; the caller holds the season."""
    places = list(table.places.select_related("entrant").order_by("number"))
    lines = [
        Line(str(place.entrant_id), 0, Ending.ADJUDICATED, awarded=each)
        for place, each in zip(places, awarded, strict=True)
    ]
    result = results.enter(
        season, table, Result.Kind.ADJUDICATED, lines, at=now, now=now, by=by, reason=why
    )
    told = telling.of(place.entrant for place in places)
    telling.tell(season, told, "adjudicated", about=result.pk, now=now)
    return result


def annul(
    table_id: int, *, by: Player, reason: str, seen: str | None = None, now: datetime
) -> Result:
    """Let a table count for nobody.

    Raises NoSuchLeague, NotDirector, PlaysThere, ReasonMissing, SettledAlready or NotNow.
    """
    with because(Cause.ACT):
        season, table, why = _table(table_id, by, reason, seen)
        if table.status not in JUDGED:
            raise NotNow(table.status)
        result = annulling.annul(season, table, by=by, reason=why, now=now)
        _write("league-annul", season, by, {"table": table.pk}, why, now)
    return result


def replay(
    table_id: int, *, by: Player, reason: str, seen: str | None = None, now: datetime
) -> LeagueTable:
    """Have an annulled table played again by the same people, while a round's length is left.

    Raises NoSuchLeague, NotDirector, PlaysThere, ReasonMissing, SettledAlready or NotNow.
    """
    with because(Cause.ACT):
        season, table, why = _table(table_id, by, reason, seen)
        if not may_be_replayed(season, table, now=now):
            raise NotNow(table.status)
        again = play_again(season, table, now=now)
        _write("league-replay", season, by, {"table": table.pk, "again": again.pk}, why, now)
    return again


def may_be_replayed(season: Season, table: LeagueTable, *, now: datetime) -> bool:
    """Tell whether a table can be played again: it is annulled, and a round's length is left."""
    last = table.round.division.rounds.aggregate(at=Max("closes_at"))["at"]
    length = timedelta(days=holding.terms_of(season).days)
    done = LeagueTable.objects.filter(replays=table).exists()
    late = now + length > last
    return table.status == Status.ANNULLED and not (table.round.final or done or late)


def play_again(season: Season, table: LeagueTable, *, now: datetime) -> LeagueTable:
    """Draw a table once more with the same people; the caller holds the season."""
    number = table.round.tables.aggregate(most=Max("number"))["most"] + 1
    again = LeagueTable.objects.create(
        round=table.round, number=number, replays=table, apart=bool(table.round.secret)
    )
    Place.objects.bulk_create(
        Place(table=again, number=place.number, entrant=place.entrant, state=_state(place))
        for place in table.places.select_related("entrant").order_by("number")
    )
    planning.plan(season, What.DEAL, now, again.pk)
    return again


def _state(place: Place) -> Place.State:
    there = place.entrant.status == Entrant.Status.ACTIVE
    return Place.State.HELD if there else Place.State.VACANT


def _table(
    table_id: int, by: Player, reason: str, seen: str | None
) -> tuple[Season, LeagueTable, str]:
    found = LeagueTable.objects.select_related("round__division").filter(pk=table_id).first()
    if found is None:
        raise NoSuchLeague
    season = holding.season(found.round.division.season_id)
    holding.require_director(season.league_id, by)
    holding.require_stranger(found.round.division, by)
    why = holding.require_reason(reason)
    if season.status not in (Season.Status.RUNNING, Season.Status.COUNTING):
        raise NotNow(season.status)
    found.refresh_from_db(fields=("status",))
    holding.require_seen(seen, stands(found))
    return season, found, why


def points_of(season: Season, table: LeagueTable, points: Sequence[str]) -> list[Fraction]:
    """Read points for each place of a table, in their order; raises BadPoints with the range."""
    terms, places = holding.terms_of(season), table.places.count()
    rounds = int(terms.options.get("rounds", "1"))
    game = adjudication.Game(places, 0, offered.can(terms.ruleset).gold, rounds)
    least, most = adjudication.bounds(terms.scoring, game)
    try:
        return [
            adjudication.adjudicated(terms.scoring, game, read(each, "points"))
            for _, each in zip(range(places), points, strict=True)
        ]
    except (Refused, ValueError):
        raise BadPoints(str(least), str(most)) from None


def _write(
    act: str, season: Season, by: Player, said: dict[str, object], why: str, now: datetime
) -> None:
    target = Target("season", season.pk)
    write(act, now=now, by=By(by, "director"), target=target, arguments=said, reason=why)
