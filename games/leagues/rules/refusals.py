"""Why rules or points of a league are refused. Reasons are facts; sentences live elsewhere."""

from enum import StrEnum


class Reason(StrEnum):
    """The names under which refusals are told, stored and tested."""

    NO_NUMBER = "no-number"
    UNKNOWN = "unknown"
    TWICE = "twice"
    # Dates and sizes
    UNKNOWN_ZONE = "unknown-zone"
    IN_THE_PAST = "in-the-past"
    CLOSE_BEFORE_OPENING = "close-before-opening"
    SIZES_OUT_OF_ORDER = "sizes-out-of-order"
    # Scoring that does not fit what is played
    NOT_FOR_ONE = "not-for-one"
    UNEQUAL_SIZES = "unequal-sizes"
    NO_ROLES = "no-roles"
    NO_PRIOR = "no-prior"
    NO_LIST = "no-list"
    LIST_NOT_FALLING = "list-not-falling"
    NO_BYES = "no-byes"
    ONLY_FOR_ONE = "only-for-one"
    # Points of a director
    OUT_OF_RANGE = "out-of-range"


class Refused(Exception):
    """Rules or points that cannot hold; nothing was changed."""

    def __init__(self, reason: Reason, field: str = "") -> None:
        """Keep the reason and what it is about."""
        super().__init__(f"{field}: {reason}" if field else str(reason))
        self.reason, self.field = reason, field
