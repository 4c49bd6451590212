"""Real web servers, workers, beats and mail servers to be killed, each a process of its own.

They are forked from one that has imported everything, so that the next one is there at once.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.faults.warm"])

Plant = Callable[[], None]
"""Breaks something in a process that has just been forked."""


@dataclass
class Process:
    """A process that may be killed and started again, as often as wanted."""

    name: str
    run: Callable[..., None]
    args: tuple[Any, ...]
    settings: Mapping[str, Any]
    log: Path
    plant: Plant | None = None
    _running: ForkServerProcess | None = field(default=None, repr=False)

    @property
    def pid(self) -> int:
        """The process that runs now or ran last."""
        assert self._running, f"{self.name} was never started"
        return self._running.pid

    def start(self) -> None:
        """Start it; whoever needs to know when it serves looks for himself."""
        given = (self.run, self.args, dict(self.settings), self.log, self.plant)
        self._running = _forks.Process(target=_begin, args=given, name=self.name)
        self._running.start()

    def runs(self) -> bool:
        """Tell whether it is alive."""
        return self._running is not None and self._running.is_alive()

    def kill(self) -> None:
        """End it and all that it started, as a power cut would."""
        if self._running is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        if self._running.is_alive():
            self._running.kill()  # it had no group of its own yet
        self._running.join()


def _begin(
    run: Callable[..., None],
    args: tuple[Any, ...],
    settings: dict[str, Any],
    log: Path,
    plant: Plant | None,
) -> None:
    os.setsid()
    _die_with_the_battery()
    with log.open("ab") as file:
        for descriptor in (1, 2):
            os.dup2(file.fileno(), descriptor)
    _hurry()
    _set(settings)
    if plant is not None:
        plant()
    run(*args)


def _die_with_the_battery() -> None:
    """Leave nothing behind, however the battery ends: its end also ends who forked us."""
    from saboteur_site.local.leash import PR_SET_PDEATHSIG

    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _set(values: Mapping[str, Any]) -> None:
    from django.conf import settings
    from django.db import connections

    from games.selectors import clock
    from games.services import claiming

    for name, value in values.items():
        match name:
            case "DATABASE":
                connections["default"].settings_dict["NAME"] = value
            case "SSL_CERT_FILE":
                os.environ[name] = value
            case "NOW":
                clock.NOW = value
            case "LEASE":
                claiming.LEASE = value
            case _:
                setattr(settings, name, value)


def _hurry() -> None:
    """Let leases, waits and rounds of the beat take seconds where they take minutes.

    Their order stays: a sweep and its last time-out end before a lease.
    """
    from django.conf import settings

    from games.delivery.services import outage
    from games.replies.services import acting
    from games.services import claiming, mailbox, marking
    from saboteur_site.celery import app

    settings.EMAIL_TIMEOUT = PATIENCE
    outage.PROBE = timedelta(seconds=RETRIES[0])
    claiming.LEASE = acting.LEASE = LEASE
    mailbox.SWEEP_SECONDS = 1
    mailbox.RETRIES = tuple(timedelta(seconds=seconds) for seconds in RETRIES)
    # As long as here nobody waits for a database that comes back.
    marking.MARK_TRIES = 60
    for entry in app.conf.beat_schedule.values():
        entry["schedule"] = max(entry["schedule"] / 20, POLL)
        entry["options"] = {"expires": 2}


PATIENCE = 2.0
"""Seconds that a worker waits for the mail server's next word."""
LEASE = timedelta(seconds=4)
RETRIES = (0.5, 1, 1, *(2,) * 30)
"""A minute: however slow the machine, a letter is not given up while a fault is brought about."""
LONG_LEASE: Mapping[str, object] = {"LEASE": timedelta(seconds=12)}
"""Where no worker dies: one that a busy machine holds up shall not look as if it had."""
UNHURRIED: Mapping[str, object] = {"EMAIL_TIMEOUT": 20, "LEASE": timedelta(seconds=60)}
"""Where the mail server is never silent either."""
POLL = 0.5
"""Seconds between two sweeps of the mailbox."""


def web(port: int, pids: Path) -> None:
    """Serve as operators do, by gunicorn; each worker writes down its number."""
    from gunicorn.app.base import BaseApplication

    class Web(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            options = {
                "bind": f"127.0.0.1:{port}",
                "workers": 2,
                "threads": 4,
                "worker_class": "gthread",
                "preload_app": True,
                "control_socket_disable": True,
                "post_fork": lambda _, worker: (pids / str(os.getpid())).touch(),
            }
            for name, value in options.items():
                self.cfg.set(name, value)

        def load(self) -> object:
            from saboteur_site.wsgi import application

            return application

    Web().run()


def worker() -> None:
    """Work as operators let it, by Celery."""
    from saboteur_site.celery import app

    app.worker_main(
        [
            *("worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING"),
            *("--without-gossip", "--without-mingle"),
        ]
    )


def beat() -> None:
    """Beat as operators let it."""
    from saboteur_site.celery import app

    scheduler = ("--scheduler", "celery.beat:Scheduler", "--pidfile=")
    app.start(["beat", *scheduler, "--loglevel", "WARNING"])


def receiver(port: int) -> None:
    """Take mail in as `manage.py receive` does."""
    from games.replies import receiver

    asyncio.run(receiver.serve("127.0.0.1", port))


def post_office(port: int, folder: Path, manners: Callable[[Any], Any] | None) -> None:
    """Take letters and lay each into a folder before the answer is given."""
    from tests.faults.post_office import PostOffice
    from tests.games.mail_server import serving

    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    server = PostOffice(port=port, folder=folder)
    how = manners(server) if manners else {}
    with serving(server, **how or {}):
        while True:
            time.sleep(3600)
