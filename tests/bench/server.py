"""A web server with one worker, as in production, and the CPU time that it has used."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from django.conf import settings

from engine.cli.measure import Side, Work, cost
from saboteur_site.local.children import Child

CPU_HEADER = "X-CPU-Seconds"
BARE = "/healthz"
"""A view that needs nothing, behind the same middleware and the same server."""
LIMIT = "limit"
THREADS = 4
FORM = "application/x-www-form-urlencoded"
HOST = settings.ALLOWED_HOSTS[0]
"""The site answers to no other name."""


class Server:
    """A connection to the worker that stays open, with what it told of itself last."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self._tags: dict[str, str] = {}
        self._spent = 0.0

    def another(self) -> "Server":
        """Open one more connection."""
        return Server(self.port)

    def get(self, path: str, cookie: str = "") -> int:
        """Ask for a page and read it all; a unit is a request."""
        self._ask(path, cookie)
        return 1

    def ask_again(self, path: str, cookie: str = "") -> int:
        """Ask as a browser does that holds the page already; a unit is a request."""
        known = {"If-None-Match": self._tags[path]} if path in self._tags else {}
        answer = self._ask(path, cookie, known, also=304)
        if tag := answer.getheader("ETag"):
            self._tags[path] = tag
        return 1

    def post(self, path: str, **values: object) -> None:
        """Send a form that must be accepted."""
        body, headers = urlencode(values).encode(), {"Content-Type": FORM, "Host": HOST}
        self._connection.request("POST", path, body, headers)
        self._read(303)

    def timed(self, work: Work, seconds: float) -> Side:
        """Measure work by the worker's CPU time; what we spend on asking does not count."""

        def side() -> float:
            self.get(BARE)  # others may have kept the worker busy since it last told its time
            return cost(work, seconds, lambda: self._spent)

        return side

    def _ask(
        self, path: str, cookie: str, headers: dict[str, str] | None = None, also: int = 200
    ) -> HTTPResponse:
        said = {"Host": HOST, "Accept-Language": "en", **(headers or {})}
        said |= {"Cookie": cookie} if cookie else {}
        self._connection.request("GET", path, headers=said)
        return self._read(200, also)

    def _read(self, *wanted: int) -> HTTPResponse:
        answer = self._connection.getresponse()
        answer.read()
        if answer.status not in wanted:
            raise RuntimeError(f"{answer.status} instead of {wanted} in the measurement")
        self._spent = float(answer.headers[CPU_HEADER])
        return answer


@contextmanager
def serving() -> Iterator[Server]:
    """Serve on a free loopback port until the measurement is over."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "web.log"
        child = Child(
            "web",
            [
                *(sys.executable, "-m", "gunicorn", "tests.bench.served", "--no-control-socket"),
                *("--bind", "127.0.0.1:0", "--worker-class", "gthread"),
                *("--threads", str(THREADS)),
                # The rows are measured in turns: our connection may rest for a while.
                *("--keep-alive", "900"),
            ],
            log,
            is_ready=lambda _: _port(log) is not None,
            cwd=settings.BASE_DIR,
        )
        child.start()
        try:
            child.await_ready()
            port = _port(log)
            assert port is not None
            server = Server(port)
            server.get(BARE)
            yield server
        finally:
            child.stop()


def _port(log: Path) -> int | None:
    # Asked for any free port, gunicorn writes the one it got into its log.
    with suppress(OSError, ValueError, IndexError):
        return int(log.read_text().split("Listening at: http://127.0.0.1:")[1].split()[0])
    return None
