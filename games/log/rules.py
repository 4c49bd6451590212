"""What causes there are, and how a line of the log is chained to the one before. Knows no rows."""

import json
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256


class Cause(StrEnum):
    """Why something changed. Each transaction that changes what is watched names one."""

    MOVE = "move"
    FORM = "form"
    """A player's, by a page or a link of his letter."""
    ORDER = "order"
    """What a player left beforehand, or what all had agreed to."""
    CLOCK = "clock"
    """A rule about time that players set: reminders, what an outage gives back, what lapses."""
    POST = "post"
    """The way of a letter that was posted before: taken up, sent, given up."""
    BOT = "bot"
    TIME_OUT = "time-out"
    DEAL = "deal"
    LEAGUE = "league"
    """A written rule of a league."""
    ACT = "act"
    """What somebody with a role did."""
    SYSTEM = "system"
    """What the service did by itself: cleaning up, a migration, an outage."""


IN_THE_RECORD = frozenset({Cause.BOT, Cause.TIME_OUT, Cause.DEAL})
"""No player made these: a move or an entry of the game's own record says them, or nothing is."""

IN_THE_LOG = frozenset({Cause.LEAGUE, Cause.ACT, Cause.SYSTEM})
"""Nor these: exactly one line of the log says them, or nothing is done."""

FIRST = "0" * 64
"""What the first line has for the hash of the one before."""


def canonical(said: Mapping[str, object]) -> str:
    """Write down what a line says, the same whoever writes it."""
    return json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def hashed(text: str) -> str:
    """Hash a line's own text, which names the hash of the one before."""
    return sha256(text.encode()).hexdigest()
