"""A web server with one worker, as in production, and the CPU time that it has used."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from django.conf import settings

from saboteur_site.local.children import Child


@dataclass(frozen=True, slots=True)
class Server:
    """One worker and a connection to it that stays open."""

    worker: psutil.Process
    connection: HTTPConnection

    def get(self, path: str) -> int:
        """Ask for a page and read it all; a unit is a request."""
        self.connection.request("GET", path, headers={"Accept-Language": "en"})
        answer = self.connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} for a page of the measurement")
        return 1

    def cpu(self) -> float:
        """Read the worker's CPU time; what we spend on asking does not count."""
        times = self.worker.cpu_times()
        return float(times.user + times.system)


@contextmanager
def serving() -> Iterator[Server]:
    """Serve on a free loopback port until the measurement is over."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "web.log"
        child = Child(
            "web",
            [
                *(sys.executable, "-m", "gunicorn", "saboteur_site.wsgi", "--no-control-socket"),
                *("--bind", "127.0.0.1:0", "--worker-class", "gthread", "--threads", "1"),
                # The rows are measured in turns: our connection may rest for a while.
                *("--keep-alive", "300"),
            ],
            log,
            is_ready=lambda _: _port(log) is not None,
            cwd=settings.BASE_DIR,
        )
        child.start()
        try:
            child.await_ready()
            port = _port(log)
            connection = HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            (worker,) = psutil.Process(child.pid).children()
            yield Server(worker, connection)
        finally:
            child.stop()


def _port(log: Path) -> int | None:
    # Asked for any free port, gunicorn writes the one it got into its log.
    with suppress(OSError, ValueError, IndexError):
        return int(log.read_text().split("Listening at: http://127.0.0.1:")[1].split()[0])
    return None
