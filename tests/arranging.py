"""Rows that a test arranges by itself get a cause; what the service writes must name its own.

The database refuses changes without a cause (docs/adr/0039). Who wrote a statement is told by the
nearest of our files on the stack: in `tests/` it was arranged, and this one has a
cause; elsewhere in `games/` it is the service's, and has none but what the service named. What was
named for one transaction is forgotten with it, also where a test holds the real one open: there
the end of an outermost savepoint stands for the commit, and the deferred triggers run at it.
"""

import sys
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.pq import TransactionStatus

TESTS = str(Path(__file__).parent)
SERVICE = str(Path(__file__).parents[1] / "games")

WRITES = ("INSERT", "UPDATE", "DELETE", "WITH")
CAUSE = "saboteur.cause"
NAMED = f"SELECT coalesce(current_setting('{CAUSE}', true), '')"
NAME = f"SELECT set_config('{CAUSE}', %s, false)"
ASK_NOW = "SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED"
FORGET = f"SET {CAUSE} = ''; SET saboteur.recorded = ''"


def watch(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Let this connection know what is arranged."""
    if _execute not in connection.execute_wrappers:
        connection.execute_wrappers.append(_execute)


def _execute(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    said, raw = sql.lstrip()[:7].upper(), context["connection"].connection
    if said.startswith("RELEASE") and _is_outermost(context["connection"]):
        # Stands for a commit: what the database asks only then is asked now.
        with context["connection"].wrap_database_errors:
            raw.execute(ASK_NOW)
        done = execute(sql, params, many, context)
        raw.execute(FORGET)
        return done
    if not said.startswith(WRITES) or not _author().startswith(TESTS):
        done = execute(sql, params, many, context)
        if CAUSE in sql and _is_outermost(context["connection"]):
            raw.execute(NAME, [""])
        return done
    if raw.execute(NAMED).fetchone() != ("",):
        # In a transaction that the test itself gave a cause.
        return execute(sql, params, many, context)
    raw.execute(NAME, ["form"])
    try:
        return execute(sql, params, many, context)
    finally:
        if raw.info.transaction_status != TransactionStatus.INERROR:
            raw.execute(NAME, [""])


def is_committed(connection: BaseDatabaseWrapper) -> bool:
    """Whether other connections come to see what a test arranges."""
    blocks: list[Any] = connection.atomic_blocks
    return not any(block._from_testcase for block in blocks)


def _is_outermost(connection: BaseDatabaseWrapper) -> bool:
    """Whether nothing but the test itself holds a transaction open around this statement."""
    blocks: list[Any] = connection.atomic_blocks
    return all(block._from_testcase for block in blocks)


def _author() -> str:
    frame = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith((TESTS, SERVICE)) and file != __file__:
            return file
        frame = frame.f_back
    return TESTS
