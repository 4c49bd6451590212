"""The sink as a process, the ways to it, and a worker that sends a letter by each task."""

import os
import smtplib
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend
from django.test import override_settings

from saboteur_site.local.children import Child
from tests.bench import tasks

FROM, TO = "saboteur@example.org", "alice@example.org"
_PATIENCE = 60


@dataclass(frozen=True, slots=True)
class Sink:
    """Where the sink listens, and a connection to ask it."""

    port: int
    asking: smtplib.SMTP

    def count(self) -> int:
        """Tell how many letters it took."""
        return int(self.asking.docmd("COUNT")[1])

    def await_count(self, wanted: int) -> None:
        """Return once it took so many."""
        until = time.monotonic() + _PATIENCE
        while self.count() < wanted:
            if time.monotonic() > until:
                raise RuntimeError(f"{self.count()} of {wanted} letters came")
            time.sleep(0.001)

    def line(self, *, tls: bool = False, wait: int = 0) -> smtplib.SMTP:
        """Open a connection as the service does; it waits so many milliseconds at each answer."""
        backend = EmailBackend(host="127.0.0.1", port=self.port, use_tls=tls)
        backend.open()
        line = backend.connection
        assert line is not None
        if wait:
            line.docmd("WAIT", str(wait))
        return line

    def bare_line(self) -> smtplib.SMTP:
        """Open a connection with nothing of ours."""
        line = smtplib.SMTP("127.0.0.1", self.port)
        assert line.sock is not None
        line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line


def send_all(line: smtplib.SMTP, letters: Sequence[bytes]) -> int:
    """Send finished letters over an open connection; a unit is a letter."""
    for letter in letters:
        line.sendmail(FROM, [TO], letter)
    return len(letters)


@contextmanager
def open_for_letters() -> Iterator[Sink]:
    """Run the sink and let the service send through it."""
    certificate = settings.BASE_DIR / "tests" / "games" / "localhost.pem"
    # The service trusts whom the machine trusts: for the moment the sink alone.
    trusted = patch.dict(os.environ, SSL_CERT_FILE=str(certificate))
    with trusted, TemporaryDirectory() as folder:
        log = Path(folder) / "sink.log"
        command = [sys.executable, "-m", "tests.bench.sink", str(certificate)]
        child = Child("sink", command, log, lambda _: bool(_port(log)), cwd=settings.BASE_DIR)
        child.start()
        try:
            child.await_ready()
            port = _port(log)
            with (
                override_settings(
                    EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
                    EMAIL_HOST="127.0.0.1",
                    EMAIL_PORT=port,
                    EMAIL_USE_TLS=False,
                    EMAIL_USE_SSL=False,
                ),
                smtplib.SMTP("127.0.0.1", port) as asking,
            ):
                yield Sink(port, asking)
        finally:
            child.stop()


def _port(log: Path) -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(log.read_text().split("port ")[1].split()[0])
    return 0


@contextmanager
def sending_by_tasks(sink: Sink) -> Iterator[None]:
    """Run a worker of one process that sends a letter with each task, as Django itself sends."""
    with TemporaryDirectory() as folder:
        child = Child(
            "worker",
            [
                *(sys.executable, "-m", "celery", "--app", "saboteur_site.celery", "worker"),
                *("--include", tasks.__name__, "--queues", tasks.QUEUE, "--concurrency", "1"),
                *("--without-gossip", "--without-mingle", "--without-heartbeat"),
            ],
            Path(folder) / "worker.log",
            environ={
                "MAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
                "MAIL_HOST": "127.0.0.1",
                "MAIL_PORT": str(sink.port),
                "MAIL_STARTTLS": "0",
                "MAIL_TLS": "0",
            },
            cwd=settings.BASE_DIR,
        )
        child.start()
        try:
            yield
        finally:
            child.stop()
