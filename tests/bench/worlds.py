"""Tables under a sweep: the same due games in databases of different size, side by side.

Each world is a schema of its own with the tables that a timeout touches; what is read beside them
(people) is everybody's. So all sizes are there at once and can be measured in turns.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Model

from engine.cli.measure import progress
from games.clocks.rules import store
from games.clocks.services import keeping
from games.models import Attempt, Entry, Game, Kept, Letter, Move, Offer, Part, Seat
from games.services import instant
from tests.bench.crowd import HOURS, Guest, begin

_LONG_AGO = timedelta(hours=2 * HOURS)
_STATE = '{"filling": "' + "x" * 580 + '"}'
"""As many bytes as a small state has; nobody plays these games."""
_FIRST_ID = 1_000_000_000
_BATCH = 100
_OF_A_TIMEOUT = (Game, Seat, Move, Letter, Entry, Offer, Kept, Part, Attempt)


@dataclass(frozen=True, slots=True)
class World:
    """A schema in which so many games are active."""

    schema: str
    size: int
    due: list[int]
    """The games whose time may be made to run out."""

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Let every statement of the block mean this world's tables."""
        _say(f"SET search_path = {self.schema}, public")
        try:
            yield
        finally:
            _say("SET search_path = public")

    def rest(self) -> None:
        """Give everybody time; for who has entered."""
        self._begin(instant.now())

    def run_out(self) -> None:
        """Let the time of the due games be over; for who has entered."""
        self._begin(instant.now() - _LONG_AGO)

    def _begin(self, at: datetime) -> None:
        """Let the turns that run have begun then, and all letters have left."""
        games = list(Game.objects.filter(pk__in=self.due))
        for game in games:
            begin(game, store.load(game.time), at=at)
        Game.objects.bulk_update(games, keeping.FIELDS)
        Letter.objects.update(status=Letter.Status.SENT)

    def wear(self) -> None:
        """Move every deadline as if each had been handled, in batches; for who has entered."""
        for begun in range(0, self.size, _BATCH):
            if begun % 10_000 == 0:
                progress(f"handling deadlines: {begun:,} of {self.size:,}")
            _say(
                "UPDATE games_game SET deadline_at = deadline_at + interval '99 days' WHERE id IN"
                " (SELECT id FROM games_game WHERE status = 'active'"
                " ORDER BY deadline_at LIMIT %s)",
                [_BATCH],
            )


def make(schema: str, size: int, guests: Sequence[Guest]) -> World:
    """Make a world of so many active games; these guests' are among them."""
    progress(f"making {size:,} active games")
    ids = [guest.game_id for guest in guests]
    lay_out(schema, _OF_A_TIMEOUT)
    for table, column in ((Game._meta.db_table, "id"), (Seat._meta.db_table, "game_id")):
        _say(
            f"INSERT INTO {schema}.{table} SELECT * FROM public.{table} WHERE {column} = ANY(%s)",
            [ids],
        )
    _fill(schema, ids[0], size - len(ids))
    _say(f"ANALYZE {schema}.games_game")
    return World(schema, size, ids)


def overdue(schema: str, like: World, count: int) -> World:
    """Make a world of so many games whose time is over, copied from another's due ones."""
    progress(f"making {count:,} overdue games")
    lay_out(schema, _OF_A_TIMEOUT)
    with like.entered():
        like.run_out()
    # Each copy has its own numbers: those of what it is like, and a million for each time.
    own = {"id": "g.id + n * 1000000", "key": "'c' || lpad(to_hex(g.id + n * 1000000), 9, '0')"}
    _copy(schema, like.schema, Game, own, count // len(like.due))
    numbers = {"id": "g.id + n * 1000000", "game_id": "g.game_id + n * 1000000"}
    _copy(schema, like.schema, Seat, numbers, count // len(like.due))
    _say(f"ANALYZE {schema}.games_game")
    return World(schema, count, [])


def _copy(schema: str, source: str, model: type[Model], own: dict[str, str], times: int) -> None:
    columns = [str(field.column) for field in model._meta.concrete_fields]
    values = ", ".join(own.get(column, f"g.{column}") for column in columns)
    table = model._meta.db_table
    _say(
        f"INSERT INTO {schema}.{table} ({', '.join(columns)}) SELECT {values}"
        f" FROM {source}.{table} g, generate_series(1, %s) n WHERE g.id < %s",
        [times, _FIRST_ID],
    )


def lay_out(schema: str, models: Iterable[type[Model]]) -> None:
    """Make a schema with empty tables of these."""
    _say(f"CREATE SCHEMA {schema}")
    for model in models:
        table = model._meta.db_table
        _say(f"CREATE TABLE {schema}.{table} (LIKE public.{table} INCLUDING ALL)")


def _fill(schema: str, like: int, wanted: int) -> None:
    """Add games that differ from one only in name, state and deadline."""
    own = {
        "id": f"{_FIRST_ID} + n",
        "key": "'b' || lpad(to_hex(n), 9, '0')",
        "state": "%s::jsonb",
        "deadline_at": "now() + interval '9 days' + n * interval '1 second'",
    }
    columns = [str(field.column) for field in Game._meta.concrete_fields]
    values = ", ".join(own.get(column, f"g.{column}") for column in columns)
    _say(
        f"INSERT INTO {schema}.games_game ({', '.join(columns)}) SELECT {values}"
        " FROM public.games_game g, generate_series(1, %s) n WHERE g.id = %s",
        [_STATE, wanted, like],
    )


def _say(sql: str, values: Sequence[Any] = ()) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
