"""All limits, and who counts as one before them. Knows no rows."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network

from django.utils.crypto import constant_time_compare, salted_hmac

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limit:
    """So often within so long."""

    name: str
    most: int
    span: timedelta


# Codes. Whoever asks for somebody else's code uses up what his own network has of that mailbox,
# so the owner gets his from anywhere else; and for as long as the first limit stands, there are
# codes in the mailbox that are still good. The limits by the day keep one network from using up
# what a mailbox has in all, and many networks from filling it.
CODES_FROM_HERE = Limit("codes from one network to one mailbox", 5, 10 * MINUTE)
CODES_FROM_HERE_A_DAY = Limit("codes from one network to one mailbox a day", 12, DAY)
CODES_OF_A_NETWORK = Limit("codes from one network", 30, HOUR)
CODES_OF_A_MAILBOX = Limit("codes to one mailbox", 40, DAY)
# Beyond that one an hour still goes out: nobody can lock a person out by asking for their codes.
CODES_OF_A_FULL_MAILBOX = Limit("codes to a mailbox that got many", 1, HOUR)
# Who has signed in with a browser before waits for no stranger.
CODES_OF_A_KNOWN_BROWSER = Limit("codes from known browsers", 10, HOUR)

# Whoever is written to did not ask for it: a stranger's inbox is not ours to fill.
INVITATIONS = Limit("invitations of one account", 50, DAY)
INVITATIONS_OF_A_NEWCOMER = Limit("invitations of a new account", 12, 7 * DAY)
"""A newcomer is at whose tables nobody else has ever sat. It is enough to fill the largest one."""
INVITATIONS_OF_A_NETWORK = Limit("invitations of new accounts from one network", 60, DAY)
"""Newcomers alone count: accounts made by the dozen gain nothing, and a club may go on."""
INVITATIONS_TO_A_MAILBOX = Limit("invitations to one mailbox", 10, DAY)

ADDRESS_WISHES = Limit("other addresses wished for by one account", 5, DAY)
ADDRESS_WISHES_TO_A_MAILBOX = Limit("other addresses wished for at one mailbox", 3, DAY)

HOUSEHOLDS = Limit("households declared by one account", 5, DAY)
HOUSEHOLDS_AT_A_MAILBOX = Limit("households declared to one mailbox", 3, DAY)

REMARKS = Limit("remarks of one account", 300, DAY)
"""At all tables together: each has limits of its own, but anybody may watch any number."""

PASSKEYS = Limit("passkeys added by one account", 20, DAY)
"""Each is told of by a letter."""

LEAGUES = Limit("leagues founded by one account", 5, DAY)
"""Each stands in everybody's list."""

CHANNELS = Limit("channels added by one account", 10, DAY)
TRIALS = Limit("trials of channels of one account", 10, HOUR)
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

TRIES_TO_REACH = Limit("letters to see whether they arrive", 3, DAY)

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
