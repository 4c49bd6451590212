"""What follows of results from plain values: when the cards of a game that ended are turned up."""

from datetime import datetime, timedelta

COVERED = timedelta(hours=72)
"""So long the secrets of a game that was annulled stay so, and it can be taken back."""
PLAYED = "played"
"""Under this name an outcome that was decided holds the one that was played, or none."""


def turned_up(status: str, covered_until: datetime | None, *, closed: bool, now: datetime) -> bool:
    """Tell whether everybody may see what was hidden.

    One that was annulled may yet go on, and what is closed is played at other tables yet.
    """
    if closed:
        return False
    if status == "annulled":
        return covered_until is None or covered_until <= now
    return status == "finished"
