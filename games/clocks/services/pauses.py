"""A table that stands still: for its organiser, or because all who sit there agreed (5)."""

from collections.abc import Mapping
from datetime import datetime

from games.clocks.rules import breaks
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.table import Table
from games.clocks.services.wishes import Wish, wishing
from games.models import Player


def pause(
    key: str, until: datetime, *, by: Player, now: datetime, moderating: bool = False
) -> None:
    """Close a table to an announced end; whoever moderates need not have made it.

    Raises NoSuchGame, NotOrganiser or Refused.
    """
    with wishing(key, by=by, now=now) as wish:
        if not moderating:
            wish.must_organise()
        own = wish.seat.number if wish.seat else None
        paused = breaks.pause(wish.table, until, by=own, now=now)
        begin(wish, paused, until, agreed=False, moderating=moderating)


def resume(key: str, *, by: Player, now: datetime, moderating: bool = False) -> None:
    """Open a table before the end of its organiser's own pause, or of one by who moderates.

    Raises NoSuchGame, NotOrganiser or Refused; what all agreed to ends when all agree.
    """
    with wishing(key, by=by, now=now) as wish:
        if not moderating:
            wish.must_organise()
        last = _last(wish) if wish.table.paused_until(now) else {}
        if last.get("agreed"):
            raise Refused(Reason.PAUSED, "agreed")
        if last.get("moderated") and not moderating:
            raise Refused(Reason.PAUSED, "moderated")
        end(wish)


def begin(
    wish: Wish, paused: Table, until: datetime, *, agreed: bool, moderating: bool = False
) -> None:
    """Store a pause and tell everybody at the table."""
    wish.grant(paused)
    wish.record(
        "paused",
        told=wish.everybody(),
        until=until.isoformat(),
        agreed=agreed,
        moderated=moderating,
    )


def end(wish: Wish, *, agreed: bool = False) -> None:
    """Open the table now and tell everybody there; raises Refused if it is not paused."""
    wish.grant(breaks.resume(wish.table, now=wish.now))
    wish.record("resumed", told=wish.everybody(), agreed=agreed)


def _last(wish: Wish) -> Mapping[str, object]:
    """What the record says of the last pause of a table."""
    last = wish.game.entries.filter(act="paused").order_by("pk").last()
    return {} if last is None else last.said
