"""How much one person says at one table in a while."""

from collections.abc import Sequence
from datetime import datetime, timedelta

LONGEST = 1000
LONGEST_NOTE = 8000
LONGEST_NOTE_ABOUT = 2000

MOST = (
    (5, timedelta(minutes=1)),
    (30, timedelta(hours=1)),
    (100, timedelta(days=1)),
)
LOOK_BACK = max(most for most, _ in MOST)
"""So many of the latest remarks decide."""


def silent_until(latest: Sequence[datetime], *, now: datetime) -> datetime | None:
    """Say until when somebody has to wait who spoke at these times, the latest first."""
    ends = (latest[most - 1] + span for most, span in MOST if len(latest) >= most)
    return max((end for end in ends if end > now), default=None)
