"""After an outage: every deadline that it reaches is moved, before any is enforced."""

import time
from datetime import datetime

from games.clocks.models import Outage
from games.clocks.rules import forms, outages
from games.clocks.rules.standstills import HOLD
from games.clocks.rules.stretches import Stretch
from games.clocks.services import keeping
from games.log.rules import Cause
from games.log.services import Target, because, changed, write
from games.models import Game
from games.services import locks

SLICE = 10.0
"""Seconds: so long one beat goes on, then the next does."""


def work_off(*, now: datetime) -> bool:
    """Move all deadlines that outages reach; False if some are left for the next beat."""
    began = time.monotonic()
    for outage in Outage.objects.filter(worked_at=None).order_by("begun_at"):
        for game_id in _reached(outage):
            if time.monotonic() - began > SLICE:
                return False
            with because(Cause.SYSTEM):
                _give_back(locks.game(pk=game_id), now)
        Outage.objects.filter(pk=outage.pk).update(worked_at=now)
    return True


def _give_back(game: Game, now: datetime) -> None:
    """Move a locked game's deadlines by what outages took, and let the log say so."""
    before = keeping.public(game)
    keeping.save(game, keeping.take_up(game, now=now))
    if changed():
        after = keeping.public(game)
        write("give-back", now=now, target=Target("game", game.pk), before=before, after=after)


def _reached(outage: Outage) -> list[int]:
    """The running games with a deadline that may move, but for those where it did."""
    running = Game.objects.filter(status=Game.Status.ACTIVE, stuck__lt=Game.SET_ASIDE)
    start, end = forms.instant(outage.begun_at), forms.instant(outage.ended_at)
    if outage.position:
        held = [{"cause": HOLD, "start": start, "end": end}]
        waiting = running.filter(deadline_at__isnull=False).exclude(time__pauses__contains=held)
    else:
        reach = outages.reach(Stretch(outage.begun_at, outage.ended_at))
        near = running.filter(deadline_at__lt=reach.end)
        waiting = near.exclude(time__outages__contains=[[start, end]])
    return list(waiting.order_by("deadline_at").values_list("pk", flat=True))
