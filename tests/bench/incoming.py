"""The row of the receiver: a flood of junk must not keep a real mail waiting."""

import smtplib
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from django.conf import settings
from django.test import override_settings

from engine.cli.measure import Row, at_most, progress
from games import links
from games.models import Game, Move, Reply, Seat
from games.replies.services import acting
from games.services import instant
from saboteur_site.local.children import Child
from tests.bench.effort import Effort
from tests.bench.flood import LINES
from tests.bench.tables import Turn, make

DOMAIN = "play.example.org"
POLL = 15
"""Seconds between two sweeps that do what mails ask for."""
_AGAIN = 0.5
"""Seconds after which a mail server that was asked to come later comes again."""
_PATIENCE = 120


class Incoming:
    """The row of group I."""

    def __init__(self, effort: Effort, stack: ExitStack) -> None:
        self.effort = effort
        stack.enter_context(override_settings(REPLY_DOMAIN=DOMAIN))
        self.table = make(rounds="1")
        self.turns = iter(self.table.turns)
        self.port, self.folder = stack.enter_context(_receiving())
        self.rates: list[float] = []

    def rows(self) -> Iterator[Row]:
        """Build the row."""
        progress("starting the receiver")
        what = (
            f"seconds from its first word until the slowest real mail has made its move, while"
            f" {LINES} lines bring junk (wall clock)"
        )
        yield Row("I1", what, at_most(POLL), self._slowest)

    def figures(self) -> Iterator[str]:
        """Tell how much junk came meanwhile."""
        yield f"a flood of {max(self.rates):,.0f} lines a second, the receiver's own pace"

    def _slowest(self) -> float:
        with self._flood():
            return max(self._mail() for _ in range(self.effort.mails))

    def _mail(self) -> float:
        turn = next(self.turns, None)
        if turn is None:
            self.table.reset()
            self.turns = iter(self.table.turns)
            turn = next(self.turns)
        begun, taken = perf_counter(), _taken_in()
        self._send(turn)
        acting.sweep(now=instant.now())
        took = perf_counter() - begun
        made = Move.objects.filter(game=self.table.game_id, ply=turn.ply + 1, notation=turn.move)
        if made.count() != 1 or Reply.objects.filter(acted_at=None).exists():
            raise RuntimeError(f"ply {turn.ply}: the mail did not make its move")
        if _taken_in() != taken + 1:
            raise RuntimeError("junk was taken in")
        return took

    def _send(self, turn: Turn) -> None:
        """Send a mail as a mail server does: if asked to, again a little later."""
        seat = self._asked()
        assert seat.player is not None
        assert seat.player.email
        to, sender = f"{links.mint_reply(seat, ply=turn.ply)}@{DOMAIN}", seat.player.email
        name = f"{instant.now().timestamp()}@example.org"
        mail = f"From: {sender}\r\nMessage-ID: <{name}>\r\n\r\n{turn.move}\r\n"
        until = time.monotonic() + _PATIENCE
        while not self._taken(sender, to, mail):
            if time.monotonic() > until:
                raise RuntimeError("a mail was not taken in")
            time.sleep(_AGAIN)

    def _taken(self, sender: str, to: str, mail: str) -> bool:
        with (
            suppress(smtplib.SMTPException, OSError),
            smtplib.SMTP("127.0.0.1", self.port, timeout=30) as line,
        ):
            line.sendmail(sender, [to], mail)
            return True
        return False

    @contextmanager
    def _flood(self) -> Iterator[None]:
        """Let junk come for as long as this lasts."""
        known = f"{links.mint_reply(self._asked(), ply=0)}@{DOMAIN}"
        log = self.folder / "flood.log"
        log.unlink(missing_ok=True)
        command = [sys.executable, "-m", "tests.bench.flood", str(self.port), known]
        flood = Child("flood", command, log, lambda _: _had(log) > LINES, cwd=settings.BASE_DIR)
        flood.start()
        begun = perf_counter()
        try:
            flood.await_ready()
            yield
        finally:
            self.rates.append(_had(log) / (perf_counter() - begun))
            flood.stop()

    def _asked(self) -> Seat:
        game = Game.objects.get(pk=self.table.game_id)
        return game.places.select_related("player", "game").get(number=game.to_act[0])


def _taken_in() -> int:
    """Count the emails that asked for a move; junk is told of once."""
    return Reply.objects.exclude(move="").count()


def _had(log: Path) -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(log.read_text().splitlines()[-1].split()[0])
    return 0


@contextmanager
def _receiving() -> Iterator[tuple[int, Path]]:
    """Run the receiver as `up` does."""
    with TemporaryDirectory() as folder:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        child = Child(
            "receiver",
            [sys.executable, "-m", "django", "receive"],
            Path(folder) / "receiver.log",
            lambda _: _answers(port),
            environ={
                "DJANGO_SETTINGS_MODULE": "saboteur_site.settings",
                "REPLY_DOMAIN": DOMAIN,
                "REPLY_PORT": str(port),
            },
            cwd=settings.BASE_DIR,
        )
        child.start()
        try:
            child.await_ready()
            yield port, Path(folder)
        finally:
            child.stop()


def _answers(port: int) -> bool:
    with suppress(OSError), smtplib.SMTP("127.0.0.1", port, timeout=5):
        return True
    return False
