"""The service as operators run it: web server and worker as processes of their own."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from saboteur_site.local.children import Child
from tests.games.mail_server import free_port


@contextmanager
def running(
    folder: Path,
    smtp_port: int,
    *,
    workers: int = 1,
    level: str = "WARNING",
    reply_port: int = 0,
    planted: bool = False,
) -> Iterator[str]:
    """Run web and worker until the test is over; yields the site's address.

    What they log lies in the folder: of requests and at this level. With a `reply_port` emails can
    be answered there; `planted`, they log what tests/e2e/planted.py says.
    """
    port = free_port()
    base_url = f"http://127.0.0.1:{port}"
    environ = _environ(base_url, smtp_port) | {"LOG_LEVEL": level}
    if reply_port:
        environ |= {"REPLY_DOMAIN": "mail.example.org", "REPLY_PORT": str(reply_port)}
    pages, tasks = (
        ("tests.e2e.planted",) * 2 if planted else ("saboteur_site.wsgi", "saboteur_site")
    )
    web = Child(
        "web",
        [
            *(sys.executable, "-m", "gunicorn", pages, "--no-control-socket"),
            *("--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", "4"),
            *("--access-logfile", "-", "--log-level", level.lower()),
        ],
        folder / "web.log",
        is_ready=lambda _: _answers(port),
        environ=environ,
        cwd=settings.BASE_DIR,
    )
    worker = Child(
        "worker",
        [
            *(sys.executable, "-m", "celery", "-A", tasks, "worker", "--pool", "threads"),
            *("--concurrency", str(workers), "--beat-thread", "-l", level.lower()),
        ],
        folder / "worker.log",
        environ=environ,
        cwd=settings.BASE_DIR,
    )
    receiver = Child(
        "receiver",
        [sys.executable, "-m", "django", "receive"],
        folder / "receiver.log",
        is_ready=lambda _: _answers(reply_port),
        environ=environ,
        cwd=settings.BASE_DIR,
    )
    children = (web, worker, receiver) if reply_port else (web, worker)
    try:
        for child in children:
            child.start()
            child.await_ready()
        yield base_url
    finally:
        for child in reversed(children):
            child.stop()


def _environ(base_url: str, smtp_port: int) -> dict[str, str]:
    return {
        **os.environ,
        "LETTER_GRACE": "0",  # these people play far quicker than anybody leaves his table
        "BASE_URL": base_url,
        "DATABASE_URL": database_url(),
        "MAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "MAIL_HOST": "127.0.0.1",
        "MAIL_PORT": str(smtp_port),
    }


def database_url() -> str:
    """Name the database that this test runs on, for other processes."""
    at = connection.settings_dict
    host = quote(at["HOST"], safe="/")
    return f"postgresql://{quote(at['USER'])}@/{quote(at['NAME'])}?host={host}"


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
