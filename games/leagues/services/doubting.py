"""Two results of a table, two entries of one person, a table of who cheated later: all is asked.

Callers hold the season.
"""

from datetime import datetime
from typing import Any

from games.leagues.rules import stored
from games.leagues.rules.dues import Condition, What
from games.leagues.selectors import entries
from games.leagues.services import planning, results
from games.leagues.services.conditions import require
from games.models import Division, Due, Entrant, LeagueTable, Place, Season
from games.sanctions import selectors as sanctions

_RUNS = (Season.Status.RUNNING, Season.Status.COUNTING)


def two_results(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Ask whether a director's points stand where the game came to something else."""
    rows = LeagueTable.objects.select_related("round__division", "game")
    table = rows.get(pk=due.about)
    stands, game = table.results.filter(superseded_at=None).first(), table.game
    if season.status not in _RUNS or stands is None or game is None or game.ended_at is None:
        return None
    kind, lines = results.outcome_of(table, game)
    same = (stands.kind, stands.lines) == (kind, [stored.dump(line) for line in lines])
    said = {"table": table.number, "round": table.round.number}
    require(due, Condition.TWO_RESULTS, holds=same or stands.by_id is None, **said)
    if same or stands.by_id is None:
        return None
    results.enter(season, table, kind, lines, at=game.ended_at, now=now)
    return {"table": table.pk, "result": kind}


def look_for_one_person(season: Season, *, now: datetime) -> None:
    """Let the directors be asked about entries that seem to be the same person's."""
    for later in entries.seem_one(season):
        planning.plan(season, What.ONE_PERSON, now, later)


def one_person(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Ask whether both play; they do if nobody answers."""
    del now
    found = entries.seem_one(season)
    earlier = found.get(due.about)
    divided = Division.objects.filter(season=season).exists()
    holds = earlier is None or divided
    require(due, Condition.ONE_PERSON, holds=holds, entrants=[earlier, due.about])
    return None if holds else {"asked": True}


def look_for_lost_seats(season: Season, *, now: datetime) -> None:
    """Let directors be asked about what those played before whose seat moderators took."""
    if season.status not in _RUNS:
        return
    known = Due.objects.filter(season=season, what=What.SEAT_LOST)
    asked = set(known.values_list("about", flat=True))
    for pk in _doubtful(season):
        if pk not in asked:
            planning.plan(season, What.SEAT_LOST, now, pk)


def seat_lost(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Ask whether an earlier table counts; it does if nobody answers."""
    del now
    place = _doubtful(season).get(due.about)
    if place is None or season.status not in _RUNS:
        return None
    said = {"table": place.table.number, "round": place.table.round.number}
    require(due, Condition.SEAT_LOST, holds=False, entrants=[place.entrant_id], **said)
    return None


def _doubtful(season: Season) -> dict[int, Place]:
    """Where those sat to the end who have lost a seat of the season elsewhere."""
    there = LeagueTable.objects.filter(round__division__season=season, game__isnull=False)
    lost = sanctions.took(there.values_list("game", flat=True))
    places = Place.objects.filter(
        table__in=there,
        table__status=LeagueTable.Status.FINISHED,
        entrant__player__in={player for player, _game in lost},
    )
    return {
        place.pk: place
        for place in places.select_related("entrant", "table__round").order_by("pk")
        if (place.entrant.player_id, place.table.game_id) not in lost
    }


def later_of(due: Due) -> Entrant:
    """The entry that would be taken back."""
    return Entrant.objects.select_related("player").get(pk=due.about)
