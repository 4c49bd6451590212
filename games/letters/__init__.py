"""Letters: from an outbox row to a finished message, as things stand when it is first written.

`write` and `seal` are the only doors. What is said is worked out once as a `Content`; text and HTML
are two ways to write it down, so neither can say more than the other.
"""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from games import selectors
from games.letters import account, cases, envelope, leagues, lobby, sanctions, seats, table, time
from games.letters.content import Announced, Content
from games.letters.envelope import Message, seal
from games.models import Letter, Seat, Written
from games.selectors import SeatTable

__all__ = ["Announced", "Message", "announce", "render", "seal", "write"]

Kind = Letter.Kind

_BEFORE_THE_START = {
    Kind.SIGN_IN: lobby.sign_in,
    Kind.INVITATION: lobby.invitation,
    Kind.SEATED: lobby.seated,
    Kind.DECLINED: lobby.declined,
    Kind.WITHDRAWN: lobby.withdrawn,
    Kind.LAPSED: lobby.lapsed,
    Kind.TERMS: lobby.terms,
    Kind.CANCELLED: lobby.cancelled,
    Kind.READY: lobby.ready,
    Kind.OLD_ADDRESS: account.old_address,
    Kind.NEW_ADDRESS: account.new_address,
    Kind.DELETION: account.deletion,
    Kind.PASSKEY: account.passkey,
    Kind.CHANNEL: account.channel,
    Kind.QUESTION: cases.question,
    Kind.VERDICT: cases.verdict,
    Kind.APPEAL: cases.appeal,
    Kind.SANCTION: sanctions.sanction,
    Kind.LIFTED: sanctions.lifted,
    Kind.HOUSEHOLD: account.household,
    Kind.REACH: account.reach,
    Kind.RECOVERED: account.recovered,
    Kind.LEAGUE: leagues.league,
    Kind.LEAGUE_ASK: leagues.league,
}


Tables = Callable[[Seat], SeatTable]
"""Shows a seat its table."""


def write(letter: Letter, *, now: datetime, tables: Tables | None = None) -> Written:
    """Write a letter down in its reader's language and time zone.

    Where several are written at once, their tables were read at once.
    """
    reader = selectors.reader_of(letter)
    assert reader.email, "nobody else is written to"
    with translation.override(reader.language), timezone.override(ZoneInfo(reader.time_zone)):
        return envelope.write(_content(letter, now, tables), letter, to=reader.email, now=now)


def announce(letter: Letter, *, now: datetime, tables: Tables | None = None) -> Announced:
    """Say in a line or two what a letter to a seat tells, in its reader's language and zone."""
    reader, seat = selectors.reader_of(letter), letter.seat
    assert seat is not None, "what is no table's is told by letters alone"
    with translation.override(reader.language), timezone.override(ZoneInfo(reader.time_zone)):
        seen = tables(seat) if tables else selectors.seat_table(seat, now=now)
        return table.announced(Kind(letter.kind), seen, letter, now=now)


def render(letter: Letter, *, now: datetime) -> Message:
    """Write a letter and seal it: what would leave now, had it never left before."""
    return seal(write(letter, now=now))


def _content(letter: Letter, now: datetime, tables: Tables | None) -> Content:
    kind = Kind(letter.kind)
    if kind in _BEFORE_THE_START:
        return _BEFORE_THE_START[kind](letter)
    if kind == Kind.OFFER:
        return seats.offer(letter, now=now)
    if kind == Kind.REPLACED:
        return seats.replaced(letter)
    if kind == Kind.GLASS:
        return seats.looked_at(letter)
    if kind == Kind.OUTAGE:
        return time.outage(letter, now=now)
    if kind == Kind.HELD:
        return time.held(letter, now=now)
    if letter.entry is not None and letter.entry.act == "repairing":
        return time.repair(letter)
    if kind == Kind.EXTENDED:
        return time.extended(letter, now=now)
    if kind == Kind.DIGEST:
        return time.daily(letter, now=now)
    if kind == Kind.VACATION:
        return time.vacation(letter, now=now)
    assert letter.seat is not None, "letters from a running game go to seats"
    seen = tables(letter.seat) if tables else selectors.seat_table(letter.seat, now=now)
    return table.content(kind, seen, letter, now=now)
