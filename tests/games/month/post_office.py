"""The mail server of a simulated month: it is down at times, and some addresses are dead."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from smtplib import SMTPRecipientsRefused

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone, translation

from games import letters, selectors, texts
from games.models import Letter

SAMPLE = 40
"""Of so many letters one is written as readers get it; a whole month of them takes hours."""

NAME = "X-Letter"
"""The header that tells the office which letter it holds."""


class Office:
    """What the server does, and what it has seen."""

    def __init__(self) -> None:
        self.down = False
        self.dead: set[str] = set()
        self.count: Counter[str] = Counter()
        self.wrong: list[tuple[str, str]] = []
        self.sent: set[str] = set()


OFFICE = Office()


class Backend(BaseEmailBackend):
    """Hands letters to the office instead of a server."""

    def open(self) -> bool:
        """Refuse connections while the server is down."""
        if OFFICE.down:
            raise ConnectionRefusedError
        return True

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        """Take letters for addresses that are alive."""
        for message in messages:
            (address,) = message.to
            if address in OFFICE.dead:
                raise SMTPRecipientsRefused({address: (550, b"no such person")})
            OFFICE.count["sent"] += 1
            letter = message.extra_headers[NAME]
            if letter in OFFICE.sent:
                OFFICE.wrong.append(("letter doubled", letter))
            OFFICE.sent.add(letter)
        return len(messages)


@contextmanager
def open_for_business(patch: Callable[..., None]) -> Iterator[Office]:
    """Let letters go to a new office, most of them as empty envelopes."""
    OFFICE.__init__()  # type: ignore[misc]
    whole = letters.render

    def written(letter: Letter, *, now: datetime) -> EmailMessage:
        OFFICE.count["written"] += 1
        if OFFICE.count["written"] % SAMPLE:
            envelope = EmailMessage(letter.kind, "", to=[_address(letter)])
            envelope.extra_headers[NAME] = str(letter.pk)
            return envelope
        message = whole(letter, now=now)
        message.extra_headers[NAME] = str(letter.pk)
        OFFICE.count["read"] += 1
        _read(letter, str(message.body), now)
        return message

    patch(letters, "render", written)
    yield OFFICE


def _address(letter: Letter) -> str:
    seat = letter.seat
    return letter.email if seat is None or seat.player is None else seat.player.email


def _read(letter: Letter, body: str, now: datetime) -> None:
    """Compare the deadline that a letter tells its reader with what his page shows."""
    if letter.kind not in ("turn", "reminder") or letter.seat is None or not letter.seat.player:
        return
    table = selectors.seat_table(letter.seat, now=now)
    if not table.my_turn or table.deadline is None:
        return
    reader = letter.seat.player
    with timezone.override(reader.time_zone), translation.override(reader.language):
        told = texts.moment_text(table.deadline)
    if told not in " ".join(body.split()):
        OFFICE.wrong.append(("letter tells another deadline", f"not {told}"))
