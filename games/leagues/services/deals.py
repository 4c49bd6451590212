"""A deal that all tables of a round have: drawn as it opens, told once the last of them has ended.

Callers hold the season.
"""

import secrets
from datetime import datetime
from typing import Any

from django.db.models import Max

from engine import rng
from games.leagues.rules.dues import What
from games.leagues.services import counting, planning, standings
from games.leagues.services.conditions import Later
from games.models import Due, Game, LeagueTable, Round, Season
from games.ratings import services as ratings
from games.services import locks
from games.substitutes.services import endings


def drawn() -> str:
    """Draw the secret of a deal."""
    return secrets.token_bytes(rng.SEED_BYTES).hex()


def secret_of(table: LeagueTable) -> bytes | None:
    """Say from what a table is dealt; None from a fresh secret: who plays again knows the deal."""
    if not table.round.secret or table.replays_id is not None:
        return None
    return bytes.fromhex(table.round.secret)


def look(season: Season, found: Round, *, now: datetime) -> None:
    """Let a deal be told soon, if no table of it is to come."""
    if found.secret and found.told_at is None and not _to_come(found):
        planning.plan(season, What.REVEAL, now, found.pk)


def tell(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Tell a deal: its tables are open to all from now on, and their results count."""
    found = Round.objects.select_related("division").get(pk=due.about)
    if found.told_at is not None or _to_come(found):
        return None
    games = Game.objects.filter(league_table__round=found, closed=True)
    running = games.filter(status=Game.Status.ACTIVE)
    if running.exists() and not counting.ran_out(season, now=now):
        # It counts no more, or it was taken back; its players must learn no more than before.
        raise Later
    for pk in running.order_by("pk").values_list("pk", flat=True):
        # Perhaps nobody plays it any more, and a season has to end.
        endings.stop_waiting(locks.game(pk=pk), now=now)
    until = games.aggregate(at=Max("covered_until"))["at"]
    if until is not None and until > now:
        # One that was annulled may go on till then.
        planning.plan(season, What.REVEAL, until, found.pk)
        return None
    found.told_at = now
    found.save(update_fields=("told_at",))
    waited = list(games.order_by("pk"))
    told = games.update(closed=False)
    for game in waited:
        ratings.again(game)
    standings.stale(season, found.division, now=now)
    counting.look(season, now=now)
    return {"round": found.number, "tables": told}


def _to_come(found: Round) -> bool:
    tables = found.tables.filter(replays=None)
    return tables.filter(status__in=LeagueTable.TO_COME).exists()
