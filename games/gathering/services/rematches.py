"""The same people once more: one table for all who wish for it."""

from datetime import datetime

from engine.api import Strength
from games.clocks.rules import store
from games.clocks.rules.table import Table
from games.errors import NotOver, NotSeated, ServiceHeld
from games.gathering.rules import names
from games.gathering.rules.asking import Wish
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Invitation, Player, Seat, new_key
from games.services import bars, games, invitations, locks, newcomers, seating
from games.subscriptions import selectors as subscriptions


def play_again(key: str, *, by: Player, now: datetime) -> Game:
    """Open a table for the people of a game that is over, or sit down at the one that is open.

    Raises NoSuchGame, NotOver, NotSeated, Sanctioned, TooManyOpen, ServiceHeld or TooMany.
    """
    with because(Cause.FORM):
        over = locks.game(key=key)
        if over.status != Game.Status.FINISHED:
            raise NotOver
        places = locks.people(over)
        if all(seat.player_id != by.pk for seat in places):
            raise NotSeated
        bars.require_may_begin(by, now=now)
        # Under the lock of the game that is over: of two who click at once the second finds this.
        found = over.rematches.exclude(status=Game.Status.CANCELLED).first()
        if found is None and over.held_whole:
            raise ServiceHeld
        again = found or _open(over, places, by, now)
    if found is not None:
        invitations.take_kept_place(again.key, by, now=now)
    return again


def _open(over: Game, places: list[Seat], by: Player, now: datetime) -> Game:
    key = new_key()
    newcomers.require_few_open(by, key, now=now)
    again = games.opened(
        by,
        key,
        now=now,
        name=names.again(over.name),
        ruleset=over.ruleset,
        options=over.options,
        seats=over.seats,
        time=store.dump(Table(store.load(over.time).settings)),
        listed=False,
        language=over.language,
        rematch_of=over,
    )
    chairs = locks.places(again)
    # In one order for everybody: the same people may be asked to two tables at once, and each of
    # them is held for his limits.
    for seat in sorted(places, key=lambda seat: seat.player_id or 0):
        if seat.bot:
            seating.seat_bot(chairs, Strength(seat.strength or Strength.HARD), now=now)
        elif seat.player is not None and seat.player.email and seat.player_id != by.pk:
            asked = Invitation(
                game=again, email=seat.player.email, called=seat.name, created_at=now
            )
            if subscriptions.refuses(asked.email):
                # His seat is kept; he finds it from the table where he sat.
                asked.save()
                continue
            invitations.ask(asked, Wish(language=seat.player.language), by=by, now=now)
    return again
