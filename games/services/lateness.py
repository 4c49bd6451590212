"""How late sweeps come is noted, for the machine room."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from games.models import Late
from games.services.locks import Queue

NAMES: Mapping[Queue, str] = {
    "deadline_at": "deadlines",
    "remind_at": "reminders",
    "look_at": "orders",
    "alone_at": "tables",
}
"""By queue, the name of its sweep. A bot is asked at no time of its own."""


def note(queue: Queue, late: Sequence[timedelta], *, now: datetime) -> None:
    """Note by how much each thing that a sweep did was overdue."""
    if late and queue in NAMES:
        rows = [Late(name=NAMES[queue], at=now, late=each) for each in late]
        with transaction.atomic():
            Late.objects.bulk_create(rows)
