"""A ticket for one page that was opened: for a minute, and for the table as it stood then."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.core import signing

from games.glass.models import Glass
from games.glass.rules import PAGE
from games.models import Game
from games.moderation.rules.refusals import NoSuch

_SALT = "games.glass"


@dataclass(frozen=True, slots=True)
class Ticket:
    """Which page, and when it was opened. It names nobody: only who broke the glass can use it."""

    reference: str
    page: str
    ply: int
    at: str

    def is_old(self, *, now: datetime) -> bool:
        """Tell whether it must be opened again."""
        return now >= datetime.fromisoformat(self.at) + PAGE


def mint(glass: Glass, page: str, *, now: datetime) -> str:
    """Sign what was opened."""
    ticket = Ticket(glass.act.reference, page, ply_of(glass), now.isoformat())
    return signing.dumps(asdict(ticket), salt=_SALT, compress=True)


def read(text: str) -> Ticket:
    """Read a ticket; raises NoSuch."""
    try:
        return Ticket(**signing.loads(text, salt=_SALT))
    except signing.BadSignature:
        raise NoSuch from None


def ply_of(glass: Glass) -> int:
    """Say where the game stands, so that a ticket shows no other table than was logged."""
    if glass.game_id is None:
        return 0
    found = Game.objects.filter(pk=glass.game_id).values_list("ply", flat=True)
    return found.first() or 0
