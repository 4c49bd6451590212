"""A table that stands still: for its organiser, or because all who sit there agreed (5)."""

from datetime import datetime

from games.clocks.rules import breaks
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.table import Table
from games.clocks.services.wishes import Wish, wishing
from games.models import Player


def pause(key: str, until: datetime, *, by: Player, now: datetime) -> None:
    """Close a table to an announced end; raises NoSuchGame, NotOrganiser or Refused."""
    with wishing(key, by=by, now=now) as wish:
        wish.must_organise()
        own = wish.seat.number if wish.seat else None
        begin(wish, breaks.pause(wish.table, until, by=own, now=now), until, agreed=False)


def resume(key: str, *, by: Player, now: datetime) -> None:
    """Open a table before the end of its organiser's own pause.

    Raises NoSuchGame, NotOrganiser or Refused; what all agreed to ends when all agree.
    """
    with wishing(key, by=by, now=now) as wish:
        wish.must_organise()
        if wish.table.paused_until(now) and is_agreed(wish):
            raise Refused(Reason.PAUSED, "agreed")
        end(wish)


def begin(wish: Wish, paused: Table, until: datetime, *, agreed: bool) -> None:
    """Store a pause and tell everybody at the table."""
    wish.grant(paused)
    told = wish.everybody()
    wish.record("paused", told=told, until=until.isoformat(), agreed=agreed)


def end(wish: Wish, *, agreed: bool = False) -> None:
    """Open the table now and tell everybody there; raises Refused if it is not paused."""
    wish.grant(breaks.resume(wish.table, now=wish.now))
    wish.record("resumed", told=wish.everybody(), agreed=agreed)


def is_agreed(wish: Wish) -> bool:
    """Tell whether all had agreed to the last pause of a table."""
    last = wish.game.entries.filter(act="paused").order_by("pk").last()
    return last is not None and bool(last.said["agreed"])
