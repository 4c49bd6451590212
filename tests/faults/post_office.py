"""A mail server that may be killed: what it takes lies in a folder before it says so."""

import asyncio
import os
import random
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import NamedTuple

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.faults.processes import PATIENCE
from tests.games.mail_server import MailServer

CERTIFICATE = Path(__file__).parents[1] / "games" / "localhost.pem"
GO_ON = "go-on"
"""The file by which one letter more is let go on."""
_numbers = count()


@dataclass
class PostOffice(MailServer):
    """Keeps what it takes in a folder."""

    folder: Path = field(default_factory=Path)
    deaf: float = 0
    """To so many of all letters it falls silent before they are taken,"""
    absent: float = 0
    """and to so many afterwards; both for longer than the service waits."""
    held: bool = False
    """Whether each letter waits until somebody says that it may go on."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        await self._asleep(self.deaf)
        await asyncio.sleep(self.delay)
        await self._let_go()
        self.take(envelope.original_content)
        # Said at once: what lies between the two makes letters come twice.
        await self._asleep(self.absent)
        return "250 OK"

    async def _asleep(self, share: float) -> None:
        if random.random() < share:
            (self.folder / f"{time.time_ns()}.silence").touch()
            await asyncio.sleep(1.5 * PATIENCE)

    async def _let_go(self) -> None:
        word = self.folder / GO_ON
        while self.held and not word.exists():
            await asyncio.sleep(0.01)
        if self.held:
            word.unlink()

    def take(self, content: bytes) -> None:
        """Lay a letter into the folder, whole or not at all."""
        name = f"{time.time_ns()}-{os.getpid()}-{next(_numbers)}"
        unfinished = self.folder / f"{name}.new"
        unfinished.write_bytes(content)
        unfinished.rename(unfinished.with_suffix(".eml"))


class Arrived(NamedTuple):
    """A letter that was taken; letters of the same name may have come more than once."""

    message_id: str
    to: str
    digest: str
    at: float


def arrived(folder: Path) -> list[Arrived]:
    """List what was taken, in the order in which it came."""
    return [_read(path) for path in sorted(folder.glob("*.eml"))]


def _read(path: Path) -> Arrived:
    content = path.read_bytes()
    head = content.partition(b"\r\n\r\n")[0].decode().replace("\r\n ", " ").split("\r\n")
    said = dict(line.partition(": ")[::2] for line in head)
    digest = sha256(content).hexdigest()
    return Arrived(
        said["Message-ID"].strip(), said["To"], digest, int(path.name.split("-")[0]) / 1e9
    )


Manners = Callable[[PostOffice], dict[str, object]]
"""How a mail server behaves; what is returned is how it is served."""


def busy(server: PostOffice) -> dict[str, object]:
    """Say to all that there is too much to do."""
    server.recipient = lambda address: "421 too busy"
    return {}


def moody(server: PostOffice) -> dict[str, object]:
    """Turn away three in ten for now."""
    server.recipient = lambda _: "451 later" if random.random() < 0.3 else "250 OK"
    return {}


def strict(server: PostOffice) -> dict[str, object]:
    """Know nobody whose address begins with `gone`."""
    server.recipient = lambda address: "550 unknown" if address.startswith("gone") else "250 OK"
    return {}


def deaf(server: PostOffice) -> dict[str, object]:
    """Fall silent over one letter in twenty, before it is taken."""
    server.deaf = 0.05
    return {}


def absent(server: PostOffice) -> dict[str, object]:
    """Fall silent over one letter in twenty, after it was taken."""
    server.absent = 0.05
    return {}


def encrypted(_: PostOffice) -> dict[str, object]:
    """Take nothing but over an encrypted line."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    return {"tls_context": context, "require_starttls": True}


def slow(server: PostOffice) -> dict[str, object]:
    """Take its time over each letter."""
    server.delay = 0.1
    return {}


def holding(server: PostOffice) -> dict[str, object]:
    """Hold each letter until somebody lets it go on."""
    server.held = True
    return {}
