"""After an outage: every deadline that it reaches is moved, before any is enforced."""

import time
from datetime import datetime

from django.db import transaction

from games.clocks.models import Outage
from games.clocks.rules import forms, outages
from games.clocks.rules.stretches import Stretch
from games.clocks.services import keeping
from games.models import Game
from games.services import locks

SLICE = 10.0
"""Seconds: so long one beat goes on, then the next does."""


def work_off(*, now: datetime) -> bool:
    """Move all deadlines that outages reach; False if some are left for the next beat."""
    began = time.monotonic()
    for outage in Outage.objects.filter(worked_at=None).order_by("begun_at"):
        for game_id in _reached(Stretch(outage.begun_at, outage.ended_at)):
            if time.monotonic() - began > SLICE:
                return False
            with transaction.atomic(durable=True):
                game = locks.game(pk=game_id)
                keeping.save(game, keeping.take_up(game, now=now))
        Outage.objects.filter(pk=outage.pk).update(worked_at=now)
    return True


def _reached(gone: Stretch) -> list[int]:
    """The running games with a deadline that may move, but for those where it did."""
    running = Game.objects.filter(
        status=Game.Status.ACTIVE, stuck__lt=Game.SET_ASIDE, deadline_at__lt=outages.reach(gone).end
    )
    told = [[forms.instant(gone.start), forms.instant(gone.end)]]
    waiting = running.exclude(time__outages__contains=told)
    return list(waiting.order_by("deadline_at").values_list("pk", flat=True))
