"""The one door to Celery, by task name. Everything sent here is a hint that may get lost."""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from kombu.exceptions import OperationalError as BrokerDown
from redis.exceptions import ConnectionError as RedisDown
from redis.exceptions import TimeoutError as RedisSlow

from saboteur_site.celery import app

logger = logging.getLogger(__name__)

HINT_LIFE = 60
"""Seconds; an older hint has been overtaken by the sweeps."""


def letters(ids: Iterable[UUID]) -> None:
    """Have letters delivered soon after the commit."""
    _soon("games.tasks.deliver", [(str(letter),) for letter in ids])


def bot(game_id: int, ply: int) -> None:
    """Have a bot move soon after the commit."""
    _soon("games.tasks.play_bot", [(game_id, ply)])


def _soon(task: str, calls: list[tuple[Any, ...]]) -> None:
    transaction.on_commit(partial(_send, task, calls))


def _send(task: str, calls: list[tuple[Any, ...]]) -> None:
    try:
        for args in calls:
            app.send_task(task, args=args, expires=HINT_LIFE, retry=False)
    except (BrokerDown, RedisDown, RedisSlow) as error:
        # What was written stands; the sweeps find it in the database.
        logger.warning("no hint for %s, the sweep will do it: %s", task, type(error).__name__)
