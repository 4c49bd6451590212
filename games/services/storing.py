"""A move's one statement that stores the game, and with it the turns that are over."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from games.clocks.services import keeping
from games.glass.services import disclosing
from games.models import Game

PLAYED_FIELDS = (
    "state",
    "ply",
    "to_act",
    "bot_asked",
    *keeping.FIELDS,
    "alone_at",
    "stuck",
    "stuck_at",
    "status",
    "started_at",
    "ended_at",
    "outcome",
)


def store(game: Game, kept: Sequence[tuple[int, int | None]], *, now: datetime) -> None:
    """Store a locked game after a move, with the turns that it ended: players and seconds."""
    # What `game.save(update_fields=…)` says, without building the statement anew at every move.
    values = [
        field.get_db_prep_save(field.value_from_object(game), connection) for field in _PLAYED
    ]
    with connection.cursor() as cursor:
        if kept:
            players, replies = zip(*kept, strict=True)
            ended: list[Any] = [game.pk, now, list(players), list(replies)]
            cursor.execute(_KEEP + _STORE, [*ended, *values, game.pk])
        else:
            cursor.execute(_STORE, [*values, game.pk])


def end_seats(game: Game) -> None:
    """Tell the seats of a locked game when it ended, and everybody who had looked in by then.

    One whose end was taken back goes on: its seats are told that, too.
    """
    game.places.update(ended_at=game.ended_at)
    if game.ended_at is not None:
        disclosing.at_the_end(game, now=game.ended_at)


_PLAYED = [field for field in Game._meta.concrete_fields if field.name in PLAYED_FIELDS]
_STORE = (
    f"UPDATE games_game SET {', '.join(f'{field.column} = %s' for field in _PLAYED)}"  # noqa: S608
    " WHERE id = %s"
)
# In the same statement, since almost every move ends a turn.
_KEEP = """WITH ended AS (
    INSERT INTO games_kept (game_id, at, player_id, reply)
    SELECT %s, %s, player, reply FROM unnest(%s::bigint[], %s::int[]) AS each (player, reply)
) """
