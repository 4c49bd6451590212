"""What time it is. The database's clock is the only judge; no worker's own is ever asked."""

from datetime import datetime

from django.db import connection

from games.selectors import clock


def now() -> datetime:
    """Ask the database."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {clock.NOW}")
        found: datetime = cursor.fetchone()[0]
    return found
