"""A database after years: games with their moves and letters, copied set-based from a real one."""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models import Model

from engine.cli.measure import progress
from games.models import (
    Entry,
    Game,
    Invitation,
    Letter,
    Move,
    Player,
    Seat,
    Session,
    SignIn,
    Spent,
)
from tests.bench import crowd
from tests.bench.positions import natural

GAMES = 100_000
MOVES_EACH, LETTERS_EACH = 50, 10
"""So that a hundred thousand games have five million moves and a million letters."""
PEOPLE = 20
"""One person for so many games."""
DAYS = 730
"""Over so many days all of it came about, evenly."""
RUNNING = 20
"""One game of so many goes on; of the others one of five never began."""
_STEP = 10_000
_MOMENT = f"now() - interval '{DAYS} days' * (1 - n / %(games)s::float)"


def fill(games: int) -> Player:
    """Fill an empty database with so many games, and return one of the people who played them."""
    people = crowd.gather("vast")
    [guest] = people.seat([natural("saboteur", 1)[0].with_story(MOVES_EACH)])
    asked = Seat.objects.get(pk=guest.seat_id)
    about = {"games": games, "people": max(games // PEOPLE, 12), "like": guest.game_id}
    _people(about)
    _each(Game, "games_game g", "g.id = %(like)s", _GAME, about)
    own = "a.key = 'v' || lpad(to_hex(n), 9, '0')"
    _each(Seat, "games_seat g, games_game a", f"g.game_id = %(like)s AND {own}", _SEAT, about)
    moves = f"g.game_id = %(like)s AND g.ply < {MOVES_EACH} AND {own}"
    _each(Move, "games_move g, games_game a", moves, {"game_id": "a.id"}, about)
    _letters(asked, about)
    for model, row, times in _OTHERS:
        _plain(model, row, {**about, "games": int(games * times)})
    progress("looking at what was filled in")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return people.people[0]


def sizes() -> list[tuple[str, int, int]]:
    """Tell of each large table its name, its rows about, and its bytes with all indexes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, reltuples::bigint, pg_total_relation_size(oid) FROM pg_class"
            " WHERE relkind = 'r' AND relname LIKE 'games_%' ORDER BY 3 DESC LIMIT 12"
        )
        return list(cursor.fetchall())


_GAME = {
    "key": "'v' || lpad(to_hex(n), 9, '0')",
    "name": "'The Gallery ' || n",
    "organiser_id": "(SELECT min(id) FROM games_player) + n * 7 %% %(people)s",
    "status": f"CASE WHEN n %% {RUNNING} = 0 THEN 'active' WHEN n %% 5 = 1 THEN 'cancelled'"
    " ELSE 'finished' END",
    "created_at": _MOMENT,
    "started_at": _MOMENT,
    "ended_at": f"CASE WHEN n %% {RUNNING} = 0 THEN NULL ELSE {_MOMENT} + interval '9 days' END",
    "deadline_at": f"CASE WHEN n %% {RUNNING} = 0 THEN now() + n * interval '1 minute' END",
    "remind_at": "NULL",
}
_SEAT = {
    "game_id": "a.id",
    "player_id": "(SELECT min(id) FROM games_player) + (n * 7 + g.number) %% %(people)s",
    "ended_at": "a.ended_at",
}
_LETTER = {
    "id": "gen_random_uuid()",
    "kind": "CASE WHEN k %% 3 = 0 THEN 'reminder' ELSE 'turn' END",
    "game_id": "a.id",
    "seat_id": "s.id",
    "ply": "k",
    "email": "''",
    "status": "CASE WHEN (n + k) %% 50 = 0 THEN 'failed' WHEN (n + k) %% 9 = 0 THEN 'dropped'"
    " ELSE 'sent' END",
    "error": "CASE WHEN (n + k) %% 50 = 0 THEN 'recipient refused 550' ELSE '' END",
    "attempts": "1",
    "created_at": "a.created_at + k * interval '12 hours'",
    "due_at": "a.created_at + k * interval '12 hours'",
    "sent_at": "a.created_at + k * interval '12 hours'",
}
_STRANGERS = "'stranger' || n || '@example.org'"
_OTHERS: tuple[tuple[type[Model], Mapping[str, str], float], ...] = (
    (
        Entry,
        {
            "game_id": "(SELECT min(id) FROM games_game) + n",
            "ply": "1",
            "act": "'extended'",
            "said": "'{}'",
            "made_at": _MOMENT,
        },
        0.9,
    ),
    (
        Invitation,
        {
            "game_id": "(SELECT min(id) FROM games_game) + n",
            "email": _STRANGERS,
            "called": "''",
            "status": "'accepted'",
            "epoch": "0",
            "sent": "1",
            "message": "''",
            "language": "''",
            "created_at": _MOMENT,
        },
        0.9,
    ),
    (
        Letter,
        {
            "id": "gen_random_uuid()",
            "kind": "'sign-in'",
            "email": _STRANGERS,
            "status": "'sent'",
            "ply": "0",
            "attempts": "1",
            "error": "''",
            "created_at": _MOMENT,
            "due_at": _MOMENT,
            "sent_at": _MOMENT,
        },
        1,
    ),
    (
        SignIn,
        {
            "id": "gen_random_uuid()",
            "purpose": "'enter'",
            "email": _STRANGERS,
            "language": "'en'",
            "next": "''",
            "once": "''",
            "tries": "0",
            "created_at": _MOMENT,
            "expires_at": f"{_MOMENT} + interval '10 minutes'",
        },
        1,
    ),
    (
        Session,
        {
            "session_key": "'s' || n",
            "session_data": "repeat('x', 200)",
            "expire_date": f"{_MOMENT} + interval '90 days'",
        },
        0.5,
    ),
    (
        Spent,
        {"key": "'k' || n", "times": "'{}'", "over_at": f"{_MOMENT} + interval '1 day'"},
        1,
    ),
)


def _people(about: Mapping[str, int]) -> None:
    row = {
        "email": "'v' || n || '@example.org'",
        "key": "'p' || lpad(to_hex(n), 9, '0')",
        "name": "'digger ' || n",
        "created_at": "now()",
    }
    _run(
        Player, "games_player g", "g.id = (SELECT min(id) FROM games_player)", row, about, "people"
    )


def _letters(asked: Seat, about: Mapping[str, Any]) -> None:
    source = f"games_game a, games_seat s, generate_series(1, {LETTERS_EACH}) k"
    seat = (
        f"a.key = 'v' || lpad(to_hex(n), 9, '0') AND s.game_id = a.id AND s.number = {asked.number}"
    )
    _each(Letter, source, seat, _LETTER, about)


def _each(
    model: type[Model], source: str, which: str, row: Mapping[str, str], about: Mapping[str, Any]
) -> None:
    """Add rows for each game, some thousands of games by a statement."""
    for begin in range(0, about["games"], _STEP):
        progress(f"{model._meta.verbose_name_plural}: of {begin:,} of {about['games']:,} games")
        numbers = {"from": begin + 1, "to": min(begin + _STEP, about["games"])}
        _run(model, source, which, row, {**about, **numbers}, None)


def _plain(model: type[Model], row: Mapping[str, str], about: Mapping[str, Any]) -> None:
    progress(f"{model._meta.verbose_name_plural}: {about['games']:,}")
    columns = [str(field.column) for field in model._meta.concrete_fields if field.column in row]
    values = ", ".join(row[column] for column in columns)
    _say(
        f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {values}"
        " FROM generate_series(1, %(games)s) n",
        about,
    )


def _run(
    model: type[Model],
    source: str,
    which: str,
    row: Mapping[str, str],
    about: Mapping[str, Any],
    count: str | None,
) -> None:
    columns = [
        str(field.column)
        for field in model._meta.concrete_fields
        if field.column in row or (not field.primary_key and " g" in f" {source}")
    ]
    if model is Letter:
        columns = list(_LETTER)
    values = ", ".join(row.get(column, f"g.{column}") for column in columns)
    series = f"generate_series(1, %({count})s)" if count else "generate_series(%(from)s, %(to)s)"
    _say(
        f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {values}"
        f" FROM {series} n, {source} WHERE {which}",
        about,
    )


def _say(sql: str, about: Mapping[str, Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql % about)  # numbers of our own
