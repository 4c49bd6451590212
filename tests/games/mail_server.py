"""A real SMTP server on this machine that takes, refuses or delays letters as a test tells it."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

logging.getLogger("mail.log").setLevel(logging.WARNING)


@dataclass
class MailServer:
    """What it got and how it behaves. `recipient` and `data` answer by address."""

    port: int = 0
    got: list[EmailMessage] = field(default_factory=list)
    connections: int = 0
    recipient: Callable[[str], str] = lambda address: "250 OK"
    sender: Callable[[str], object] = lambda address: None
    data: Callable[[str], str] = lambda address: "250 OK"
    delay: float = 0
    before_answer: Callable[[], object] = lambda: None

    async def handle_EHLO(  # noqa: N802
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        hostname: str,
        responses: list[str],
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.sender(address)
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = self.recipient(address)
        if answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        await asyncio.sleep(self.delay)
        answer = self.data(envelope.rcpt_tos[0])
        if answer.startswith("2"):
            self.take(envelope.original_content)
        await asyncio.to_thread(self.before_answer)
        return answer

    def take(self, content: bytes) -> None:
        """Keep a letter."""
        self.got.append(message_from_bytes(content, policy=policy.default))

    @property
    def readers(self) -> list[str]:
        """Whom it got letters for, in the order of the alphabet."""
        return sorted(str(message["To"]) for message in self.got)

    @property
    def ids(self) -> list[str]:
        """The Message-IDs it got."""
        return [str(message["Message-ID"]) for message in self.got]


@contextmanager
def serving(server: MailServer, **how: Any) -> Iterator[MailServer]:
    """Run the server on a port of its own, the same one again if it ran before."""
    server.port = server.port or free_port()
    controller = Controller(server, hostname="127.0.0.1", port=server.port, **how)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
