"""A table that stands still: for its organiser, or because all who sit there agreed (5)."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from games.clocks.models import Pulse
from games.clocks.rules import breaks, standstills
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.standstills import Standstill
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.clocks.services.wishes import Wish, wishing
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Player
from games.services import entries, locks

NOTICE = timedelta(hours=24)
"""So long before it ends by itself a pause is told of again."""


def pause(key: str, until: datetime, *, by: Player, now: datetime) -> None:
    """Close a table to an announced end; raises NoSuchGame, NotOrganiser or Refused."""
    with wishing(key, by=by, now=now) as wish:
        wish.must_organise()
        own = wish.seat.number if wish.seat else None
        begin(wish, breaks.pause(wish.table, until, by=own, now=now), until, agreed=False)


def resume(key: str, *, by: Player, now: datetime) -> None:
    """Open a table before the end of its organiser's own pause.

    Raises NoSuchGame, NotOrganiser or Refused; what all agreed to ends when all agree, and what a
    moderator closed, a moderator opens.
    """
    with wishing(key, by=by, now=now) as wish:
        wish.must_organise()
        last_pause = last(wish.game) if wish.table.paused_until(now) else {}
        if last_pause.get("agreed"):
            raise Refused(Reason.PAUSED, "agreed")
        if last_pause.get("moderated"):
            raise Refused(Reason.PAUSED, "moderated")
        end(wish)


def sweep(*, now: datetime) -> int:
    """Tell tables a day before that their pause ends by itself, once; count them."""
    if Pulse.objects.filter(held_at__isnull=False).exists():
        return 0
    stood = Game.objects.filter(status=Game.Status.ACTIVE).exclude(time__pauses=[])
    rows = stood.order_by("pk").values_list("pk", "time__pauses")
    near = [pk for pk, still in rows if any(_ends_soon(standstills.load(at), now) for at in still)]
    return sum(_announce_end(pk, now) for pk in near)


def _ends_soon(each: Standstill, now: datetime) -> bool:
    """Whether a pause that was told more than a day before is over within a day."""
    return each.pauses(now) and each.end - NOTICE <= now and each.start < each.end - NOTICE


def _announce_end(pk: int, now: datetime) -> bool:
    with because(Cause.CLOCK):
        game = locks.game(pk=pk)
        until = keeping.take_up(game, now=now).paused_until(now)
        if until is None or until - NOTICE > now:
            return False
        told = until.isoformat()
        if game.entries.filter(act="pause-ends", said__until=told).exists():
            return False
        people = [place for place in locks.places(game) if place.player_id is not None]
        entries.record(game, "pause-ends", told=people, now=now, until=told)
    return True


def begin(wish: Wish, paused: Table, until: datetime, *, agreed: bool) -> None:
    """Store a pause and tell everybody at the table."""
    wish.grant(paused)
    wish.record("paused", told=wish.everybody(), until=until.isoformat(), agreed=agreed)


def end(wish: Wish, *, agreed: bool = False) -> None:
    """Open the table now and tell everybody there; raises Refused if it is not paused."""
    wish.grant(breaks.resume(wish.table, now=wish.now))
    wish.record("resumed", told=wish.everybody(), agreed=agreed)


def last(game: Game) -> Mapping[str, object]:
    """What the record says of the last pause of a game."""
    found = game.entries.filter(act="paused").order_by("pk").last()
    return {} if found is None else found.said
