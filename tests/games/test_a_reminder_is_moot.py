"""A reminder is looked at again when it goes out: it may be moot by then (time.md, 12)."""

from collections.abc import Callable
from datetime import datetime

import pytest

from games.clocks.rules import breaks
from games.clocks.services import holding
from games.links import SeatClaim
from games.models import Letter, Seat
from games.services import mailbox
from games.substitutes.services import offers, sitting
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    asked,
    clocks_of,
    pass_on,
    player,
    started,
    sweep_reminders,
)
from tests.games.mail_server import MailServer

pytestmark = pytest.mark.django_db


def substituted(seat: Seat, now: datetime) -> None:
    offers.offer(SeatClaim.of(seat), now=now)
    sitting.sit(seat.game.key, seat.number, player("dora"), now=now)


def paused(seat: Seat, now: datetime) -> None:
    clocks_of(seat.game, lambda table: breaks.pause(table, now + DAY, by=None, now=now))


def away(seat: Seat, now: datetime) -> None:
    days = (None, (now + DAY).date())
    clocks_of(seat.game, lambda table: breaks.leave(table, seat.number, days, now=now))


MOOT: dict[str, Callable[[Seat, datetime], object]] = {
    "answered": lambda seat, now: pass_on(seat.game, now=now),
    "changed hands": substituted,
    "played by a bot": lambda seat, now: offers.resign(SeatClaim.of(seat), now=now),
    "away": away,
    "paused": paused,
    "held": lambda _, now: holding.hold("a new machine", position="clocks", now=now),
    "nothing": lambda seat, now: None,
}


@pytest.mark.parametrize("event", MOOT)
def test_a_reminder_is_looked_at_again_when_it_goes_out(event: str, mail_server: MailServer):
    game = started(hours=24)
    seat, then = asked(game), NOW + 12 * HOUR
    sweep_reminders(now=then)
    MOOT[event](seat, then + MINUTE)
    mailbox.sweep(now=then + 2 * MINUTE)
    wanted = "sent" if event == "nothing" else "dropped"
    assert Letter.objects.get(kind="reminder").status == wanted
