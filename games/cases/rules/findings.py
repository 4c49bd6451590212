"""What may be found in a case, and when its reporter may be blamed for it."""

from datetime import timedelta

NO_BREACHES, WITHIN = 3, timedelta(days=60)
"""So many reports against one person in which nothing was found are abuse of reporting."""


def is_abuse(*, shown_false: bool, without_breach: int) -> bool:
    """Tell whether somebody abused reporting; `without_breach` counts this report, too."""
    return shown_false or without_breach >= NO_BREACHES
