"""Vacations of a player: planned or at once, back early, called off; at one table or at all (6).

Each table goes by its own budget and has its own lock, so each is a transaction of its own. The
table reads of it in its story; the player gets one letter if deadlines of his moved.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime

from games.clocks.rules import breaks, vacations
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.table import Table
from games.clocks.rules.vacations import Vacation
from games.clocks.services import post
from games.clocks.services.wishes import Wish, wishing
from games.errors import NoSuchGame
from games.leagues.selectors import covering
from games.models import Game, Player, Seat
from games.services import turns
from games.substitutes.services import offers

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
    covered = covering.is_covered(wish.game.pk, wish.by)
    go = breaks.announce if covered else breaks.leave
    left = go(wish.table, number, days, now=wish.now)
    before, away = wish.table.seats[number], left.seats[number]
    taken = away.vacations[len(before.vacations) :]
    if any(_same(each, one) and wish.now < each.end for one in taken for each in before.vacations):
        taken = ()
        left = left.seated(number, replace(before, announced=away.announced))
    if left.seats[number] == before:
        return
    _store(wish, number, left)
    for each in taken:
        _record(wish, "left" if each.start <= wish.now else "will-leave", number, each)
    if away.announced != before.announced:
        paid = left.seats[number].vacations
        unpaid = vacations.unpaid(away.announced[-1:], paid, now=wish.now)
        assert unpaid is not None, "it has just been announced"
        _record(wish, "announced", number, unpaid)


def _record(wish: Wish, act: str, number: int, away: Vacation | Stretch) -> None:
    start, until = away.start.isoformat(), away.end.isoformat()
    wish.record(act, seat=number, start=start, until=until)


def _unpaid(table: Table, number: int, now: datetime) -> Stretch | None:
    seat = table.seats[number]
    return vacations.unpaid(seat.announced, seat.vacations, now=now)


def _same(one: Vacation, other: Vacation) -> bool:
    return (one.first, one.last, one.early) == (other.first, other.last, other.early)


def _come_home(wish: Wish, number: int) -> None:
    unpaid = _unpaid(wish.table, number, wish.now)
    home = breaks.come_home(wish.table, number, now=wish.now)
    _store(wish, number, home)
    wish.record("came-home", seat=number)
    if unpaid is not None and unpaid.start <= wish.now and not home.finished:
        # From this instant on nobody else takes the seat, and no bot plays it.
        offers.take_back(turns.with_clocks(wish.game, wish.places, home), number, now=wish.now)


def _call_off(wish: Wish, number: int, days: tuple[date, date]) -> None:
    _store(wish, number, breaks.call_off(wish.table, number, days, now=wish.now))
    wish.record("stays", seat=number, first=days[0].isoformat(), last=days[1].isoformat())


def _store(wish: Wish, number: int, table: Table) -> None:
    wish.grant(table)
    before, after = (each.seats[number].clock for each in (wish.table, table))
    if before and after and before.due != after.due:
        post.tell_of_vacation(wish.by, now=wish.now)
