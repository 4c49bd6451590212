"""In which order cases are looked at, and what their reporters' record is worth."""

from datetime import datetime, timedelta
from typing import NamedTuple

SHOWN_FROM = 4
"""From so many closed reports on a reporter's record is shown."""
WORTH = timedelta(days=1)
"""By so much a reporter who was always right is looked at before one who never was."""


class Record(NamedTuple):
    """How many of somebody's reports were closed, and in how many a breach was found."""

    held: int = 0
    closed: int = 0

    @property
    def score(self) -> float:
        """How far his reports held: a quarter for who never reported."""
        return (self.held + 0.5) / (self.closed + 2)

    @property
    def is_shown(self) -> bool:
        """Whether it is told to who looks at a report of his."""
        return self.closed >= SHOWN_FROM


def place(
    *, waits: bool, threat: bool, stalls: bool, made_at: datetime, record: Record
) -> tuple[bool, int, datetime]:
    """Say where a case stands in the queue. No record hides it: age brings every case to the top.

    `stalls`: it is about stalling, and a clock runs. What waits for an answer comes last.
    """
    urgency = 0 if threat else 1 if stalls else 2
    return waits, urgency, made_at - WORTH * record.score
