"""Two rooms at every game, the table's and the spectators': who reads and who speaks in which."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

OPEN_FOR = timedelta(days=30)
"""For so long after a game's end people talk on."""


class Room(StrEnum):
    """Where something is said."""

    TABLE = "table"
    SPECTATORS = "spectators"


class Why(StrEnum):
    """Why somebody cannot speak."""

    UNKNOWN = "unknown"
    SAT_BEFORE = "sat-before"
    CLOSED = "closed"
    MUTED = "muted"
    """By a sanction, for a while."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody may do where a game is talked about: no room to speak in, then why."""

    reads: frozenset[Room]
    speaks: Room | None
    why: Why | None = None


def standing(
    *,
    known: bool,
    sits: bool,
    sat: bool,
    ended: datetime | None,
    cancelled: bool,
    muted: bool,
    now: datetime,
) -> Standing:
    """Say what a reader may do: signed in or not, with a seat, or with one that he had before.

    Spectators' talk is hidden from seats until the game is over, so also from who is unknown: he
    may have a seat.
    """
    over = cancelled or ended is not None
    apart = over or (known and not sits)
    reads = frozenset(Room) if apart else frozenset({Room.TABLE})
    if cancelled or (ended is not None and ended + OPEN_FOR < now):
        return Standing(reads, None, Why.CLOSED)
    if not known:
        return Standing(reads, None, Why.UNKNOWN)
    if muted:
        return Standing(reads, None, Why.MUTED)
    if sits:
        return Standing(reads, Room.TABLE)
    if sat:
        # He knows what his seat knew.
        return Standing(reads, None, Why.SAT_BEFORE)
    return Standing(reads, Room.SPECTATORS)
