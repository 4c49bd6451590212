"""Why a league's wish is refused. Reasons are facts; the sentences live elsewhere."""

from enum import StrEnum


class Reason(StrEnum):
    """The names under which refusals are told and tested."""

    UNKNOWN_ZONE = "unknown-zone"
    IN_THE_PAST = "in-the-past"
    CLOSE_BEFORE_OPENING = "close-before-opening"
    SIZES_OUT_OF_ORDER = "sizes-out-of-order"


class Refused(Exception):
    """A wish that cannot be granted; nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason."""
        super().__init__(str(reason))
        self.reason = reason
