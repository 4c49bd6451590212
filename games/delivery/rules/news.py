"""What is told of a letter that left, by whatever name, becomes one of few words."""

import re
from dataclasses import dataclass
from enum import StrEnum


class News(StrEnum):
    """What was heard of a letter, the further down the more it counts.

    So the same told twice, or what was overtaken on its way, changes nothing.
    """

    DEFERRED = "deferred"
    """His mail server has not taken it yet; it is tried again without us."""
    DELIVERED = "delivered"
    RETURNED = "returned"
    """It came back, for a reason that may pass: the mailbox is full, the letter is not liked."""
    DEAD = "dead"
    """It came back, and so will every other: there is no such mailbox."""
    REVOKED = "revoked"
    """By a provider's own page he said that he wants no such letters."""
    COMPLAINED = "complained"
    """He, or his mail program, called it spam."""


ORDER = tuple(News)
CAME_BACK = frozenset({News.RETURNED, News.DEAD})
FAILED = frozenset({News.DEFERRED, News.RETURNED})
"""What may pass, and counts against an address only if it does not."""
UNWANTED = frozenset({News.REVOKED, News.COMPLAINED})


@dataclass(frozen=True, slots=True)
class Told:
    """What a provider told, in the words that anymail has for all of them."""

    event: str
    reason: str = ""
    said: str = ""
    """By the mail server that refused it."""
    may_pass: bool = False
    """Whether the provider itself says that it may pass."""


_PLAIN = {
    "deferred": News.DEFERRED,
    "delivered": News.DELIVERED,
    "failed": News.RETURNED,
    "unsubscribed": News.REVOKED,
    "complained": News.COMPLAINED,
}
_OF_THE_ADDRESS = frozenset({"bounced", "invalid", "spam", "unsubscribed"})
"""For these reasons nothing reaches an address any more; others are about one letter."""


def heard(told: Told) -> News | None:
    """Say what it means; nothing for what bears on nobody, an out-of-office reply above all."""
    if told.event in _PLAIN:
        return _PLAIN[told.event]
    if told.event not in ("bounced", "rejected"):
        return None
    if told.may_pass or told.reason not in _OF_THE_ADDRESS or may_pass(told.said):
        return News.RETURNED
    return News.DEAD


def counts_more(new: News, old: str) -> bool:
    """Tell whether something says more than what was heard before, if anything was."""
    return not old or ORDER.index(new) > ORDER.index(News(old))


# RFC 3463. An address of four numbers is none of these.
_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)")
_REPLY = re.compile(r"(?:^|[\s;])([45])\d\d(?=[\s-])")
_FULL = frozenset({("2", "2"), ("2", "3"), ("2", "4")})
_ABOUT_THE_LETTER = frozenset({"3", "6", "7"})
"""Subjects of a status: a system in trouble, a letter that cannot be shown, or is not let in."""


def may_pass(said: str) -> bool:
    """Tell whether what a mail server said is no word against the mailbox itself."""
    if found := _STATUS.search(said):
        kind, subject, detail = found.groups()
        return kind != "5" or subject in _ABOUT_THE_LETTER or (subject, detail) in _FULL
    reply = _REPLY.search(said)
    return reply is not None and reply[1] == "4"
