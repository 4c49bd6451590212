"""How long broken glass lasts and when it is told. Knows no rows."""

from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

LASTS = timedelta(minutes=30)
"""From the first page on, and by so much it is extended."""
EXTENSIONS = 2
TO_BEGIN = timedelta(hours=72)
"""Within so long the first page is opened, or none is."""
TOLD_AFTER = timedelta(days=90)
"""At the latest, also while the game runs."""
PUT_OFF = timedelta(days=30)
"""By so much later it is told at a second person's wish, while its case is open."""
PUT_OFFS = 2
PAGE = timedelta(minutes=1)
"""For so long a page that was opened can be read, and read again."""


class Over(StrEnum):
    """Why nothing more is shown."""

    TIME = "time"
    CLOSED = "closed"
    SIGNED_OUT = "signed-out"
    RIGHT = "right"
    RELATION = "relation"
    SEAT = "seat"
    GAME = "game"
    PERSON = "person"


class GlassIsWhole(Exception):
    """Nothing is shown any more; says why."""

    def __init__(self, why: Over) -> None:
        """Keep why."""
        super().__init__(why)
        self.why = why


class NoMore(Exception):
    """It was extended, or put off, as often as may be."""


class CaseIsClosed(Exception):
    """The case that it was broken for is decided: nothing puts off any more that it is told."""


def minutes(begun: datetime, end: datetime) -> int:
    """Count the minutes that somebody looked; each begun one counts."""
    return max(1, ceil((end - begun) / timedelta(minutes=1)))
