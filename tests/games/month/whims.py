"""What comes over people in a simulated month, each a small function that is drawn now and then.

A whim says what it did, or nothing if it was not possible. It goes through the services; what the
rules refuse is no fault. `WHIMS` names how often each comes at a look.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.clocks.rules.refusals import Refused
from games.errors import ServiceError
from games.links import SeatClaim
from games.models import Offer
from games.selectors.public import ANYTHING
from games.substitutes.selectors import open_seats
from games.substitutes.services import offers, sitting
from tests.games.month import home_whims, order_whims, time_whims
from tests.games.month.own import own_seat, running
from tests.games.month.people import Person

if TYPE_CHECKING:
    from tests.games.month.month import Month

Whim = Callable[["Month", Person], str | None]


def loses_his_address(month: "Month", person: Person) -> str | None:
    """Let letters come back for a while, or for ever."""
    dead, address = month.office.dead, person.player.email
    if address in dead:
        dead.discard(address)
        return "address back"
    dead.add(address)
    return "address lost"


def resigns(month: "Month", person: Person) -> str | None:
    """Give a seat up."""
    seat = own_seat(person)
    if seat is None:
        return None
    offers.resign(SeatClaim.of(seat), now=month.now)
    # What a bot plays for him in the same step is no time-out.
    month.watch.asks.pop((seat.game_id, seat.number), None)
    return "resigned"


def offers_his_seat(month: "Month", person: Person) -> str | None:
    """Play on until somebody takes it."""
    seat = own_seat(person)
    if seat is None:
        return None
    offers.offer(SeatClaim.of(seat), now=month.now)
    return "seat offered"


def keeps_his_seats(month: "Month", person: Person) -> str | None:
    """Come back wherever a bot plays or the seat is offered."""
    given = [
        seat
        for seat in running(person)
        if Offer.objects.filter(game=seat.game_id, seat=seat.number, closed_at=None).exists()
        or seat.game.time["seats"][str(seat.number)]["bot"]
    ]
    for seat in given:
        try:
            offers.keep(SeatClaim.of(seat), now=month.now)
        except Refused as refused:  # who gave up at a closed table waits until it opens
            month.watch.count[f"refused: {refused.reason}"] += 1
    return "seat kept" if given else None


def takes_a_seat(month: "Month", person: Person) -> str | None:
    """Sit down where a seat is offered; not just before a vacation."""
    there = open_seats(ANYTHING, player=person.player, now=month.now).offers
    if not there or person.will_be_away(month.now):
        return None
    offer = person.random.choice(there)
    try:
        sitting.sit(offer.game.key, offer.seat, person.player, now=month.now)
    except ServiceError:
        return None
    return "substitute"


WHIMS: tuple[tuple[float, Whim], ...] = (
    (0.004, time_whims.leaves_at_once),
    (0.004, time_whims.plans_a_vacation),
    (0.004, time_whims.leaves_one_table),
    (0.05, time_whims.comes_home),
    (0.05, time_whims.calls_off),
    (0.01, time_whims.pauses),
    (0.03, time_whims.resumes),
    (0.01, time_whims.extends),
    (0.01, time_whims.gives_by_rule),
    (0.01, time_whims.proposes_a_rule),
    (0.01, time_whims.proposes_a_pause),
    (0.02, time_whims.proposes_an_end),
    (0.07, time_whims.answers_proposals),
    (0.005, home_whims.moves_house),
    (0.05, order_whims.leaves_orders),
    (0.02, order_whims.leaves_standing_orders),
    (0.02, order_whims.orders_for_late),
    (0.01, order_whims.orders_junk),
    (0.02, order_whims.sets_something_private),
    (0.001, loses_his_address),
    (0.002, resigns),
    (0.002, offers_his_seat),
    (0.05, keeps_his_seats),
    (0.03, takes_a_seat),
)
