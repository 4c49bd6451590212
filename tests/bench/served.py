"""The site as it is measured: each answer tells the worker's CPU time, and a limit page is there.

The limit page stands for what nobody can avoid: the same middleware, two statements, the same
number of bytes. No session, no ORM, no template, no rules.
"""

from collections.abc import Callable, Iterable
from functools import cache
from threading import local
from time import process_time
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse

from tests.bench import bare
from tests.bench.server import CPU_HEADER

_SEAT = """
SELECT s.number, s.link_epoch, g.status, g.ended_at, p.id, p.name, p.language, p.time_zone
FROM games_seat s JOIN games_game g ON g.id = s.game_id JOIN games_player p ON p.id = s.player_id
WHERE s.game_id = %s AND s.number = ANY(g.to_act)"""
_GAME = """
SELECT g.key, g.ruleset, g.ply, g.to_act, g.deadline_at, g.state::text, (
    SELECT jsonb_agg(m.events ORDER BY m.ply)::text
    FROM (SELECT * FROM games_move WHERE game_id = g.id ORDER BY ply DESC LIMIT 60) m
) FROM games_game g WHERE g.id = %s"""
_PART = 200
_of_thread = local()


def limit(_: HttpRequest, game_id: int, size: int) -> HttpResponse:
    """Answer with so many bytes, after the two statements without which no table can be shown."""
    if not hasattr(_of_thread, "connection"):
        _of_thread.connection = bare.connect()
    for sql in (_SEAT, _GAME):
        _of_thread.connection.execute(sql, [game_id]).fetchone()
    return HttpResponse("".join(_parts(size)))


@cache
def _parts(size: int) -> list[str]:
    return ["x" * _PART] * (size // _PART) + ["x" * (size % _PART)]


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Serve, and tell with each answer what it all has cost so far."""

    def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
        return start_response(status, [*headers, (CPU_HEADER, repr(process_time()))], *more)

    answer: Iterable[bytes] = _site()(environ, start)
    return answer


@cache
def _site() -> Any:
    settings.ROOT_URLCONF = "tests.bench.served_urls"
    return get_wsgi_application()
