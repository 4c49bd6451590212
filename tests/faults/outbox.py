"""Letters that are posted, and what became of all of them once everything has calmed down."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta

from games.models import Game, Letter, SignIn
from games.services import accounts, instant
from tests.faults import processes
from tests.faults.players import PROMPTS
from tests.faults.post_office import Arrived
from tests.faults.service import Service, wait_until
from tests.games import cast

CALM = sum(processes.RETRIES) + 60
"""Seconds, beside the lease."""
WAITING = ("queued", "inflight")


def write(letters: int, *, to: str = "friend") -> None:
    """Post letters, half of them with pictures, none of which becomes needless."""
    now, begun = instant.now(), Letter.objects.count()
    for table in range(letters // 12):
        cast.started([f"{to}{table}{who}" for who in "abcdef"], at_work=True, now=now)
    for at in range(begun + letters - Letter.objects.count()):
        origin, address = f"{to}{at}", f"{to}{at}@example.net"
        accounts.ask_code(address, next="", language="en", origin=origin, now=now)
    # A code is good for ten minutes; here nobody hurries.
    SignIn.objects.update(expires_at=now + timedelta(days=1))


@dataclass
class Post:
    """What became of the letters."""

    letters: int
    lost: int
    stuck: int
    doubled: int
    unequal: int
    """Doubled ones that do not say the same, byte for byte."""


def became(service: Service, seconds: float | None = None) -> Post:
    """Wait until no letter waits, and count."""
    seconds = seconds or CALM + service.lease.total_seconds()
    wait_until(lambda: not Letter.objects.filter(status__in=WAITING).exists(), seconds=seconds)
    came = defaultdict[str, list[Arrived]](list)
    for letter in service.arrived():
        came[letter.message_id].append(letter)
    rows = list(Letter.objects.all())
    return Post(
        len(rows),
        lost=sum(_is_lost(row, came) for row in rows),
        stuck=sum(row.status in WAITING for row in rows),
        doubled=sum(len(each) - 1 for each in came.values()),
        unequal=sum(len({letter.digest for letter in each}) > 1 for each in came.values()),
    )


def _is_lost(row: Letter, came: dict[str, list[Arrived]]) -> bool:
    if row.status in WAITING:
        return False
    return row.message_id not in came if row.status == Letter.Status.SENT else _is_missed(row)


def _is_missed(row: Letter) -> bool:
    """Tell whether a letter that was not sent would still be needed."""
    game = row.game
    asks = row.kind in PROMPTS and game is not None and game.status == Game.Status.ACTIVE
    return row.status == Letter.Status.FAILED or (
        asks and row.ply == game.ply and row.seat.number in game.to_act
    )


class Arrivals:
    """Counts letters as they come."""

    def __init__(self, service: Service) -> None:
        self._folder = service.letters

    def count(self) -> int:
        """Say how many came so far."""
        return sum(path.suffix == ".eml" for path in self._folder.iterdir())

    def await_one_more(self) -> bool:
        """Return as soon as another one came."""
        known = self.count()
        return wait_until(lambda: self.count() > known, seconds=10, every=0.002)
