"""What a piece of work says to the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from tests.bench.bare import Statement


@contextmanager
def noted() -> Iterator[list[Statement]]:
    """Note every statement that Django sends while the block runs."""
    kept: list[Statement] = []

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        kept.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        yield kept
