"""Why a wish about time is refused. Reasons are facts; the sentences live elsewhere."""

from enum import StrEnum


class Reason(StrEnum):
    """The names under which refusals are told, stored and tested."""

    OWN_CLOCK = "own-clock"
    TOO_LONG = "too-long"
    IN_THE_PAST = "in-the-past"
    EMPTY = "empty"
    PAUSED = "paused"
    HELD = "held"
    BROKEN = "broken"
    ANSWERED = "answered"
    NOT_PAUSED = "not-paused"
    NOT_ASKED = "not-asked"
    NOT_AWAY = "not-away"
    FINISHED = "finished"
    UNKNOWN_ZONE = "unknown-zone"
    NO_VACATIONS_HERE = "no-vacations-here"
    NO_DAYS_LEFT = "no-days-left"
    TOO_LATE = "too-late"
    # Settings and orders
    OUT_OF_BOUNDS = "out-of-bounds"
    ALL_DAYS_OFF = "all-days-off"
    NOT_ALONE = "not-alone"
    SYNTAX = "syntax"
    NO_ORDERS_HERE = "no-orders-here"


CLOSED = frozenset({Reason.PAUSED, Reason.HELD, Reason.BROKEN})
"""Reasons for which nobody moves at a table."""


class Refused(Exception):
    """A wish that cannot be granted; nothing was changed."""

    def __init__(self, reason: Reason, field: str = "") -> None:
        """Keep the reason and, for a setting, which one it was."""
        super().__init__(f"{field}: {reason}" if field else str(reason))
        self.reason, self.field = reason, field
