"""What the ORM cannot say: advisory locks, a transaction's cause, the time, key shares."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Model


def lock(name: int) -> None:
    """Wait for the lock of this name and hold it until the transaction ends."""
    _ask("SELECT pg_advisory_xact_lock(%s)", name)


def try_lock(name: int) -> bool:
    """Take the lock of this name until the transaction ends; False if somebody else has it."""
    return bool(_ask("SELECT pg_try_advisory_xact_lock(%s)", name)[0][0])


def cause() -> str:
    """Read why this transaction changes something; empty if nobody said."""
    found: str | None = _ask("SELECT current_setting('saboteur.cause', true)")[0][0]
    return found or ""


def set_cause(said: str) -> None:
    """Say why this transaction changes something. It ends with it, also behind a pooler."""
    _ask("SELECT set_config('saboteur.cause', %s, true)", said)


def time_by(clock: str) -> datetime:
    """Ask this clock of the database what time it is."""
    found: datetime = _ask(f"SELECT {clock}")[0][0]
    return found


def keep(model: type[Model], pks: Collection[Any]) -> list[Any]:
    """Let nobody remove these rows before the transaction ends; say which are still there."""
    table = connection.ops.quote_name(model._meta.db_table)
    rows = f"SELECT id FROM {table} WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE"  # noqa: S608
    return [pk for (pk,) in _ask(rows, [*pks])]


def _ask(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
