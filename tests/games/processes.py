"""Running and killing workers (tests/games/worker.py) on the test's database and mail server."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from django.conf import settings
from django.db import connection

from tests.games.mail_server import MailServer

Process = subprocess.Popen[bytes]


@contextmanager
def worker(task: str, *, now: datetime, server: MailServer | None = None) -> Iterator[Process]:
    """Run a worker process until the block ends."""
    host, name = (connection.settings_dict[key] for key in ("HOST", "NAME"))
    environ = {**os.environ, "DATABASE_URL": f"postgresql://postgres@/{name}?host={host}"}
    if server is not None:
        environ |= {
            "MAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "MAIL_HOST": "127.0.0.1",
            "MAIL_PORT": str(server.port),
        }
    command = [sys.executable, "-m", "tests.games.worker", task, now.isoformat()]
    process = subprocess.Popen(command, env=environ, cwd=settings.BASE_DIR)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def kill(process: Process) -> None:
    """End it as a power cut would."""
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


def wait_until(holds: Callable[[], bool], *, seconds: float = 300) -> None:
    """Return once something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
