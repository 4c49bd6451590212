"""Letters: from an outbox row to a finished message, as things stand when it is sent.

`render` is the only door. What is said is worked out once as a `Content`; text and HTML are two
ways to write it down, so neither can say more than the other.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from games import selectors
from games.letters import envelope, lobby, seats, table, time
from games.letters.content import Content
from games.models import Letter

Kind = Letter.Kind

_BEFORE_THE_START = {
    Kind.SIGN_IN: lobby.sign_in,
    Kind.INVITATION: lobby.invitation,
    Kind.SEATED: lobby.seated,
    Kind.DECLINED: lobby.declined,
    Kind.WITHDRAWN: lobby.withdrawn,
    Kind.CANCELLED: lobby.cancelled,
    Kind.READY: lobby.ready,
}


def render(letter: Letter, *, now: datetime) -> EmailMultiAlternatives:
    """Write a letter in its reader's language and time zone."""
    reader = selectors.reader_of(letter)
    with translation.override(reader.language), timezone.override(ZoneInfo(reader.time_zone)):
        return envelope.seal(_content(letter, now), letter, to=reader.email, now=now)


def _content(letter: Letter, now: datetime) -> Content:
    kind = Kind(letter.kind)
    if kind in _BEFORE_THE_START:
        return _BEFORE_THE_START[kind](letter)
    if kind == Kind.OFFER:
        return seats.offer(letter, now=now)
    if kind == Kind.REPLACED:
        return seats.replaced(letter)
    if kind == Kind.OUTAGE:
        return time.outage(letter, now=now)
    if kind == Kind.VACATION:
        return time.vacation(letter, now=now)
    assert letter.seat is not None, "letters from a running game go to seats"
    return table.content(kind, selectors.seat_table(letter.seat, now=now), letter, now=now)
