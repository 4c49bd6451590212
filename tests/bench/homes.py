"""The row of a player's own page: it must not grow with his games."""

from collections.abc import Iterator

from django.db import connection
from django.urls import reverse

from engine.cli.measure import Row, Side, at_most, price, progress
from games.models import Game, Seat
from tests.bench.crowd import Crowd, gather
from tests.bench.looks import Looks
from tests.bench.positions import natural

BASE = "saboteur"
FEW = 5


def rows(looks: Looks) -> Iterator[Row]:
    """Build the row: two people, one with many games that run and far more that are over."""
    effort, home = looks.effort, reverse("home")
    few, many = gather("few"), gather("many")
    positions = natural(BASE, FEW)
    few.seat(positions)
    guests = many.seat(positions * (effort.running // FEW))
    progress(f"making {effort.ended} games that are over")
    _end(guests[0].game_id, many, effort.ended)

    def side(crowd: Crowd) -> Side:
        return looks.timed(lambda: looks.server.get(home, crowd.cookie))

    what = (
        f"the page of who has {effort.running} games that run and {effort.ended} that are over,"
        f" beside {FEW} that run"
    )
    yield Row("W7", what, at_most(1.5), price(side(many), side(few)))


def _end(like: int, crowd: Crowd, count: int) -> None:
    """Add games that are over, at which sit the same people as at one that runs."""
    own = {
        "key": "'o' || lpad(to_hex(n), 9, '0')",
        "status": "'finished'",
        "ended_at": "now() - n * interval '1 hour'",
        "deadline_at": "NULL",
        "remind_at": "NULL",
        "outcome": '\'{"winners": [0], "scores": []}\'::jsonb',
    }
    games = _columns(Game)
    values = ", ".join(own.get(column, f"g.{column}") for column in games)
    seats = _columns(Seat)
    theirs = {"game_id": "g.id", "ended_at": "g.ended_at"}
    taken = ", ".join(theirs.get(column, f"s.{column}") for column in seats)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_game ({', '.join(games)}) SELECT {values}"
            " FROM games_game g, generate_series(1, %s) n WHERE g.id = %s",
            [count, like],
        )
        cursor.execute(
            f"INSERT INTO games_seat ({', '.join(seats)}) SELECT {taken}"
            " FROM games_game g, games_seat s WHERE s.game_id = %s"
            " AND g.organiser_id = %s AND g.status = 'finished'",
            [like, crowd.people[0].pk],
        )
        cursor.execute("ANALYZE games_game, games_seat")


def _columns(model: type[Game] | type[Seat]) -> list[str]:
    """List the columns that are told; the row's own number is drawn."""
    return [str(field.column) for field in model._meta.concrete_fields if not field.primary_key]
