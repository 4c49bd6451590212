"""Going through the games that wait for something, one lock after the other, until none is left.

Several may sweep at once: each passes over the games that another holds. A game in trouble never
stops a sweep; it is tried again some minutes later, and set aside for the operator in the end.
"""

import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.db import transaction

from games.log.rules import Cause
from games.log.services import Target, because, write
from games.models import Fault, Game
from games.services import lateness, locks, repairs
from games.services.failures import database_is_gone
from games.services.locks import Queue

logger = logging.getLogger(__name__)

SLICE = 10.0
"""Seconds: so long one sweep goes on, then the next beat does."""

CAUSES: Mapping[Queue, Cause] = {
    "deadline_at": Cause.TIME_OUT,
    "remind_at": Cause.CLOCK,
    "look_at": Cause.ORDER,
    "alone_at": Cause.CLOCK,
    "bot_asked": Cause.BOT,
}
"""Why a game of each queue changes."""


def each(queue: Queue, act: Callable[..., object | None], *, now: datetime) -> int:
    """Do something to every game of a queue, each under its lock; count where it was done."""
    began, late, place = time.monotonic(), list[timedelta](), None
    while time.monotonic() - began < SLICE:
        game = None
        try:
            with transaction.atomic(durable=True):
                game = locks.next_waiting(queue, now=now, after=place, cause=CAUSES[queue])
                if game is None:
                    break
                place = locks.place_in(queue, game)
                # Counted before it is tried: what kills its worker is counted too.
                alive = repairs.begins(game, now=now)
            if not alive:
                _died(game, act.__name__, now)
                continue
            with transaction.atomic(durable=True):
                game = locks.game(pk=game.pk, cause=CAUSES[queue])
                if game.status == Game.Status.ACTIVE and act(game, now=now) is not None:
                    late.append(now - place[0])
                repairs.ended(game)
        except Exception as error:
            if game is None or database_is_gone(error):
                raise
            _failed(game.pk, act.__name__, error, now)
    lateness.note(queue, late, now=now)
    return len(late)


def _failed(game_id: int, act: str, error: Exception, now: datetime) -> None:
    """Count a failure; after three in a row the game is set aside and its table is told."""
    with because(Cause.SYSTEM):
        game = locks.game(pk=game_id)
        repairs.ended(game)
        fault = repairs.note(*repairs.fingerprint(error), now=now)
        game.stuck, game.stuck_at = game.stuck + 1, now
        game.save(update_fields=("stuck", "stuck_at"))
        _note(game, act, fault, now)


def _died(game: Game, act: str, now: datetime) -> None:
    """Set a game aside of which the workers die."""
    with because(Cause.SYSTEM):
        game = locks.game(pk=game.pk)
        repairs.ended(game)
        game.stuck = Game.SET_ASIDE
        _note(game, act, repairs.note("Killed", repairs.DIED, now=now), now)


def _note(game: Game, act: str, fault: Fault, now: datetime) -> None:
    aside = game.stuck >= Game.SET_ASIDE
    if aside:
        repairs.set_aside_by_itself(game, fault, now=now)
    said = {"sweep": act.strip("_"), "tries": game.stuck, "fingerprint": fault.fingerprint}
    name = "quarantine" if aside else "try-failed"
    write(name, now=now, target=Target("game", game.pk), arguments=said)
    logger.warning(
        "game %s at ply %s: %s failed, %s%s",
        game.pk, game.ply, act, fault.fingerprint, ", it is set aside" if aside else "",
    )  # fmt: skip
