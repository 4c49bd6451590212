"""Rows of the move: a whole request beside its bare statements, and the slowest of many."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

from engine.cli.measure import Row, Work, at_least, at_most, progress, speed, timed
from saboteur_site.celery import app
from tests.bench import bare
from tests.bench.bare import Bare, Statement
from tests.bench.effort import Effort
from tests.bench.server import Server
from tests.bench.statements import noted
from tests.bench.tables import Table, make

CLIENTS = 4
_COMMITS = 200
_HINTS = 500
_TOUCH = "UPDATE games_game SET seats = seats WHERE id = %s"


def rows(server: Server, effort: Effort, stack: ExitStack) -> Iterator[Row]:
    """Build the rows of group W that write."""
    progress("making tables to move at")
    ours, theirs = make(), make()
    by_hand = _record(theirs)
    connection = stack.enter_context(bare.connect())
    yield _beside_statements(ours, theirs, by_hand, connection, effort)
    most = max(map(len, by_hand))
    yield Row("W5 statements", "statements of a move, at most", at_most(12), lambda: most)
    yield _hint()
    yield _slowest(server, connection)


def _beside_statements(
    ours: Table, theirs: Table, by_hand: list[list[Statement]], connection: Bare, effort: Effort
) -> Row:
    def send(statements: list[Statement]) -> None:
        bare.send(connection, statements)

    whole = _on_and_on(ours.turns, ours.post, ours.reset)
    hand = _on_and_on(by_hand, send, lambda: theirs.reset_by(connection))
    what = "a move's whole request, beside its statements in bare psycopg (wall clock)"
    seconds = 2 * effort.seconds
    measure = speed(timed(whole, seconds, perf_counter), timed(hand, seconds, perf_counter))
    return Row("W5", what, at_least(0.24), measure)


def _hint() -> Row:
    """Send hints that no worker takes."""

    def measure() -> float:
        begun = process_time()
        for number in range(_HINTS):
            app.send_task("games.tasks.deliver", (str(number),), expires=1, ignore_result=True)
        cost = process_time() - begun
        app.control.purge()
        return 1_000 * cost / _HINTS

    return Row("W5 hint", "milliseconds of CPU for the hint to a worker", at_most(5), measure)


def _on_and_on(
    things: Sequence[Any], do: Callable[[Any], None], begin_again: Callable[[], None]
) -> Work:
    """Do one thing after the other, from the start again when all are done; a unit is one."""

    def endless() -> Iterator[int]:
        while True:
            begin_again()
            for thing in things:
                do(thing)
                yield 1

    steps = endless()
    return lambda: next(steps)


def _record(table: Table) -> list[list[Statement]]:
    """Play a table's whole game by requests and keep the statements behind each move."""
    table.reset()
    kept = []
    for turn in table.turns:
        with noted() as statements:
            table.post(turn)
        kept.append(statements)
    return kept


def _slowest(server: Server, connection: Bare) -> Row:
    tables = [make() for _ in range(CLIENTS)]
    clients = [server.another() for _ in tables]

    def measure() -> float:
        for table in tables:
            table.reset()
        with ThreadPoolExecutor(CLIENTS) as threads:
            waits = [wait for some in threads.map(_play, clients, tables) for wait in some]
        return quantiles(waits, n=100)[-1] / _commit(connection, tables[0].game_id)

    what = f"p99 of a move with {CLIENTS} clients, beside the median of an update (wall clock)"
    return Row("W6", what, at_most(250), measure)


def _play(client: Server, table: Table) -> list[float]:
    """Make all moves of a table and tell how long each answer took."""
    waits = []
    for turn in table.turns:
        begun = perf_counter()
        client.post(turn.path, move=turn.move, seen_ply=turn.ply)
        waits.append(perf_counter() - begun)
    return waits


def _commit(connection: Bare, game_id: int) -> float:
    """Tell the median of `begin; update; commit`."""
    waits = []
    for _ in range(_COMMITS):
        begun = perf_counter()
        bare.send(connection, [(_TOUCH, [game_id])])
        waits.append(perf_counter() - begun)
    return median(waits)
