"""The one door to Celery. What is sent here is a hint: if it gets lost, a sweep does the work."""

import logging
import time
from collections.abc import Iterable
from functools import partial
from uuid import UUID

from django.db import transaction
from kombu.exceptions import OperationalError

from saboteur_site.celery import app

logger = logging.getLogger(__name__)

HINT_LIFE = 60
"""Seconds; by then the sweeps have overtaken an older hint."""
SILENCE = 5
"""Seconds without hints after the broker has failed, so that a move waits for it only once."""


def letters(ids: Iterable[UUID]) -> None:
    """Deliver these emails soon after the commit."""
    _soon("deliver", *map(str, ids))


def channels() -> None:
    """Send what is due on channels soon after the commit."""
    _soon("tell_channels")


def reply(pk: int) -> None:
    """Do what an incoming email asks for soon after the commit."""
    _soon("act_on_replies", str(pk))


def bot(game_id: int, ply: int) -> None:
    """Let a bot move soon after the commit."""
    _soon("play_bots", (game_id, ply))


def rehearsal(pk: int) -> None:
    """Begin or continue a season's rehearsal soon after the commit."""
    _soon("rehearse", str(pk))


def leaving() -> None:
    """Look after the games of deleted accounts soon after the commit."""
    _soon("sweep_leaving")


def effects() -> None:
    """Apply a sanction to its games soon after the commit."""
    _soon("sweep_effects")


def check_log() -> None:
    """Check the activity log soon after the commit."""
    _soon("check_log")


def _soon(task: str, *args: str | tuple[int, int]) -> None:
    transaction.on_commit(partial(_send, task, args))


_silent_until = 0.0


def _send(task: str, args: tuple[str | tuple[int, int], ...]) -> None:
    global _silent_until  # noqa: PLW0603
    if time.monotonic() < _silent_until:
        return
    try:
        app.send_task(f"games.tasks.{task}", args, expires=HINT_LIFE, ignore_result=True)
    except OperationalError as error:
        _silent_until = time.monotonic() + SILENCE
        logger.warning(
            "no hint for %s, the sweep will do it: %s", task, type(error.__cause__).__name__
        )
