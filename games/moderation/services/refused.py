"""Attempts that were refused stand in the log, at most one a minute of somebody and an act."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from games.clocks.rules.refusals import Refused
from games.errors import ServiceError
from games.log.rules import Cause
from games.log.services import because, write
from games.log.services.writing import By
from games.models import Line, Player
from games.moderation.rules.refusals import Barred, NeedsAnother, NoSuch, Unfit
from games.moderation.selectors import leagues

SELDOM = timedelta(minutes=1)
LONGEST = 40
"""No name of anything in a league is longer."""


@contextmanager
def noted(
    key: str, target: str, *, by: Player, now: datetime, of_league: bool = False
) -> Iterator[None]:
    """Log what is refused in here, when all of it has been taken back."""
    try:
        yield
    except NoSuch:
        # A result for another league is logged with what stands, though he is told of nothing.
        if of_league:
            _note(key, target[:LONGEST], "NoSuch", by, now, stands=_stands(target))
        raise
    except (Barred, Unfit, NeedsAnother, Refused, ServiceError) as problem:
        _note(key, target, type(problem).__name__, by, now)
        raise


def _stands(target: str) -> str:
    found = leagues.part(target)
    return found.status if found else ""


def _note(key: str, target: str, why: str, by: Player, now: datetime, **more: str) -> None:
    with because(Cause.ACT):
        # Whoever waits here finds the other's line: both are one.
        Player.objects.select_for_update(no_key=True).get(pk=by.pk)
        name = f"{key}-refused"
        if not Line.objects.filter(actor=by.pk, act=name, at__gt=now - SELDOM).exists():
            said = {"target": target, "refused": why, **more}
            write(name, now=now, by=By(by, ""), arguments=said)
