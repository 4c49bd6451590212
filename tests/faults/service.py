"""The whole service in processes of its own, each of which may be killed and started again."""

import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

from django.db import connection

from saboteur_site.local.children import Child
from tests.faults import processes
from tests.faults.post_office import GO_ON, Arrived, Manners, arrived
from tests.faults.processes import Plant, Process
from tests.games.mail_server import free_port


@dataclass
class Service:
    """Web, workers, beat, mail server; Postgres and Valkey are those of this test run."""

    folder: Path
    database: Child
    broker: Child
    plant: Plant | None = None

    def __post_init__(self) -> None:
        self.web_port, self.mail_port, self.reply_port = free_port(), free_port(), free_port()
        self.letters, self.pids = self.folder / "letters", self.folder / "pids"
        self.letters.mkdir()
        self.pids.mkdir()
        self.settings: dict[str, object] = {
            "DATABASE": connection.settings_dict["NAME"],
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": self.mail_port,
            "LETTER_GRACE": 0,
        }
        self.web = self._process("web", processes.web, self.web_port, self.pids)
        self.workers = [self._process(f"worker{at}", processes.worker) for at in range(2)]
        self.beat = self._process("beat", processes.beat)
        self.receiver = self._process("receiver", processes.receiver, self.reply_port)
        self.post = self._process("post", processes.post_office, self.mail_port, self.letters, None)

    def _process(self, name: str, run: Callable[..., None], *args: object) -> Process:
        log = self.folder / f"{name}.log"
        return Process(name, run, args, self.settings, log, self.plant)

    @property
    def lease(self) -> timedelta:
        """So long a letter is its worker's, who may be dead."""
        lease = self.settings.get("LEASE", processes.LEASE)
        assert isinstance(lease, timedelta)
        return lease

    def start_web(self) -> None:
        """Return when pages are served."""
        self.web.start()
        wait_until(lambda: _listens(self.web_port))

    def start_post(self, manners: Manners | None = None) -> None:
        """Return when letters are taken, in this manner."""
        self.post.args = (self.mail_port, self.letters, manners)
        self.post.start()
        wait_until(lambda: _listens(self.mail_port))

    def start_receiver(self) -> None:
        """Start taking mail in; it is there soon."""
        self.receiver.start()

    def start_work(self) -> None:
        """Start the workers and the beat; they are there soon."""
        for process in (*self.workers, self.beat):
            process.start()

    @contextmanager
    def supervised(self) -> Iterator[None]:
        """Start again what ends by itself, as every operator's supervisor does."""
        done = Event()

        def look() -> None:
            while not done.wait(0.1):
                for process in (*self.workers, self.beat):
                    if not process.runs():
                        process.start()

        watching = Thread(target=look)
        watching.start()
        try:
            yield
        finally:
            done.set()
            watching.join()

    def web_worker(self) -> int | None:
        """Choose one of the processes that answer."""
        return random.choice([int(path.name) for path in self.pids.iterdir()] or [None])

    def arrived(self) -> list[Arrived]:
        """List what the mail server took."""
        return arrived(self.letters)

    def let_go(self) -> None:
        """Let the mail server go on with a letter that it holds."""
        (self.letters / GO_ON).touch()

    def kill(self) -> None:
        """End everything."""
        for process in (self.beat, *self.workers, self.web, self.receiver, self.post):
            process.kill()

    def complaints(self) -> str:
        """Read what the processes said."""
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def wait_until(holds: Callable[[], bool], *, seconds: float = 300, every: float = 0.01) -> bool:
    """Return whether something holds, as soon as it does."""
    end = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < end:
        time.sleep(every)
    return held
