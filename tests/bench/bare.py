"""The database without Django: what the peers speak to it with."""

from collections.abc import Iterable
from typing import Any

import psycopg
from django.db import connection

Bare = psycopg.Connection[Any]
Statement = tuple[str, Any]


def connect() -> Bare:
    """Open a connection to the database that Django uses."""
    at = connection.get_connection_params()
    named = {
        name: at[name] for name in ("dbname", "user", "password", "host", "port") if at.get(name)
    }
    return psycopg.connect(**named, autocommit=True)


def send(bare: Bare, statements: Iterable[Statement]) -> None:
    """Send statements as one transaction and read what they answer."""
    with bare.transaction():
        for sql, values in statements:
            answer = bare.execute(sql, values)
            if answer.description:
                answer.fetchall()
