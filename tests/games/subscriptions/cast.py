"""What the tests of letters that are chosen and stopped share."""

from datetime import datetime

from django.test import Client

from games import links
from games.models import Game, Letter, Player, Seat
from games.services import mailbox
from games.subscriptions import selectors
from games.subscriptions.rules import Choice
from games.subscriptions.services import choosing
from tests.games.cast import NOW, again, player


def choose(name: str, chosen: Choice, *, hour: int = 8, invited: bool = True) -> Player:
    """Let somebody be written of this as a rule."""
    choosing.choose(player(name), chosen, hour=hour, invited=invited, now=NOW)
    return player(name)


def href(letter: Letter) -> str:
    """Find where a letter's link that stops letters goes."""
    return f"/u/{links.STOP.sign(selectors.claim_of(letter))}/"


def one_click(letter: Letter) -> int:
    """Click as mail programs do: a POST without cookies, and no form of ours."""
    client = Client(enforce_csrf_checks=True)
    return client.post(href(letter), {"List-Unsubscribe": "One-Click"}).status_code


def sent(*, now: datetime) -> list[Letter]:
    """Let all that is due leave; list what left now."""
    mailbox.sweep(now=now)
    return list(Letter.objects.filter(status="sent", sent_at=now))


def seat_asked(game: Game) -> Seat:
    """Return who is asked, with his player."""
    number = again(game).to_act[0]
    return Seat.objects.select_related("player").get(game=game, number=number)
