"""A table's game is made, once for ever, with the seats that were drawn.

Callers hold the season.
"""

from datetime import datetime
from typing import Any

from games.leagues.rules.dues import Condition
from games.leagues.rules.values import Ending, Line
from games.leagues.selectors import games as offered
from games.leagues.selectors import pool
from games.leagues.services import annulling, deals, holding, results, searching
from games.leagues.services.conditions import Later, require
from games.models import Director, Due, LeagueTable, Place, Player, Result, Round, Season, new_key
from games.services import games

Held = Place.State.HELD


def deal(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Make a table's game and begin it, unless that was done; with too few people there is none."""
    table = LeagueTable.objects.select_related("round__division").get(pk=due.about)
    if table.status != LeagueTable.Status.DRAWN:
        return None
    if season.status not in (Season.Status.RUNNING, Season.Status.COUNTING):
        raise Later
    terms = holding.terms_of(season)
    places = list(table.places.select_related("entrant__player").order_by("number"))
    held = [each for each in places if each.state == Held and not each.entrant.player.left_at]
    sits = {each.pk: each.entrant.player for each in held} | pool.early(table.pk)
    if len(sits) < offered.can(terms.ruleset).least:
        if searching.is_open(table):
            raise Later
        return _too_few(season, due, table, places, held, now)
    searching.end_early(season, table, now=now)
    secret = deals.secret_of(table)
    # Equal deals alone compare: there a bot plays for who is gone. Else the others play alone.
    company = [sits.get(each.pk) for each in places]
    game = games.convened(
        company if secret else [each for each in company if each],
        organiser=_organiser(season),
        time=terms.time,
        secret=secret,
        now=now,
        key=new_key(),
        closed=secret is not None,
        name=name_of(season, table),
        ruleset=terms.ruleset,
        options=dict(terms.options),
        listed=False,
        language=season.league.language,
    )
    numbers = dict(game.places.values_list("player", "number"))
    seated = [each for each in places if each.pk in sits]
    for each in seated:
        each.seat = numbers[sits[each.pk].pk]
    Place.objects.bulk_update(seated, ("seat",))
    table.game, table.status = game, LeagueTable.Status.RUNNING
    table.save(update_fields=("game", "status"))
    return {"table": table.pk, "game": game.key}


def name_of(season: Season, table: LeagueTable) -> str:
    """Say what a table's game is called: by its league, round and number."""
    leg = f".{table.leg}" if table.leg > 1 else ""
    return f"{season.league.name} {table.round.number}/{table.number}{leg}"


def _too_few(
    season: Season,
    due: Due,
    table: LeagueTable,
    places: list[Place],
    held: list[Place],
    now: datetime,
) -> dict[str, Any]:
    if len(places) == 2 and held:
        said = {"table": table.number, "round": table.round.number}
        require(due, Condition.DROPPED_OUT, holds=not table.round.final, **said)
        lines = [
            Line(str(each.entrant_id), 0, Ending.WALKOVER if each in held else Ending.FORFEIT)
            for each in places
        ]
        results.enter(season, table, Result.Kind.PLAYED, lines, at=now, now=now)
        return {"table": table.pk, "walkover": held[0].entrant_id}
    last = not Round.objects.filter(
        division=table.round.division, number__gt=table.round.number
    ).exists()
    if last and held:
        require(due, Condition.SHORT_TABLE, holds=False, table=table.number, held=len(held))
    annulling.annul(season, table, by=None, reason=Condition.SHORT_TABLE, now=now)
    return {"table": table.pk, "annulled": Condition.SHORT_TABLE}


def _organiser(season: Season) -> Player:
    """The first director who does not play in the season, else the first."""
    directors = Director.objects.filter(league=season.league_id, ended_at=None)
    found = list(directors.select_related("player").order_by("begun_at", "pk"))
    playing = set(season.entrants.values_list("player", flat=True))
    return next((each.player for each in found if each.player_id not in playing), found[0].player)
