"""The service's rows: pages beside a bare view, a move beside the same statements by hand."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import perf_counter
from typing import Any

import psycopg
from django.db import connection
from django.urls import reverse

from engine.cli import bench as engine_bench
from engine.cli.measure import Row, Work
from games import links
from games.bench import requests
from games.bench.server import Server
from games.bench.tables import Table, Turn
from games.models import Game, Seat

PAGE_SHARE, POST_SHARE, REPLAY_VIEWS = 0.10, 0.30, 6.0
MOST_QUERIES, MOST_STATEMENTS = 8, 12
MIDGAME = 40
"""The turn page is measured after so many moves of the first round."""

Statement = tuple[str, Any]


BARE = "/healthz"
"""A view that needs nothing, behind the same middleware and the same server."""


def replay_row(server: Server) -> Row:
    """Compare a whole recorded game with bare views."""
    recorded = engine_bench.record_game(4)

    def replay() -> int:
        recorded.replay()
        return 1

    return Row(
        "E7",
        "a game of three rounds replayed, in bare views",
        REPLAY_VIEWS,
        ours=replay,
        peer=lambda: server.get(BARE),
        at_most=True,
        peer_clock=server.cpu,
    )


def page_row(server: Server, path: str) -> Row:
    """Compare the turn page with a bare view."""
    return Row(
        "W1",
        "turn page, as a share of a bare view",
        PAGE_SHARE,
        ours=lambda: server.get(path),
        peer=lambda: server.get(BARE),
        clock=server.cpu,
        peer_clock=server.cpu,
    )


def post_row(ours: Table, theirs: Table, by_hand: list[list[Statement]], stack: ExitStack) -> Row:
    """Compare whole move requests with their statements sent by hand."""
    bare = stack.enter_context(_bare_connection())
    return Row(
        "W5",
        "a move's whole request, beside its statements in bare psycopg",
        POST_SHARE,
        ours=_on_and_on(ours.turns, ours.post, ours.reset),
        peer=_on_and_on(by_hand, _sender(bare), lambda: theirs.reset_by(bare)),
        clock=perf_counter,
        peer_clock=perf_counter,
    )


def _on_and_on(things: Any, do: Callable[[Any], None], begin_again: Callable[[], None]) -> Work:
    """Do one thing after the other, from the start again when all are done; a unit is one."""

    def endless() -> Iterator[int]:
        while True:
            begin_again()
            for thing in things:
                do(thing)
                yield 1

    steps = endless()
    return lambda: next(steps)


def _sender(bare: psycopg.Connection[Any]) -> Callable[[list[Statement]], None]:
    def send(statements: list[Statement]) -> None:
        with bare.transaction():
            for sql, values in statements:
                answer = bare.execute(sql, values)
                if answer.description:
                    answer.fetchall()

    return send


@contextmanager
def _bare_connection() -> Iterator[psycopg.Connection[Any]]:
    at = connection.get_connection_params()
    named = {
        name: at[name] for name in ("dbname", "user", "password", "host", "port") if at.get(name)
    }
    with psycopg.connect(**named, autocommit=True) as bare:
        yield bare


def record_statements(table: Table) -> list[list[Statement]]:
    """Play a table's whole game by requests and keep the statements behind each move."""
    table.reset()
    return [_statements(table.post, turn) for turn in table.turns]


def count_page_queries(path: str) -> int:
    """Count what the turn page asks the database."""
    return len(_statements(lambda _: requests.get(path), None))


def _statements(do: Callable[[Any], object], thing: Turn | None) -> list[Statement]:
    kept: list[Statement] = []

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        kept.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        do(thing)
    return kept


def midgame(table: Table) -> str:
    """Play a table into the first round's middle; returns the page of the seat that is asked."""
    table.reset()
    for turn in table.turns[:MIDGAME]:
        table.post(turn)
    game = Game.objects.get(pk=table.game_id)
    seat = Seat.objects.get(game=game, number=game.to_act[0])
    return reverse("seat-by-letter", args=[links.mint_seat(seat)])
