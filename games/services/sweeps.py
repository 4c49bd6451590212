"""Going through the games that wait for something, one lock after the other, until none is left.

Several may sweep at once: each passes over the games that another holds. A game in trouble never
stops a sweep; it is tried again some minutes later, and set aside for the operator in the end.
"""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from games.models import Game
from games.services import locks
from games.services.locks import Queue

logger = logging.getLogger(__name__)

SLICE = 10.0
"""Seconds: so long one sweep goes on, then the next beat does."""


def each(queue: Queue, act: Callable[..., object | None], *, now: datetime) -> int:
    """Do something to every game of a queue, each under its lock; count where it was done."""
    began, done, place = time.monotonic(), 0, None
    while time.monotonic() - began < SLICE:
        game = None
        try:
            with transaction.atomic(durable=True):
                game = locks.next_waiting(queue, now=now, after=place)
                if game is None:
                    break
                place = locks.place_in(queue, game)
                done += act(game, now=now) is not None
        except Exception:
            if game is None:
                raise
            _failed(game, act.__name__, now)
    return done


def take_up_again(ids: Sequence[int]) -> int:
    """Let sweeps try games anew that were set aside; count them."""
    aside: Any = Game.objects.filter(pk__in=ids, stuck__gt=0)
    return int(aside.update(stuck=0, stuck_at=None))


def _failed(game: Game, act: str, now: datetime) -> None:
    # The operators are told at the first failure, and once more when it is set aside.
    row: Any = Game.objects.filter(pk=game.pk)
    row.update(stuck=F("stuck") + 1, stuck_at=now)
    stuck = game.stuck + 1
    if stuck == Game.SET_ASIDE:
        logger.error("game %s at ply %s is set aside: %s failed again", game.pk, game.ply, act)
    else:
        tell = logger.exception if stuck == 1 else logger.warning
        tell("game %s at ply %s: %s failed", game.pk, game.ply, act)
