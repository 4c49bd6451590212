"""Whether the service can do its work: the database, the broker, the sweeps, and the emails."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import psycopg
from django.db import connection
from kombu.exceptions import OperationalError as BrokerDown

from games.machine.rules import FREQUENT, LATE, MISSED
from games.machine.selectors import figures
from games.models import Position, Pulse, Swept
from saboteur_site.celery import app

PATIENCE = 2
"""Seconds that a new connection to the database may take; libpq takes no fewer."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that the service needs, and how it is."""

    name: str
    condition: str
    ok: bool = True


def database() -> Check:
    """Connect anew: a connection that is open already could wait for its answer forever."""
    parameters = connection.get_connection_params() | {"connect_timeout": PATIENCE}
    try:
        psycopg.connect(**parameters).close()
    except psycopg.OperationalError as error:
        return Check("database", f"no answer ({type(error).__name__})", ok=False)
    return Check("database", "answers")


def broker() -> Check:
    """Connect anew; the timeouts are those of the settings."""
    try:
        with app.connection_for_write() as link:
            link.ensure_connection(max_retries=0)
    except BrokerDown as error:
        return Check("broker", f"no answer ({type(error.__cause__).__name__})", ok=False)
    return Check("broker", "answers")


def work(*, now: datetime) -> Iterator[Check]:
    """Check how long ago each frequent sweep ran, and how long the oldest email has waited."""
    hold = Pulse.objects.filter(held_at__isnull=False).first()
    ran = dict(Swept.objects.values_list("name", "ran_at"))
    for name in _frequent():
        if hold and name == "deadlines":
            yield Check(f"sweep {name}", "held")
        elif name not in ran:
            yield Check(f"sweep {name}", "has never run", ok=False)
        else:
            ago = now - ran[name]
            yield Check(f"sweep {name}", f"ran {_seconds(ago)} ago", ok=ago <= MISSED)
    late = figures.oldest(now=now)["letters"] or timedelta(0)
    held = hold is not None and hold.position == Position.ALL
    yield Check("oldest unsent email", _seconds(late), ok=held or late <= LATE["letters"])


def _frequent() -> list[str]:
    """List the sweeps that run at least once a minute."""
    return [
        name.removeprefix("sweep_")
        for name, each in app.conf.beat_schedule.items()
        if each["schedule"] <= FREQUENT.total_seconds()
    ]


def _seconds(length: timedelta) -> str:
    return f"{length.total_seconds():.0f} s"
