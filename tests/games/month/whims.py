"""What comes over people in a simulated month, each a small function that is drawn now and then.

A whim says what it did, or nothing if it was not possible. It goes through the services; what the
rules refuse is no fault. `WHIMS` names how often each comes at a look.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction

from games import links
from games.clocks.rules import breaks, giving
from games.clocks.rules.refusals import Refused
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.errors import ServiceError
from games.models import Game, Offer, Seat
from games.services import locks
from games.substitutes.selectors import open_list
from games.substitutes.services import offers, sitting
from tests.games.cast import HOUR
from tests.games.month.people import Person

if TYPE_CHECKING:
    from tests.games.month.month import Month

Whim = Callable[["Month", Person], str | None]


def _change(pk: int, change: Callable[[Table], Table], now: datetime) -> bool:
    with transaction.atomic(durable=True):
        game = locks.game(pk=pk)
        try:
            keeping.save(game, change(keeping.take_up(game, now=now)))
        except Refused:
            return False
    return True


def _running(person: Person) -> list[Seat]:
    seats = Seat.objects.filter(player=person.player, game__status=Game.Status.ACTIVE)
    return list(seats.select_related("game", "player").order_by("game_id"))


def _own_table(month: "Month", person: Person) -> Game | None:
    own = Game.objects.filter(organiser=person.player, status=Game.Status.ACTIVE).order_by("pk")
    return person.random.choice(list(own)) if own else None


def _number(game: Game, person: Person) -> int | None:
    """His seat at a table of his own; he may have given it up."""
    seat = Seat.objects.filter(game=game, player=person.player).first()
    return seat.number if seat else None


def _leaves(month: "Month", person: Person, first: int | None, days: int) -> str | None:
    now = month.now
    if any(ended > now for _begun, ended in person.away):
        return None
    start = now if first is None else person.midnight(now, first)
    end = person.midnight(now, (first or 0) + days)
    today = person.today(now)
    wish = (
        None if first is None else today + timedelta(days=first),
        today + timedelta(days=(first or 0) + days - 1),
    )
    went = False
    for seat in _running(person):
        leave = partial(breaks.leave, number=seat.number, wish=wish, now=now)
        went |= _change(seat.game_id, leave, now)
    if went:
        person.away.append([start, end])
    return "vacation" if went else None


def leaves_at_once(month: "Month", person: Person) -> str | None:
    """Go on vacation now."""
    return _leaves(month, person, None, person.random.randint(1, 4))


def plans_a_vacation(month: "Month", person: Person) -> str | None:
    """Go on vacation in some days."""
    return _leaves(month, person, person.random.randint(1, 4), person.random.randint(1, 4))


def comes_home(month: "Month", person: Person) -> str | None:
    """Come back from vacation before its end."""
    now = month.now
    if not person.is_away(now):
        return None
    for seat in _running(person):
        month.watch.early.add(seat.game_id)
        _change(seat.game_id, partial(breaks.come_home, number=seat.number, now=now), now)
        month.watch.see(seat.game_id, now)
    person.away[-1][1] = now
    return "early return"


def pauses(month: "Month", person: Person) -> str | None:
    """Pause a table of one's own."""
    now, game = month.now, _own_table(month, person)
    if game is None:
        return None
    own = _number(game, person)
    until = now + person.random.randint(5, 60) * HOUR
    if not _change(game.pk, lambda t: breaks.pause(t, until, by=own, now=now), now):
        return None
    month.watch.paused[game.pk].append([now, until])
    return "pause"


def resumes(month: "Month", person: Person) -> str | None:
    """End the pause of a table of one's own."""
    now, game = month.now, _own_table(month, person)
    if game is None or not _change(game.pk, lambda t: breaks.resume(t, now=now), now):
        return None
    month.watch.early.add(game.pk)
    month.watch.paused[game.pk][-1][1] = now
    month.watch.see(game.pk, now)
    return "end of a pause"


def extends(month: "Month", person: Person) -> str | None:
    """Give somebody time at a table of one's own."""
    now, game = month.now, _own_table(month, person)
    if game is None or not game.to_act:
        return None
    own = _number(game, person)
    hours = person.random.randint(1, 48)
    for number in game.to_act:
        give = partial(giving.extend, number=number, hours=hours, by=own, now=now)
        if number != own and _change(game.pk, give, now):
            return "extension"
    return None


def loses_his_address(month: "Month", person: Person) -> str | None:
    """Let letters come back for a while, or for ever."""
    dead, address = month.office.dead, person.player.email
    if address in dead:
        dead.discard(address)
        return "address back"
    dead.add(address)
    return "address lost"


def _own_seat(person: Person) -> Seat | None:
    seats = _running(person)
    return person.random.choice(seats) if seats else None


def resigns(month: "Month", person: Person) -> str | None:
    """Give a seat up."""
    seat = _own_seat(person)
    if seat is None:
        return None
    offers.resign(links.claim_of(seat), now=month.now)
    return "resigned"


def offers_his_seat(month: "Month", person: Person) -> str | None:
    """Play on until somebody takes it."""
    seat = _own_seat(person)
    if seat is None:
        return None
    offers.offer(links.claim_of(seat), now=month.now)
    return "seat offered"


def keeps_his_seats(month: "Month", person: Person) -> str | None:
    """Come back wherever a bot plays or the seat is offered."""
    given = [
        seat
        for seat in _running(person)
        if Offer.objects.filter(game=seat.game_id, seat=seat.number, closed_at=None).exists()
        or seat.game.time["seats"][str(seat.number)]["bot"]
    ]
    for seat in given:
        offers.keep(links.claim_of(seat), now=month.now)
    return "seat kept" if given else None


def takes_a_seat(month: "Month", person: Person) -> str | None:
    """Sit down where a seat is offered; not just before a vacation."""
    there = open_list(now=month.now)
    if not there or any(ended > month.now for _begun, ended in person.away):
        return None
    offer = person.random.choice(there)
    try:
        sitting.sit(offer.game.key, offer.seat, person.player, now=month.now)
    except ServiceError:
        return None
    return "substitute"


WHIMS: tuple[tuple[float, Whim], ...] = (
    (0.004, leaves_at_once),
    (0.004, plans_a_vacation),
    (0.05, comes_home),
    (0.01, pauses),
    (0.03, resumes),
    (0.01, extends),
    (0.001, loses_his_address),
    (0.002, resigns),
    (0.002, offers_his_seat),
    (0.05, keeps_his_seats),
    (0.03, takes_a_seat),
)
