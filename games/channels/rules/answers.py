"""What an answer means: told, later, in vain, or that nobody listens there any more."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

RETRIES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 3 * 60, 6 * 60, 12 * 60))
"""The wait after the first, second, ... attempt; one more attempt after the last, then given up."""
PATIENCE = timedelta(days=3)
"""After so long without one success a channel is switched off."""
LONGEST_WAIT = timedelta(hours=1)
"""No server makes us wait longer than that by its own word."""

_SHUT = frozenset({401, 403, 404, 410})
_LATER = frozenset({408, 425, 429})


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a status, or what was the matter before there was one."""

    status: int = 0
    fault: str = ""
    """In a word: "private", "no-name", "no-line", "slow", "tls" or "unread"."""
    wait: int = 0
    """Seconds that the server asks us to wait."""

    @property
    def cause(self) -> str:
        """Name it as it stands in a row."""
        return self.fault or f"{self.status}"


class Verdict(Enum):
    """What to do now."""

    TOLD = auto()
    LATER = auto()
    IN_VAIN = auto()
    """This message will never be taken; the next one may be."""
    SHUT = auto()
    """Nobody listens there any more, or not to us."""


def judge(answer: Answer) -> Verdict:
    """Say what an answer means. A redirection is none of our ways, so it is in vain."""
    if 200 <= answer.status < 300:
        return Verdict.TOLD
    if answer.status in _SHUT:
        return Verdict.SHUT
    if not answer.status or answer.status >= 500 or answer.status in _LATER:
        return Verdict.LATER
    return Verdict.IN_VAIN


def next_try(attempts: int, answer: Answer, *, now: datetime) -> datetime | None:
    """Say when a message is attempted again; None if it was often enough."""
    if attempts > len(RETRIES):
        return None
    asked = min(timedelta(seconds=answer.wait), LONGEST_WAIT)
    return now + max(RETRIES[attempts - 1], asked)


def is_dead(failing_since: datetime | None, *, now: datetime) -> bool:
    """Tell whether a channel has failed for so long that nobody seems to be there."""
    return failing_since is not None and now - failing_since >= PATIENCE
