"""When a deal is over: one that several tables have, once it is told, the last having ended."""

from datetime import datetime

from django.db.models import Max

from games.models import Game, LeagueTable


def over_at(game: Game) -> datetime | None:
    """Say when a game that is over and all others of its deal had ended; none before it is told."""
    found = LeagueTable.objects.select_related("round").filter(game=game.pk, replays=None)
    table = found.exclude(round__secret="").first()
    if table is None:
        return game.ended_at
    if table.round.told_at is None:
        return None
    together = Game.objects.filter(league_table__round=table.round_id, league_table__replays=None)
    ended: datetime | None = together.aggregate(at=Max("ended_at"))["at"]
    return ended
