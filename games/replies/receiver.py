"""The project's own door for mail: SMTP or LMTP, on this machine alone unless told otherwise.

It refuses as early as it can: an address that answers nothing before any content, what is too
large by its announced size. What it took in is a row before the sender is told so.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import Any, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as Transaction
from django.conf import settings
from django.db import connections

from games.delivery.services import returning
from games.errors import BadLink, NotChecked, NotHisAddress, TooMany
from games.links import ReturnClaim
from games.replies.rules import mails
from games.replies.rules.mails import Unreadable
from games.replies.services import accepting, refusing
from games.replies.services.accepting import LARGEST, Envelope
from games.replies.services.refusing import Way
from games.services import instant

logger = logging.getLogger(__name__)

ResultT = TypeVar("ResultT")

MOST_LINES = 50
"""So many may be on the line at once; then the one parts of whom least is to be hoped."""
MOST_ADDRESSES = 10
"""Addresses of one email over LMTP, which answers for each of them."""
MOST_STRANGE = 3
"""Unknown addresses that somebody may name on one line."""
PATIENCE = 60.0
"""Seconds without a word, then the line is closed."""

TAKEN = "250 2.0.0 taken in"
UNKNOWN = "550 5.1.1 nobody is answered at this address"
STRANGE = "421 4.7.0 too many unknown addresses"
MANY = "452 4.5.3 too many addresses at a time"
OFTEN = "452 4.7.1 too many mails for this address, try again later"
NOT_HIS = "550 5.7.1 only the address that got the email can answer it"
FAILED = "550 5.7.26 %s failed for the sender's domain, so this email may be forged"
UNSURE = "451 4.7.0 %s could not be checked for the sender's domain, try again later"
UNREAD = "554 5.6.0 this cannot be read"
LATER = "451 4.3.0 something here is out of order, try again later"
TOO_MUCH = ("552 Error: Too much mail data", "500 Line too long")
"""How aiosmtpd begins to refuse an email after its content came."""
BUSY = b"421 4.3.2 too many lines, try again later\r\n"


class Handler:
    """What is said on one line to each step of a mail on its way in."""

    def __init__(self) -> None:
        """Begin with a line on which nothing strange was said."""
        self.strange = 0
        self.origin = ""
        """Who sent the emails of this line to our mail server, if it says so by XFORWARD."""

    async def handle_EHLO(  # noqa: N802
        self, _server: SMTP, session: Session, _envelope: Transaction, name: str, said: list[str]
    ) -> list[str]:
        """Offer XFORWARD to a mail server of our own (Postfix, XFORWARD_README)."""
        session.host_name = name
        return [*said[:-1], "250-XFORWARD ADDR", said[-1]] if _is_near(session) else said

    async def handle_MAIL(  # noqa: N802 (aiosmtpd's names)
        self, _server: SMTP, _session: Session, envelope: Transaction, address: str, _options: Any
    ) -> str:
        """Let also those come that nobody sent: among them are people who are away."""
        envelope.mail_from = address or "<>"
        return "250 2.1.0 go on"

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Transaction, address: str, _options: Any
    ) -> str:
        """Refuse addresses that answer nothing before anything else is sent."""
        if self.strange >= MOST_STRANGE:
            return STRANGE
        if len(envelope.rcpt_tos) >= (MOST_ADDRESSES if settings.REPLY_LMTP else 1):
            return MANY
        wanted = Envelope(envelope.mail_from or "", address, origin=self.origin)
        said = _signed(address) or await _asked(partial(_opened, wanted))
        self.strange += said == UNKNOWN
        if said is None:
            envelope.rcpt_tos.append(address)
        return said or "250 2.1.5 go on"

    async def handle_DATA(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Transaction
    ) -> str:
        """Take a mail in, or say why not: for each of its addresses (RFC 2033 4.2)."""
        raw, sender = envelope.original_content or b"", envelope.mail_from or ""
        to = [Envelope(sender, address, origin=self.origin) for address in envelope.rcpt_tos]
        said = [await _asked(partial(_accepted, raw, each)) or TAKEN for each in to]
        return "\r\n".join(said)


def _signed(to: str) -> str | None:
    # Junk is refused at once: it waits for no thread and asks nothing of the database.
    if returning.claim_at(to) is not None:
        return None
    try:
        accepting.claim_at(to)
    except BadLink:
        return UNKNOWN
    return None


def _opened(envelope: Envelope) -> None:
    back, now = returning.claim_at(envelope.to), instant.now()
    if back is None:
        accepting.opened(envelope, now=now)
    else:
        refusing.require_room(_back(back, envelope), now=now)


def _back(claim: ReturnClaim, envelope: Envelope) -> Way:
    return Way(claim.letter, envelope.sender, envelope.origin)


def _accepted(raw: bytes, envelope: Envelope) -> None:
    back, now = returning.claim_at(envelope.to), instant.now()
    if back is None:
        accepting.accept(raw, envelope, now=now)
        return
    with refusing.counted(_back(back, envelope), now=now):
        mails.check(raw)
        if not returning.take_in(raw, back, now=now):
            # Where letters come back to, programs answer that somebody is away.
            accepting.offer_to_stand_still(raw, back, now=now)


async def _asked(what: Callable[[], None]) -> str | None:
    """Ask the service in a thread of its own; what it refuses as an answer, None if it did not."""
    return await asyncio.to_thread(_answer, what)


def _answer(what: Callable[[], None]) -> str | None:
    try:
        what()
    except BadLink:
        return UNKNOWN
    except TooMany:
        return OFTEN
    except NotHisAddress as refused:
        if not refused.reaches:
            # Taken in and dropped: our mail server would send the refusal to a forged sender.
            return None
        return FAILED % _named(refused.failed) if refused.failed else NOT_HIS
    except NotChecked as refused:
        return UNSURE % _named(refused.unsure)
    except Unreadable:
        return UNREAD
    except Exception:
        # Whatever it was, the mail is not lost: who sends it tries again.
        logger.exception("a mail could not be taken in")
        return LATER
    finally:
        # A thread of its own may never come back to its line.
        connections.close_all()
    return None


def _named(checks: Sequence[str]) -> str:
    return " and ".join(checks)


def _is_near(session: Session | None) -> bool:
    """Tell whether the other end is on this machine or in a network of our own."""
    if session is None or not session.peer:
        return False
    return not ip_address(session.peer[0]).is_global


class Lines:
    """All who are on the line, so that they stay few: who was silent for longest comes first."""

    def __init__(self, protocol: type[SMTP]) -> None:
        """Let nobody in yet."""
        self.open: dict[SMTP, None] = {}
        lines = self

        class Line(protocol):  # type: ignore[misc, valid-type]
            """A line that is counted."""

            busy = False

            async def push(self, status: Any) -> None:
                said = status
                if settings.REPLY_LMTP and str(status).startswith(TOO_MUCH):
                    # Refused by aiosmtpd itself, which answers once; see Handler.handle_DATA.
                    said = "\r\n".join([status] * max(1, len(self.envelope.rcpt_tos)))
                await super().push(said)

            async def smtp_XFORWARD(self, said: str | None) -> None:  # noqa: N802
                await self.push(_forwarded(self, said or ""))

            def connection_made(self, transport: Any) -> None:
                self.busy = not lines.take(self)
                if self.busy:
                    _part(transport)
                else:
                    super().connection_made(transport)

            def data_received(self, data: bytes) -> None:
                if self in lines.open:
                    lines.open[self] = lines.open.pop(self)
                super().data_received(data)

            def connection_lost(self, error: Exception | None) -> None:
                lines.open.pop(self, None)
                if not self.busy:
                    super().connection_lost(error)

        self.protocol = Line

    def take(self, line: SMTP) -> bool:
        """Make room for one more; False if all who are there have something to say.

        Who has named no address that is known goes first: junk must not keep mails waiting.
        """
        if len(self.open) >= MOST_LINES:
            idle = next((each for each in self.open if not _is_known(each)), None)
            if idle is None:
                return False
            del self.open[idle]
            _part(idle.transport)
        self.open[line] = None
        return True

    def new(self) -> SMTP:
        """Open a line."""
        line: SMTP = self.protocol(
            Handler(),
            data_size_limit=LARGEST,
            hostname=settings.REPLY_DOMAIN,
            ident="Saboteur",
            timeout=PATIENCE,
        )
        return line


def _forwarded(line: SMTP, said: str) -> str:
    """Note who sent an email to our mail server."""
    if not _is_near(line.session):
        return "502 5.5.1 not from there"
    for each in said.split():
        name, _, value = each.partition("=")
        if name.upper() == "ADDR":
            line.event_handler.origin = _address(value)
    return "250 2.0.0 go on"


def _address(told: str) -> str:
    """Read a network address as Postfix writes it; empty for "[UNAVAILABLE]" and the like."""
    with suppress(ValueError):
        return str(ip_address(told.upper().removeprefix("IPV6:")))
    return ""


def _is_known(line: SMTP) -> bool:
    return bool(line.envelope and line.envelope.rcpt_tos)


def _part(transport: Any) -> None:
    transport.write(BUSY)
    transport.close()


async def serve(host: str, port: int, *, ready: Callable[[int], None] = lambda _port: None) -> None:
    """Take mail in until cancelled; says on which port once it listens."""
    lines = Lines(LMTP if settings.REPLY_LMTP else SMTP)
    server = await asyncio.get_running_loop().create_server(lines.new, host, port)
    async with server:
        ready(server.sockets[0].getsockname()[1])
        await server.serve_forever()
