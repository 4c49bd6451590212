"""The sink as a process, and the ways to it."""

import smtplib
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.test import override_settings

from saboteur_site.local.children import Child

FROM, TO = "saboteur@example.org", "alice@example.org"


@dataclass(frozen=True, slots=True)
class Sink:
    """Where the sink listens."""

    port: int

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
    with TemporaryDirectory() as folder:
        log = Path(folder) / "sink.log"
        command = [sys.executable, "-m", "tests.bench.sink"]
        child = Child("sink", command, log, lambda _: bool(_port(log)), cwd=settings.BASE_DIR)
        child.start()
        try:
            child.await_ready()
            port = _port(log)
            with override_settings(
                EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
                EMAIL_HOST="127.0.0.1",
                EMAIL_PORT=port,
                EMAIL_USE_TLS=False,
                EMAIL_USE_SSL=False,
            ):
                yield Sink(port)
        finally:
            child.stop()


def _port(log: Path) -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(log.read_text().split("port ")[1].split()[0])
    return 0
