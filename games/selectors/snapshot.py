"""A started game read in one statement: game, seats and latest moves of one and the same ply.

Three queries could each meet the table at another move, and cost three times as much as this one on
the page that is opened most. Of the reading rooms only this one writes its SQL by hand.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection

from games.clocks.rules import store
from games.clocks.rules.table import Table
from games.clocks.rules.waiting import Hold
from games.errors import NoSuchGame
from games.models import Game, Player, Seat
from games.selectors import clock
from games.selectors.rows import people
from games.selectors.values import ActRow, GameFacts, MoveRow, Person, Place, Visit

STORY_MOVES = 60
"""A table's page goes back so far at most; `selectors.story` tells the whole."""

_SELECT = """
SELECT g.id, g.key, g.ruleset, g.options, g.seats, g.time, g.status, g.ply, o.name,
    g.created_at, g.started_at, g.ended_at, g.to_act, g.state, g.stuck,
    (SELECT jsonb_build_array(held_at, reason) FROM games_pulse WHERE held_at IS NOT NULL),
    (
        SELECT jsonb_agg(
            jsonb_build_array(
                s.number, s.name, s.bot, s.bot OR s.player_id IS NOT NULL, s.link_epoch
            ) ORDER BY s.number
        )
        FROM games_seat s WHERE s.game_id = g.id
    ),
    ARRAY(
        SELECT o.seat FROM games_offer o
        WHERE o.game_id = g.id AND o.closed_at IS NULL AND g.ended_at IS NULL
    ),
    (
        SELECT jsonb_agg(jsonb_build_array(m.ply, m.seat, m.by, m.made_at, m.events) ORDER BY m.ply)
        FROM (
            SELECT * FROM games_move WHERE game_id = g.id ORDER BY ply DESC LIMIT %s
        ) m
    ),
    (
        SELECT jsonb_agg(jsonb_build_array(e.ply, e.act, e.seat, e.said, e.made_at) ORDER BY e.id)
        FROM (
            SELECT * FROM games_entry WHERE game_id = g.id ORDER BY id DESC LIMIT %s
        ) e
    ),
    (
        SELECT to_jsonb(o) FROM games_orders o JOIN games_seat s ON s.id = o.seat_id
        WHERE s.game_id = g.id AND s.number = %s
    )
FROM games_game g JOIN games_player o ON o.id = g.organiser_id
WHERE g.status IN ('active', 'finished') AND g."""


_SEAT_FIELDS = ("id", "game_id", "number", "player_id", "link_epoch")
_PLAYER_FIELDS = ("id", "name", "email", "language", "time_zone")
_GAME_FIELDS = ("id", "key", "status", "ended_at")
_SELECT_SEAT = f"""
SELECT {{now}}, {", ".join(f"s.{field}" for field in _SEAT_FIELDS)},
    {", ".join(f"g.{field}" for field in _GAME_FIELDS)},
    {", ".join(f"p.{field}" for field in _PLAYER_FIELDS)}
FROM games_seat s JOIN games_game g ON g.id = s.game_id
    LEFT JOIN games_player p ON p.id = s.player_id
WHERE """  # noqa: S608 (names of columns, all written above)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one look at the database shows of a game. The state is secret and goes no further."""

    game: GameFacts
    asked: tuple[int, ...]
    table: Table
    hold: Hold | None
    set_aside: bool
    state: Any
    people: tuple[Person, ...]
    epochs: tuple[int, ...]
    """Of each seat's links."""
    moves: str
    """As JSON, which `move_rows` takes apart: a page that is not new needs none of them."""
    acts: Sequence[ActRow]
    orders: Mapping[str, Any] | None
    """Those of the one seat that looks, if it looks."""


def by_id(game_id: int, viewer: int) -> Snapshot:
    """Read a started game for one of its seats; raises NoSuchGame."""
    return _read("id = %s", game_id, viewer)


def by_key(key: str) -> Snapshot:
    """Read a started game by its public name; raises NoSuchGame."""
    return _read("key = %s", key, None)


def _read(which: str, value: int | str, viewer: int | None) -> Snapshot:
    with connection.cursor() as cursor:
        cursor.execute(_SELECT + which, [STORY_MOVES, STORY_MOVES, viewer, value])
        row = cursor.fetchone()
    if row is None:
        raise NoSuchGame
    game_id, key, rules, options, count, time, *known, asked, state = row[:-7]
    stuck, held, seats, offered, moves, acts, own = row[-7:]
    table = store.load(json.loads(time))
    facts = GameFacts(game_id, key, rules, json.loads(options), count, table.settings, *known)
    places = [Place(*place) for place in json.loads(seats)]
    return Snapshot(
        game=facts,
        asked=tuple(asked),
        table=table,
        hold=_hold(held),
        set_aside=stuck >= Game.SET_ASIDE,
        state=json.loads(state),
        people=tuple(_standing(person, table, offered) for person in people(places, asked)),
        epochs=tuple(place.epoch for place in places),
        moves=moves,
        acts=_acts(acts),
        orders=json.loads(own) if own else None,
    )


def _hold(stored: str | None) -> Hold | None:
    if stored is None:
        return None
    since, reason = json.loads(stored)
    return Hold(datetime.fromisoformat(since), reason)


def _standing(person: Person, table: Table, offered: Sequence[int]) -> Person:
    """Tell whether a bot plays for somebody, and whether his seat is offered."""
    stood_in = table.seats[person.number].bot and not person.bot and not table.finished
    return replace(person, stood_in=stood_in, offered=person.number in offered)


def visit_by_number(game_id: int, number: int) -> Visit | None:
    """Read a seat with who sits there and as much of its game as tells whether it is open."""
    return _read_seat("s.game_id = %s AND s.number = %s", game_id, number)


def visit_by_player(key: str, player_id: int) -> Visit | None:
    """Read the seat of a player at a table in the same way."""
    return _read_seat("g.key = %s AND s.player_id = %s", key, player_id)


def _read_seat(which: str, *values: int | str) -> Visit | None:
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_SEAT.format(now=clock.NOW) + which, values)
        row = cursor.fetchone()
    if row is None:
        return None
    now, *fields = row
    read = iter(fields)
    seat = Seat.from_db(DEFAULT_DB_ALIAS, _SEAT_FIELDS, [next(read) for _ in _SEAT_FIELDS])
    # What was not read stays unread: asking for it asks the database.
    seat.game = Game.from_db(DEFAULT_DB_ALIAS, _GAME_FIELDS, [next(read) for _ in _GAME_FIELDS])
    player = Player.from_db(DEFAULT_DB_ALIAS, _PLAYER_FIELDS, list(read))
    seat.player = player if seat.player_id else None
    return Visit(seat, now)


def move_rows(aggregated: str) -> list[MoveRow]:
    """Take the moves of a snapshot apart, the first of them first."""
    return [
        MoveRow(ply, seat, by, datetime.fromisoformat(made_at), events)
        for ply, seat, by, made_at, events in json.loads(aggregated)
    ]


def _acts(aggregated: str | None) -> list[ActRow]:
    return [
        ActRow(ply, act, seat, said, datetime.fromisoformat(made_at))
        for ply, act, seat, said, made_at in json.loads(aggregated or "[]")
    ]
