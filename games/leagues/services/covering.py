"""Who announced to be away for longer than his table pays for: another plays on, or the service.

What he says stands in the game's own record of time; what a league does about it is worked out
anew from there whenever it looks, so that doing it twice is doing it once. Callers hold the season.
"""

from datetime import datetime
from typing import Any

from games.clocks.rules.stretches import Stretch
from games.leagues.rules.dues import What
from games.leagues.selectors import covering
from games.leagues.services import planning, searching
from games.models import Due, Game, LeagueTable, Place, Search, Season
from games.services import locks, turns
from games.substitutes.services import offers, standing


def look(season: Season, table: LeagueTable, *, now: datetime) -> dict[str, Any] | None:
    """Take down when somebody has to be looked for at a table, as its players say they are away."""
    game = locks.game(pk=table.game_id or 0)
    LeagueTable.objects.filter(pk=table.pk).update(heard=covering.said(table))
    for place in covering.places(table):
        _plan(season, place, covering.beyond(game, place, now=now), now=now)
    return {"table": table.pk}


def cover(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Begin to look for somebody when what is paid for ends, and end it when he is to be back."""
    place = Place.objects.select_related("table", "entrant").get(pk=due.about)
    if not covering.places(place.table).filter(pk=place.pk).exists():
        return None
    game = locks.game(pk=place.table.game_id or 0)
    if game.status != Game.Status.ACTIVE:
        return None
    found = covering.beyond(game, place, now=now)
    if found is None or now < found.start:
        _let_back(season, place, game, now=now)
    elif not _taken_up(place, found):
        # What was sought for an absence before this one may not be closed yet.
        searching.call_off(season, place, now=now)
        searching.begin(season, place, now=now)
    _plan(season, place, found, now=now)
    return {"table": place.table_id}


def _plan(season: Season, place: Place, found: Stretch | None, *, now: datetime) -> None:
    """Let it fall due when something changes next: he is unpaid from then on, or back."""
    if found is None:
        planning.drop(season, What.AWAY, about=place.pk, now=now)
        return
    at = found.end if _taken_up(place, found) else found.start
    planned = Due.objects.filter(season=season, what=What.AWAY, about=place.pk, done_at=None)
    if not planned.filter(at=at).exists():
        planning.plan(season, What.AWAY, at, place.pk)


def _taken_up(place: Place, found: Stretch) -> bool:
    """Whether somebody was looked for since he is unpaid: once for each absence."""
    return Search.objects.filter(place=place, began_at__gte=found.start).exists()


def _let_back(season: Season, place: Place, game: Game, *, now: datetime) -> None:
    """Let somebody have his seat again on the day he named, if nobody took it."""
    searching.call_off(season, place, now=now)
    searched = Search.objects.filter(place=place, closed_at__isnull=False)
    if place.seat is None or not searched.exists():
        return
    # Read anew: the table may go on since a moment ago.
    held = turns.hold(locks.game(pk=game.pk), now=now)
    # Who sits there for him by now was never away.
    if standing.place(held, place.seat).player_id == place.entrant.player_id:
        offers.come_back(held, place.seat, now=now)
