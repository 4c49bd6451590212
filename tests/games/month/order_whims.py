"""Whims about a seat's orders and private settings, each as from a page that is just open."""

from typing import TYPE_CHECKING

from engine.api import Seat as EngineSeat
from engine.registry import RULESETS
from games import selectors
from games.clocks.rules.refusals import Refused
from games.errors import ServiceError
from games.links import SeatClaim
from games.models import Seat
from games.orders.rules.lines import BadLines
from games.orders.services import writing
from games.services import settings
from tests.games.month.own import own_seat, running
from tests.games.month.people import Person

if TYPE_CHECKING:
    from tests.games.month.month import Month

JUNK = "lay the whole mountain on z99"


def _lines(month: "Month", person: Person, seat: Seat, before: str = "") -> str:
    """Some moves that are legal now, or the only one."""
    choices = selectors.seat_table(seat, now=month.now).choices
    some = person.random.sample(choices, min(8, len(choices)))
    return "\n".join([*(f"{before}{choice.text}" for choice in some), f"{before}only"])


def _writes(month: "Month", person: Person, seat: Seat, following: str, standing: str) -> bool:
    sheet = selectors.seat_table(seat, now=month.now).orders
    unhurried = person.random.random() < 0.3
    wish = writing.Wish(following, standing, unhurried, sheet.version if sheet else 0)
    try:
        writing.write(SeatClaim.of(seat), wish, now=month.now)
    except (Refused, ServiceError, BadLines):
        return False
    if sheet is None or JUNK in following:
        month.watch.fault("orders taken", f"{seat.game_id}: {following}")
    return True


def leaves_orders(month: "Month", person: Person) -> str | None:
    """Say what to play in the next turn."""
    seat = own_seat(person)
    if seat is None or not _writes(month, person, seat, _lines(month, person, seat), ""):
        return None
    return "orders"


def leaves_standing_orders(month: "Month", person: Person) -> str | None:
    """Say what to play until the round ends, whatever happens."""
    seat = own_seat(person)
    if seat is None:
        return None
    standing = _lines(month, person, seat, "always ")
    return "standing orders" if _writes(month, person, seat, "", standing) else None


def orders_for_late(month: "Month", person: Person) -> str | None:
    """Say what to play when time is over."""
    seat = own_seat(person)
    if seat is None:
        return None
    late = _lines(month, person, seat, "late: ")
    return "late orders" if _writes(month, person, seat, late, "") else None


def orders_junk(month: "Month", person: Person) -> str | None:
    """Write what no game understands; it is refused."""
    seat = own_seat(person)
    if seat is None:
        return None
    return None if _writes(month, person, seat, JUNK, "only") else "junk refused"


def sets_something_private(month: "Month", person: Person) -> str | None:
    """Change what the rules keep for a seat; no clock is touched."""
    for seat in running(person):
        rules = RULESETS[seat.game.ruleset]
        options = rules.settings(rules.load(seat.game.state), EngineSeat(seat.number))
        if not options:
            continue
        deadline = seat.game.deadline_at
        text = rules.format(person.random.choice(options))
        try:
            settings.change(SeatClaim.of(seat), text, now=month.now)
        except (Refused, ServiceError):
            return None
        seat.game.refresh_from_db()
        if seat.game.deadline_at != deadline:
            month.watch.fault("private setting moved a deadline", str(seat.game_id))
        return "private setting"
    return None
