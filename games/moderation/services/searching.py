"""Who looks for a person leaves a line in the log; who looks for a game leaves none."""

from datetime import datetime

from games.log.rules import Cause
from games.log.services import because, write
from games.log.services.writing import By
from games.models import Player


def note(term: str, *, by: Player, now: datetime) -> None:
    """Log that somebody looked for a person, and by which words."""
    with because(Cause.ACT):
        write("find", now=now, by=By(by, ""), arguments={"term": term})
