"""From when on the hosts are told that something runs late."""

from collections.abc import Mapping
from datetime import timedelta

LATE: Mapping[str, timedelta] = {
    "deadlines": timedelta(minutes=2),
    "letters": timedelta(minutes=5),
    "reminders": timedelta(minutes=15),
    "leagues": timedelta(minutes=15),
}
APPEALS = "appeals"
"""The alarm of an appeal that nobody answered in time."""
ANSWERED_WITHIN = timedelta(days=14)
FREQUENT = timedelta(minutes=1)
"""How often a sweep must run at least for /readyz to judge it: rarer ones may still be to come."""
MISSED = timedelta(minutes=5)
"""The service isn't ready if a frequent sweep hasn't run for longer."""
CHAIN = "log"
"""The alarm of a log that is not as it was written."""
