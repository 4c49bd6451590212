"""What moderators decide about a league's game later is followed by its result.

Callers hold the season. What a director has decided stands, and so does what is final.
"""

from datetime import datetime
from typing import Any

from games.leagues.rules import stored
from games.leagues.rules.dues import What
from games.leagues.services import planning, results, standings
from games.models import Act, Division, Game, LeagueTable, Line, Place, Result, Season

DECIDES = ("annul", "adjudicate", "restart-game", "rewind", "restart-round", "undo-forced")
"""Acts of moderators by which a game that was over comes to something else."""
Status = LeagueTable.Status
Said = dict[str, Any]


def follow(season: Season, table: LeagueTable, act: Act, *, now: datetime) -> Said | None:
    """Let a table come to what its game comes to by an act; nothing if it does already."""
    told = {"table": table.pk, "reference": act.reference}
    anew = Game.objects.filter(restart_of=act.game).first()
    stands = table.results.filter(superseded_at=None).first()
    if stands is None and anew is None:
        # It runs: its result is taken when it is over.
        return None
    game = anew or table.game
    if game is None or not _differs(table, game, stands):
        return None
    if _is_fixed(season, table, stands):
        if _is_told(season, **told):
            return None
        _ask_which(season, table, stands, now=now)
        return {**told, "stands": table.status}
    if game.ended_at is not None:
        kind, lines = results.outcome_of(table, game)
        at, why = game.ended_at, act.reference
        results.enter(season, table, kind, lines, at=at, now=now, reason=why)
        return {**told, "result": kind}
    _plays_on(season, table, game, now=now)
    return {**told, "game": game.key}


def late(season: Season, table: LeagueTable, *, now: datetime) -> Said | None:
    """Tell once that a game ended after its table was decided, and what stands."""
    stands = table.results.filter(superseded_at=None).first()
    ended = table.game.ended_at if table.game else None
    if stands is None or ended is None or ended < stands.entered_at:
        return None
    told = {"table": table.pk, "late": ended.isoformat()}
    if _is_told(season, **told):
        return None
    _ask_which(season, table, stands, now=now)
    return {**told, "stands": stands.kind}


def _differs(table: LeagueTable, game: Game, stands: Result | None) -> bool:
    if table.game_id != game.pk or stands is None or game.ended_at is None:
        return table.game_id != game.pk or stands is not None
    if stands.by_id is not None:
        return stands.entered_at <= game.ended_at
    kind, lines = results.outcome_of(table, game)
    return (stands.kind, stands.lines) != (kind, [stored.dump(line) for line in lines])


def _is_fixed(season: Season, table: LeagueTable, stands: Result | None) -> bool:
    """Whether a director has decided, places are final, or later rounds rest on it."""
    decided = stands is not None and stands.by_id is not None
    runs = season.status in (Season.Status.RUNNING, Season.Status.COUNTING)
    found = table.round
    drawn = found.final and found.division.rounds.filter(number__gt=found.number).exists()
    return decided or drawn or not runs


def _ask_which(season: Season, table: LeagueTable, stands: Result | None, *, now: datetime) -> None:
    """Let the directors say which of two results stands, where they have given points."""
    if stands is not None and stands.kind == Result.Kind.ADJUDICATED:
        planning.plan(season, What.TWO_RESULTS, now, table.pk)


def _plays_on(season: Season, table: LeagueTable, game: Game, *, now: datetime) -> None:
    """Let a table be open again, with another game if one was begun in its place."""
    table.results.filter(superseded_at=None).update(superseded_at=now)
    if table.game_id != game.pk:
        numbers = dict(game.places.exclude(player=None).values_list("player", "number"))
        places = list(table.places.select_related("entrant"))
        for place in places:
            place.seat = numbers.get(place.entrant.player_id)
        Place.objects.bulk_update(places, ("seat",))
        # What is dealt anew is another deal than that of the other tables.
        table.apart = bool(table.round.secret)
    table.game, table.status = game, Status.RUNNING
    table.save(update_fields=("game", "status", "apart"))
    standings.stale(season, Division.objects.get(rounds=table.round_id), now=now)


def _is_told(season: Season, **told: object) -> bool:
    lines = Line.objects.filter(act="league-follow", target_kind="season", target_id=season.pk)
    return lines.filter(arguments__contains=told).exists()
