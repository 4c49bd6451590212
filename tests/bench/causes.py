"""Rows of the log: a move where every change must have a cause, beside one where none need."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from statistics import median
from time import perf_counter

from django.db import connection, connections

from engine.cli.measure import Row, at_most, progress
from games.log.rules import Cause
from games.log.services import causes
from tests.bench.effort import Effort
from tests.bench.tables import make

PEER = "bench_without_causes"
_OURS = """SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass)
FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid WHERE p.proname LIKE 'saboteur%'"""


def rows(effort: Effort, stack: ExitStack) -> Iterator[Row]:
    """Build the row of group L. The peer is a database of its own, in which no trigger is left."""
    enter = stack.enter_context(_peer())
    ours, theirs = _moves(), _moves()
    next(ours)
    with enter():
        next(theirs)

    def measure() -> float:
        """Move at both tables by turns: what disturbs one move is of no account."""
        with_, without = list[float](), list[float]()
        begun = perf_counter()
        while not with_ or perf_counter() - begun < 4 * effort.seconds:
            with_.append(next(ours))
            with enter():
                without.append(next(theirs))
        return median(with_) / median(without)

    what = "median of a move's whole request with log and causes, beside one without (wall clock)"
    yield Row("L1", what, at_most(1.2), measure)


def _moves() -> Iterator[float]:
    """Make the moves of a table of its own, on and on; tell how long each took."""
    table = make()
    while True:
        table.reset()
        for turn in table.turns:
            begun = perf_counter()
            table.post(turn)
            yield perf_counter() - begun


def give_one() -> None:
    """Let tables be set back between rounds; the services name their own causes all the same."""
    _say(f"ALTER DATABASE {connection.settings_dict['NAME']} SET saboteur.cause = 'form'")
    # It counts for who comes in from now on.
    connection.close()


def make_peer() -> None:
    """Copy the database for the peer: as long as it is empty, and nobody else is in it."""
    progress("making a database that asks for no cause")
    _say(f"CREATE DATABASE {PEER} TEMPLATE {connection.settings_dict['NAME']}")


@contextmanager
def _peer() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Make the copy the peer's; what is yielded enters it, and names no causes there."""
    other = connections.create_connection("default")
    other.settings_dict = {**other.settings_dict, "NAME": PEER}

    @contextmanager
    def entered() -> Iterator[None]:
        ours, named = connections["default"], causes.cause_is
        connections["default"], causes.cause_is = other, _name_none
        try:
            yield
        finally:
            connections["default"], causes.cause_is = ours, named

    try:
        with entered():
            _drop_triggers()
        yield entered
    finally:
        other.close()
        _say(f"DROP DATABASE {PEER}")


def _name_none(cause: Cause) -> None:
    """Stand in for who names a cause."""
    del cause


def _drop_triggers() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_OURS)
        for (statement,) in cursor.fetchall():
            cursor.execute(statement)


def _say(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
