"""Signed-in devices and links are ended by their owner."""

from datetime import datetime

from games.accounts import selectors
from games.accounts.models import Session
from games.channels.services import keeping
from games.models import Player
from games.services import accounts, games


def end(player: Player, name: str) -> None:
    """Sign one of a player's devices out; nothing if there is no such device."""
    for row in Session.objects.filter(player=player):
        if selectors.device_name(row.session_key) == name:
            row.delete()


def end_all(player: Player, *, but: str | None = None) -> int:
    """Sign all of a player's devices out, but for one if its session is named; count them."""
    rows = Session.objects.filter(player=player)
    if but is not None:
        rows = rows.exclude(session_key=but)
    return rows.delete()[0]


def revoke_links(player: Player, *, now: datetime) -> int:
    """Let all links that were written to a player open nothing any more; count the seats.

    Those of each seat at once; who is cut off in between asks again.
    """
    seats = selectors.linked_seats(player, now=now)
    for seat in seats:
        games.revoke_links(seat)
    accounts.renew_calendar(player)
    keeping.end_all(player)
    accounts.renew_letters(player)
    return len(seats)
