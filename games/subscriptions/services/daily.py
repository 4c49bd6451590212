"""The daily letter: at its reader's hour one for all games that wait for him, if any does."""

import logging
from datetime import datetime
from zoneinfo import ZoneInfo

from games import selectors as tables
from games.log.rules import Cause
from games.log.services import because
from games.models import Daily, Letter, Player
from games.services import mailbox
from games.services.failures import database_is_gone
from games.subscriptions import selectors
from games.subscriptions.rules import next_daily

logger = logging.getLogger(__name__)

AT_ONCE = 500
"""So many one sweep goes through; what is left is the next one's."""


def sweep(*, now: datetime) -> int:
    """Post the daily letters whose hour has come; count them."""
    due = Daily.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    done = 0
    for player_id in list(due.values_list("pk", flat=True)[:AT_ONCE]):
        try:
            with because(Cause.CLOCK):
                done += _post(player_id, now)
        except Exception as error:
            if database_is_gone(error):
                raise
            # One reader in trouble must not keep the others; he is tried again.
            logger.exception("player %s: the daily letter is not posted", player_id)
    return done


def schedule(player: Player, *, now: datetime) -> None:
    """Say anew when a player's next daily letter goes out; the caller holds his row."""
    wanted = any(each.in_daily for each in selectors.choices(player.pk).values())
    row = Daily.objects.filter(player=player).first()
    if row is None and not wanted:
        return
    row = row or Daily(player=player)
    row.due_at = _next(row, player, now) if wanted else None
    row.save()


def _post(player_id: int, now: datetime) -> bool:
    # Held in the order of all who change what hangs on a player.
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    row = Daily.objects.get(player=player)
    if row.due_at is None or row.due_at > now:
        # Another sweep was here, or he chose another hour.
        return False
    waits = bool(selectors.in_daily(player, tables.my_games(player, now=now)))
    if waits:
        mailbox.post_to(player.email, Letter.Kind.DIGEST, now=now)
        row.told_on = now.astimezone(ZoneInfo(player.time_zone)).date()
    row.due_at = _next(row, player, now)
    row.save()
    return waits


def _next(row: Daily, player: Player, now: datetime) -> datetime:
    return next_daily(row.hour, player.time_zone, row.told_on, now=now)
