"""The mail server of a simulated month: it is down at times, and some addresses are dead."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone, translation

from games import letters, selectors, texts
from games.clocks.rules.waiting import Why
from games.letters.waiting import is_closed
from games.models import Letter, Written

SAMPLE = 40
"""Of so many letters one is written as readers get it; a whole month of them takes hours."""
BEGINS = 600
"""So many letters of a letter that is wrong say why it was written."""

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
        self.sample = SAMPLE


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
            if NAME not in message.extra_headers:
                # An alarm to who runs the service, by no letter of ours.
                OFFICE.count["alarms"] += 1
                continue
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
    whole = letters.write

    def written(letter: Letter, *, now: datetime, **how: Any) -> Written:
        OFFICE.count["written"] += 1
        name = (NAME, str(letter.pk))
        if OFFICE.count["written"] % OFFICE.sample:
            return Written(
                letter=letter,
                to=_address(letter),
                subject=letter.kind,
                headers=[name],
                maze=b"",
                hand=b"",
            )
        try:
            found = whole(letter, now=now, **how)
        except Exception as error:
            OFFICE.wrong.append(("letter cannot be written", f"{letter.kind}: {error!r}"))
            raise
        found.headers.append(name)
        OFFICE.count["read"] += 1
        _read(letter, found.text, now)
        return found

    patch(letters, "write", written)
    yield OFFICE


def _address(letter: Letter) -> str:
    seat = letter.seat
    return letter.email if seat is None or seat.player is None else seat.player.email


def _read(letter: Letter, body: str, now: datetime) -> None:
    """Compare what a letter tells its reader of his time with what his page shows."""
    if letter.kind not in ("turn", "reminder") or letter.seat is None or not letter.seat.player:
        return
    table = selectors.seat_table(letter.seat, now=now)
    # Where nobody can move a letter says why, and no deadline: it moves with what is lost.
    if not table.my_turn or table.deadline is None or is_closed(table):
        return
    reader = letter.seat.player
    stands = next((wait for wait in table.waits if wait.why == Why.STOOD), None)
    with timezone.override(reader.time_zone), translation.override(reader.language):
        # While all clocks stand there is no time to tell, and it says just that.
        moment = texts.moment_text(table.deadline)
        told = texts.wait_text(stands, (), me=table.seat) if stands else moment
    if told not in " ".join(body.split()):
        about = f"{letter.kind} of game {letter.game_id}, not {told}:\n{body[:BEGINS]}"
        OFFICE.wrong.append(("letter tells another deadline", about))
