"""All limits, and who counts as one before them. Knows no rows."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network

from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limit:
    """So often within so long."""

    name: str
    most: int
    span: timedelta
    words: str | Promise = field(default="", compare=False)
    """What somebody reads who reached it; empty where nobody does."""


_OTHER_WAYS = _(
    "A browser that was signed in with this address before need not wait, and the links in "
    "letters of your games work without a code."
)


# Codes. If you ask for somebody else's code, you use up what your own network has of that mailbox,
# so its owner still gets theirs from anywhere else. For as long as the first limit stands, there
# are codes in the mailbox that are still good. The limits by the day keep one network from using
# up what a mailbox has in all, and many networks from filling it.
CODES_FROM_HERE = Limit(
    "codes from one network to one mailbox",
    5,
    10 * MINUTE,
    _(
        "Many codes went to this address. The newest letters there are still good: open the "
        "link in one of them and enter its code. From here another can be sent in %(wait)s."
    ),
)
CODES_FROM_HERE_A_DAY = Limit(
    "codes from one network to one mailbox a day",
    12,
    DAY,
    format_lazy(
        "{} {}",
        _(
            "From where you are, many codes went to this address within a day. Another can be sent "
            "in %(wait)s, or now from elsewhere."
        ),
        _OTHER_WAYS,
    ),
)
CODES_OF_A_NETWORK = Limit(
    "codes from one network",
    30,
    HOUR,
    format_lazy(
        "{} {}",
        _(
            "From where you are, many codes were asked for within an hour. Another can be sent in "
            "%(wait)s, or now from elsewhere."
        ),
        _OTHER_WAYS,
    ),
)
CODES_OF_A_MAILBOX = Limit("codes to one mailbox", 40, DAY)
# Beyond that one an hour still goes out: nobody can lock a person out by asking for their codes.
CODES_OF_A_FULL_MAILBOX = Limit(
    "codes to a mailbox that got many",
    1,
    HOUR,
    format_lazy(
        "{} {}",
        _(
            "Many codes went to this address within a day, perhaps because a stranger asked for "
            "them. We still send one an hour; the next one can go in %(wait)s."
        ),
        _OTHER_WAYS,
    ),
)
# Who has signed in with a browser before waits for no stranger.
CODES_OF_A_KNOWN_BROWSER = Limit(
    "codes from known browsers",
    10,
    HOUR,
    _(
        "Many codes went to this address within an hour. If one of the newest letters has "
        "come, enter its code by the link in it. Another can be sent in %(wait)s."
    ),
)

# Whoever is written to did not ask for it: a stranger's inbox is not ours to fill.
INVITATIONS = Limit(
    "invitations of one account",
    50,
    DAY,
    _(
        "You have sent as many invitations as go out within a day. Those that were sent stand; "
        "the next can be sent in %(wait)s. The link of the table can be shared at any time."
    ),
)
INVITATIONS_OF_A_NEWCOMER = Limit(
    "invitations of a new account",
    12,
    7 * DAY,
    _(
        "Until somebody else sits down at a table of yours, only few invitations go out. Those "
        "that were sent stand; as soon as one is accepted there can be more, else in %(wait)s. "
        "The link of the table can be shared at any time."
    ),
)
"""A newcomer is at whose tables nobody else has ever sat. It is enough to fill the largest one."""
INVITATIONS_OF_A_NETWORK = Limit(
    "invitations of new accounts from one network",
    60,
    DAY,
    _(
        "From where you are, many new players sent invitations within a day. Those that were "
        "sent stand; the next can be sent in %(wait)s. The link of the table can be shared at "
        "any time."
    ),
)
"""Newcomers alone count: accounts made by the dozen gain nothing, and a club may go on."""
INVITATIONS_TO_A_MAILBOX = Limit(
    "invitations to one mailbox",
    10,
    DAY,
    _(
        "This address was invited very often within a day, so nothing was sent. It can be "
        "invited again in %(wait)s; or share the link of the table."
    ),
)

ADDRESS_WISHES = Limit(
    "other addresses wished for by one account",
    5,
    DAY,
    _(
        "You have named many addresses within a day. Nothing was changed; you can name another "
        "in %(wait)s."
    ),
)
ADDRESS_WISHES_TO_A_MAILBOX = Limit(
    "other addresses wished for at one mailbox",
    3,
    DAY,
    _(
        "This address was asked very often within a day, so nothing was sent or changed. It "
        "can be asked again in %(wait)s."
    ),
)

HOUSEHOLDS = Limit(
    "households declared by one account",
    5,
    DAY,
    _(
        "You have asked as many people as can be asked within a day, so nothing was sent. The "
        "next can be asked in %(wait)s."
    ),
)
HOUSEHOLDS_AT_A_MAILBOX = Limit(
    "households declared to one mailbox",
    3,
    DAY,
    _(
        "This address was asked often enough within a day, so nothing was sent. It can be "
        "asked again in %(wait)s."
    ),
)

REMARKS = Limit("remarks of one account", 300, DAY)
"""At all tables together: each has limits of its own, but anybody may watch any number."""

PASSKEYS = Limit(
    "passkeys added by one account",
    20,
    DAY,
    _(
        "You have added many passkeys within a day, so this one was not kept; delete it on "
        "your device. Another can be added in %(wait)s."
    ),
)
"""Each is told of by a letter."""

LEAGUES = Limit(
    "leagues founded by one account",
    5,
    DAY,
    _(
        "You have founded several leagues within a day, so this one was not. The next can be "
        "founded in %(wait)s."
    ),
)
"""Each stands in everybody's list."""

CHANNELS = Limit(
    "channels added by one account",
    10,
    DAY,
    _(
        "You have added many channels within a day, so this one was not kept. Another can be "
        "added in %(wait)s."
    ),
)
TRIALS = Limit(
    "trials of channels of one account",
    10,
    HOUR,
    _(
        "You have tried out channels often within an hour, so nothing was sent. The next trial "
        "can go in %(wait)s."
    ),
)
"""Whoever answers at an address need not be who named it."""

PRACTICE_OF_A_NETWORK = Limit("practice games from one network", 20, DAY)
"""A school class shares one."""
PRACTICE_TWICE_OF_A_NETWORK = Limit("practice forms sent again from one network", 100, DAY)
"""It deals nothing, but lets a further browser in."""

REPLIES = Limit("replies of one seat", 60, HOUR)
AWAY = Limit("automatic answers told to one seat", 1, 14 * DAY)
"""Each is told by a letter, which may be answered by the next one."""
UNREAD = Limit("answers to mails of one seat in which nothing could be read", 3, DAY)
"""A program that answers them without saying what it is must come to rest."""

REFUSED_OF_AN_ADDRESS = Limit("refused emails from one address to another", 30, HOUR)
"""From one to another: whoever knows where a seat is answered must not keep its player out."""
REFUSED_OF_A_NETWORK = Limit("refused emails from one network", 60, HOUR)
"""Many people share the mail server of a large provider."""
TOLD_OF_REFUSALS = Limit("emails about refused emails to one seat", 1, DAY)
"""Anyone who knows a seat's address could send any number to be refused."""

TRIES_TO_REACH = Limit(
    "letters to see whether they arrive",
    3,
    DAY,
    _(
        "Three letters went out within a day to see whether they arrive. The next one can go "
        "in %(wait)s."
    ),
)

NEWS_OF_A_TABLE = Limit("news of one table to one reader", 6, HOUR)

OPEN_TABLES, OPEN_TABLES_OF_A_NEWCOMER = 30, 8
"""So many tables that have not begun one account may have at a time."""

_WITHOUT_DOTS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}


def mailbox(address: str) -> str:
    """Name the mailbox that an address leads to, as far as spelling tells; for limits only.

    Nearly everywhere what follows a plus is for the owner to choose. Dots mean nothing at Gmail,
    elsewhere they tell people apart.
    """
    local, _, domain = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _WITHOUT_DOTS:
        local, domain = local.replace(".", "") or local, _WITHOUT_DOTS[domain]
    return f"{local}@{domain}"


def network(origin: str) -> str:
    """Name a visitor's network; someone with one IPv6 address has a whole /64 (RFC 6177)."""
    return _network(origin, 64)


def site(origin: str) -> str:
    """Name a visitor's site: providers give one customer up to a whole IPv6 /48 (RFC 6177).

    For limits to one mailbox, where each /64 of it must not count anew.
    """
    return _network(origin, 48)


def _network(origin: str, bits: int) -> str:
    with suppress(ValueError):
        return str(IPv6Network((IPv6Address(origin), bits), strict=False))
    return origin


def mark(address: str) -> str:
    """Return what a browser keeps by which we know that its user has read this mailbox before."""
    return salted_hmac("games.limits.mark", mailbox(address), algorithm="sha256").hexdigest()


def bears_mark(kept: str, address: str) -> bool:
    """Tell whether a browser that keeps this was signed in with the address before."""
    return constant_time_compare(kept, mark(address))


def key(name: str, whose: str) -> str:
    """Name one of somebody's limits, so that nobody reads whose it is."""
    return salted_hmac("games.limits", f"{name}\n{whose}", algorithm="sha256").hexdigest()[:32]


def free_again(limit: Limit, times: Sequence[datetime], *, now: datetime) -> datetime | None:
    """Say from when on a limit leaves room that was used at these times, the latest last."""
    if len(times) < limit.most:
        return None
    end = times[-limit.most] + limit.span
    return end if end > now else None
