"""Vacations of a player: planned or at once, back early, called off; at one table or at all (6).

Each table goes by its own budget and has its own lock, so each is a transaction of its own. The
table reads of it in its story; the player gets one letter if deadlines of his moved.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime

from games.clocks.rules import breaks
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.table import Table
from games.clocks.rules.vacations import Vacation
from games.clocks.services import post
from games.clocks.services.wishes import Wish, wishing
from games.errors import NoSuchGame
from games.models import Game, Player, Seat

Days = tuple[date | None, date]
"""From a first day, or from now on if there is none, to a last."""


def leave(player: Player, days: Days, *, now: datetime, key: str = "") -> list[str]:
    """Stop a player's clocks at one table, or at all that run; return where that was possible.

    Asked twice it is done once. Raises NoSuchGame, or Refused if it is possible nowhere.
    """
    return _everywhere(player, key, now, lambda wish, seat: _leave(wish, seat.number, days))


def come_home(player: Player, *, now: datetime, key: str = "") -> list[str]:
    """End a player's vacations now, at one table or at all; return where he was away.

    Raises NoSuchGame, or Refused if he is not away.
    """
    return _everywhere(player, key, now, lambda wish, seat: _come_home(wish, seat.number))


def call_off(player: Player, days: tuple[date, date], *, now: datetime, key: str = "") -> list[str]:
    """Take back a vacation that has not begun, named by its days; return where it was planned.

    Raises NoSuchGame, or Refused if there is none.
    """
    return _everywhere(player, key, now, lambda wish, seat: _call_off(wish, seat.number, days))


def _everywhere(
    player: Player, key: str, now: datetime, do: Callable[[Wish, Seat], None]
) -> list[str]:
    done, refusals = [], []
    for at in [key] if key else list(_running(player)):
        try:
            with wishing(at, by=player, now=now) as wish:
                if wish.seat is None:
                    # A table of others is none of his: its name tells nothing.
                    raise NoSuchGame
                do(wish, wish.seat)
        except Refused as refused:
            refusals.append(refused)
        else:
            done.append(at)
    if done:
        return done
    raise next(iter(refusals), Refused(Reason.EMPTY, "no games"))


def _running(player: Player) -> Iterator[str]:
    seats = Seat.objects.filter(player=player, game__status=Game.Status.ACTIVE)
    return iter(seats.order_by("game_id").values_list("game__key", flat=True))


def _leave(wish: Wish, number: int, days: Days) -> None:
    left = breaks.leave(wish.table, number, days, now=wish.now)
    *before, taken = left.seats[number].vacations
    if any(_same(each, taken) and wish.now < each.end for each in before):
        return
    _store(wish, number, left)
    act = "left" if taken.start <= wish.now else "will-leave"
    start, until = taken.start.isoformat(), taken.end.isoformat()
    wish.record(act, seat=number, start=start, until=until)


def _same(one: Vacation, other: Vacation) -> bool:
    return (one.first, one.last, one.early) == (other.first, other.last, other.early)


def _come_home(wish: Wish, number: int) -> None:
    _store(wish, number, breaks.come_home(wish.table, number, now=wish.now))
    wish.record("came-home", seat=number)


def _call_off(wish: Wish, number: int, days: tuple[date, date]) -> None:
    _store(wish, number, breaks.call_off(wish.table, number, days, now=wish.now))
    wish.record("stays", seat=number, first=days[0].isoformat(), last=days[1].isoformat())


def _store(wish: Wish, number: int, table: Table) -> None:
    wish.grant(table)
    before, after = (each.seats[number].clock for each in (wish.table, table))
    if before and after and before.due != after.due:
        post.tell_of_vacation(wish.by, now=wish.now)
