"""A player asks the operators not to count a missed turn; they say what holds."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.clocks.rules.record import YEAR
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Appeal, Kept, Player

logger = logging.getLogger(__name__)


def appeal(turn: int, said: str, *, by: Player, now: datetime) -> bool:
    """Ask the operators to look at a missed turn, once for each; False if he missed none such."""
    missed = Kept.objects.filter(pk=turn, player=by, reply=None, at__gt=now - YEAR).first()
    if missed is None:
        return False
    waiting = Appeal.objects.filter(answer="").exists()
    with because(Cause.FORM):
        _, new = Appeal.objects.get_or_create(turn=missed, defaults={"said": said, "made_at": now})
    if new and not waiting:
        # One mail to the operators, however many come until they have looked.
        logger.error("an appeal against a missed turn waits in the admin")
    return True


def answer(turns: Sequence[int], said: Appeal.Answer, *, by: Player, now: datetime) -> int:
    """Say for good what holds of appeals that are open; count them.

    Nobody judges where he plays or played: those are left to somebody else.
    """
    return sum(_answer(turn, said, by, now) for turn in turns)


def _answer(turn: int, said: Appeal.Answer, by: Player, now: datetime) -> int:
    opened: Any = Appeal.objects.filter(pk=turn, answer="")
    foreign = opened.exclude(turn__player=by).exclude(turn__game__places__player=by)
    foreign = foreign.exclude(turn__game__offers__player=by)
    with because(Cause.ACT):
        done = int(foreign.update(answer=said, answered_at=now, answered_by=by))
        if done:
            who, about = By(by, "host", "n"), Target("appeal", turn)
            write("decide-appeal", now=now, by=who, target=about, after={"answer": str(said)})
    return done
