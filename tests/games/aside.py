"""Two things at once, step by step: one stops at a statement until the other has come by."""

import re
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

from django.db import connection

from tests.arranging import is_committed
from tests.games.processes import wait_until


class Aside(Thread):
    """Does something on a connection of its own; it may stop before or after a statement."""

    def __init__(self, act: Callable[[], object], *, before: str = "", after: str = "") -> None:
        super().__init__(daemon=True)
        assert is_committed(connection), "others see only what is committed"
        self._act, self._before, self._after = act, before, after
        self._here, self._go, self._done = Event(), Event(), Event()
        self._pid = 0
        self.result: object = None
        self.error: Exception | None = None

    def run(self) -> None:
        """Do it, and keep what came of it."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                [self._pid] = cursor.fetchone()
            with connection.execute_wrapper(self._said):
                self.result = self._act()
        except Exception as error:
            self.error = error
        finally:
            connection.close()
            self._done.set()

    def stopped(self) -> "Aside":
        """Start it, and come back when it stands at its statement."""
        self.start()
        wait_until(lambda: self._here.is_set() or self._done.is_set())
        assert self._here.is_set(), self.error or "it came to no such statement"
        return self

    def as_far_as_it_gets(self) -> "Aside":
        """Let it go on until it is done, stands at its statement or waits for somebody's lock."""
        if self.ident is None:
            self.start()
        else:
            self._go.set()
        wait_until(lambda: self._done.is_set() or self._waits())
        return self

    def finished(self) -> object:
        """Let it go on to its end, and say what came of it; raises what it raised."""
        self._go.set()
        assert self._done.wait(60), "it never ended"
        if self.error is not None:
            raise self.error
        return self.result

    def _said(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        before = self._before and re.match(self._before, sql)
        if before and not self._here.is_set():
            self._stop()
        result = execute(sql, params, many, context)
        if self._after and re.match(self._after, sql) and not self._here.is_set():
            self._stop()
        return result

    def _stop(self) -> None:
        self._here.set()
        assert self._go.wait(60), "nobody let it go on"

    def _waits(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = %s", [self._pid]
            )
            row = cursor.fetchone()
        return bool(row and row[0])
