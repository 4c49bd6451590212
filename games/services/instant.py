"""What time it is. The database's clock is the only judge; no worker's own is ever asked."""

from datetime import datetime

from games import statements
from games.selectors import clock


def now() -> datetime:
    """Ask the database."""
    return statements.time_by(clock.NOW)
