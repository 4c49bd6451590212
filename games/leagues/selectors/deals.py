"""When a deal is over: where several tables have the same one, once the last of them has ended."""

from datetime import datetime

from games.leagues.rules import terms
from games.leagues.rules.scoring import By
from games.models import Game, LeagueTable


def over_at(game: Game) -> datetime | None:
    """Say when a game that is over and all others of its deal had ended; none while one runs."""
    shared = sharing(game.pk)
    if any(each.status in LeagueTable.TO_COME for each in shared):
        return None
    ends = (each.game.ended_at for each in shared if each.game is not None)
    return max((at for at in (game.ended_at, *ends) if at is not None), default=None)


def sharing(game_id: int) -> list[LeagueTable]:
    """List the tables of leagues that have the deal of a game; none if it is no one's but its own.

    All tables of a duplicate round have one.
    """
    found = LeagueTable.objects.select_related("round__division__season")
    table = found.filter(game=game_id).first()
    if table is None:
        return []
    if terms.load(table.round.division.season.terms).scoring.by is not By.DUPLICATE:
        return []
    return list(LeagueTable.objects.filter(round=table.round_id).select_related("game"))
