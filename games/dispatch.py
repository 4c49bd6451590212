"""The one door to Celery, by task name. Everything sent here is a hint that may get lost.

Hints leave from a thread of their own: who makes a move waits for the database and for nobody else.
What is hinted at within a moment shares one message.
"""

import logging
import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Lock, Thread
from typing import Any
from uuid import UUID

from django.db import transaction
from redis.exceptions import RedisError

from saboteur_site import hints

logger = logging.getLogger(__name__)

HINT_LIFE = 60
"""Seconds; an older hint has been overtaken by the sweeps."""
MOMENT = 0.02
"""Seconds that a hint waits for others."""
MOST_TOGETHER = 50
"""Hints in a message; a worker does them one after the other."""
MOST_WAITING = 1000
"""While the broker is down, more than this is the sweeps' work anyway."""

Hint = tuple[str, tuple[Any, ...]]
"""A task, and some of what it shall do."""


def letters(ids: Iterable[UUID]) -> None:
    """Have letters delivered soon after the commit: one hint for all of a move."""
    _soon("games.tasks.deliver", *map(str, ids))


def channels() -> None:
    """Have messages sent by channels soon after the commit."""
    _soon("games.tasks.tell_channels")


def reply(pk: int) -> None:
    """Have done soon after the commit what a mail asks for."""
    _soon("games.tasks.act_on_replies", str(pk))


def bot(game_id: int, ply: int) -> None:
    """Have a bot move soon after the commit."""
    _soon("games.tasks.play_bots", (game_id, ply))


def rehearsal(pk: int) -> None:
    """Have a season rehearsed soon after the commit, or rehearsed on."""
    _soon("games.tasks.rehearse", str(pk))


def leaving() -> None:
    """Have the tables of who left looked after soon after the commit."""
    _soon("games.tasks.sweep_leaving")


def effects() -> None:
    """Have the tables that a sanction changes looked after soon after the commit."""
    _soon("games.tasks.sweep_effects")


def check_log() -> None:
    """Have the log checked soon after the commit."""
    _soon("games.tasks.check_log")


def _soon(task: str, *args: str | tuple[int, int]) -> None:
    transaction.on_commit(lambda: _messenger.take((task, args)))


class _Messenger:
    """Carries hints to the broker, one after the other, from the first one on."""

    def __init__(self) -> None:
        self.waiting: Queue[Hint] = Queue(MOST_WAITING)
        self._starting = Lock()
        self._thread: Thread | None = None

    def take(self, hint: Hint) -> None:
        try:
            self.waiting.put_nowait(hint)
        except Full:
            _lost(hint[0], "too many wait already")
        with self._starting:
            if self._thread is None:
                self._thread = Thread(target=self._carry, name="hints", daemon=True)
                self._thread.start()

    def _carry(self) -> None:
        while True:
            taken = [self.waiting.get()]
            time.sleep(MOMENT)
            with suppress(Empty):
                while len(taken) < MOST_TOGETHER:
                    taken.append(self.waiting.get_nowait())
            for task, args in _together(taken).items():
                _send(task, args)
            for _ in taken:
                self.waiting.task_done()


def _together(taken: Iterable[Hint]) -> dict[str, list[Any]]:
    tasks = dict[str, list[Any]]()
    for task, args in taken:
        tasks.setdefault(task, []).extend(args)
    return tasks


def _send(task: str, args: Sequence[Any]) -> None:
    try:
        hints.leave(task, args, life=HINT_LIFE)
    except RedisError as error:
        _lost(task, type(error).__name__)
    except Exception:
        # Whatever it was, it must not end this thread: nobody would start another one.
        logger.exception("no hint for %s, the sweep will do it", task)


def _lost(task: str, why: str) -> None:
    # What was written stands; the sweeps find it in the database.
    logger.warning("no hint for %s, the sweep will do it: %s", task, why)


_messenger = _Messenger()


def _begin_anew() -> None:
    # Threads do not survive a fork, and a worker's process is made by one.
    global _messenger  # noqa: PLW0603
    _messenger = _Messenger()


os.register_at_fork(after_in_child=_begin_anew)
