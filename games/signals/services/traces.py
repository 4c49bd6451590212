"""By which browser and network somebody did something: once a day, as digests with our key."""

from datetime import date

from django.utils.crypto import get_random_string, salted_hmac

from games.limits.rules import network
from games.models import Player, Trace

COOKIE = "device"
MARK = 22


def note(player: Player, kept: str, origin: str, *, day: date) -> str:
    """Note somebody's browser and network unless that was done today; return what it keeps.

    Who has noted it stands in what the browser keeps, so most requests write nothing.
    """
    mark, _, noted = kept.partition(".")
    if len(mark) != MARK or not mark.isalnum():
        mark = get_random_string(MARK)
    place = _digest("network", network(origin))
    done = f"{day:%Y%m%d}-{player.pk}-{place[:8]}"
    if noted != done:
        Trace.objects.get_or_create(
            player=player, day=day, device=_digest("device", mark), network=place
        )
    return f"{mark}.{done}"


def _digest(what: str, value: str) -> str:
    return salted_hmac(f"games.signals.{what}", value, algorithm="sha256").hexdigest()[:32]
