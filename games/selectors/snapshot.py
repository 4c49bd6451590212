"""A started game read in one statement: game, seats and latest moves of one and the same ply.

Who comes to it, and what time it is, are read with it where its page is opened. Three queries could
each meet the table at another move, and cost three times as much as this one on the page that is
opened most. Of the reading rooms only this one writes its SQL by hand.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection

from games.clocks.rules import store
from games.clocks.rules.table import Table
from games.clocks.rules.waiting import Hold
from games.errors import DealClosed, NoSuchGame
from games.models import Game, Player, Seat
from games.selectors import clock
from games.selectors.rows import people
from games.selectors.values import ActRow, GameFacts, InLeague, MoveRow, Person, Place, Visit
from games.texts.former import called

KEPT = 256
"""So many tables are remembered: a page is asked for again and again while nothing is new."""
STORY_MOVES = 60
"""A table's page goes back so far at most; `selectors.story` tells the whole."""

_SELECT = """
SELECT {visit}{viewer}, g.id, g.key, g.name, g.ruleset, g.options, g.seats, g.time, g.status, g.ply,
    o.name, g.created_at, g.started_at, g.ended_at, g.commitment, g.outcome, g.covered_until,
    g.closed,
    (SELECT r.key FROM games_game r WHERE r.restart_of_id = g.id),
    (SELECT r.key FROM games_game r WHERE r.id = g.restart_of_id),
    (
        SELECT json_build_array(l.key, l.name, se.number, d.rank, ro.number, ro.final)::text
        FROM games_leaguetable t JOIN games_round ro ON ro.id = t.round_id
            JOIN games_division d ON d.id = ro.division_id
            JOIN games_season se ON se.id = d.season_id
            JOIN games_league l ON l.id = se.league_id
        WHERE t.game_id = g.id
    ),
    g.to_act, g.state, g.organiser_id, g.stuck,
    (
        SELECT json_build_array(held_at, reason, position = 'all')::text
        FROM games_pulse WHERE held_at IS NOT NULL
    ),
    (
        SELECT json_agg(
            json_build_array(
                s.number, s.name, s.bot, s.bot OR s.player_id IS NOT NULL, s.link_epoch, s.strength,
                CASE WHEN p.email IS NULL THEN '' ELSE p.key END,
                p.email IS NOT NULL AND coalesce(
                    own.stopped OR NOT (own.turns OR own.reminders),
                    rule.stopped OR NOT (rule.turns OR rule.reminders),
                    false
                )
            ) ORDER BY s.number
        )::text
        FROM games_seat s LEFT JOIN games_player p ON p.id = s.player_id
            LEFT JOIN games_subscription own ON own.player_id = p.id AND own.game_id = g.id
            LEFT JOIN games_subscription rule ON rule.player_id = p.id AND rule.game_id IS NULL
        WHERE s.game_id = g.id
    ),
    ARRAY(
        SELECT o.seat FROM games_offer o
        WHERE o.game_id = g.id AND o.closed_at IS NULL AND g.ended_at IS NULL
    ),
    (
        SELECT json_agg(json_build_array(m.ply, m.seat, m.by, m.made_at, m.events) ORDER BY m.ply)
            ::text
        FROM (
            SELECT * FROM games_move WHERE game_id = g.id ORDER BY ply DESC LIMIT %s
        ) m
    ),
    (
        SELECT json_agg(json_build_array(e.ply, e.act, e.seat, e.said, e.made_at) ORDER BY e.id)
            ::text
        FROM (
            SELECT * FROM games_entry WHERE game_id = g.id ORDER BY id DESC LIMIT %s
        ) e
    ),
    (
        SELECT to_json(o)::text FROM games_orders o JOIN games_seat s ON s.id = o.seat_id
        WHERE s.game_id = g.id AND s.number = {viewer}
    )
FROM {games} JOIN games_player o ON o.id = g.organiser_id
WHERE """
_STARTED = "g.status IN ('active', 'finished', 'annulled')"
_SELECT_ONE = f"{_SELECT.format(visit='', viewer='%s::int', games='games_game g')}{_STARTED} AND g."
_SOME = "unnest(%s::bigint[], %s::int[]) AS w (game, viewer) JOIN games_game g ON g.id = w.game"
_SELECT_SOME = _SELECT.format(visit="", viewer="w.viewer", games=_SOME) + _STARTED

# In the order of their models: Django gives them out by that.
_SEAT_FIELDS = ("id", "game_id", "number", "player_id", "link_epoch")
_PLAYER_FIELDS = ("id", "email", "name", "language", "time_zone")
_GAME_FIELDS = ("id", "key", "status", "ended_at")
_VISIT = ", ".join(
    f"{table}.{field}"
    for table, fields in {"v": _SEAT_FIELDS, "g": _GAME_FIELDS, "w": _PLAYER_FIELDS}.items()
    for field in fields
)
_VISIT_ENDS = 1 + len((*_SEAT_FIELDS, *_GAME_FIELDS, *_PLAYER_FIELDS))
_VISITED = """games_seat v JOIN games_game g ON g.id = v.game_id
    LEFT JOIN games_player w ON w.id = v.player_id"""
_SELECT_VISIT = f"SELECT {{now}}, {_VISIT} FROM {_VISITED} WHERE "  # noqa: S608 (named above)
_SELECT_LOOK = _SELECT.format(visit=f"{{now}}, {_VISIT}, ", viewer="v.number", games=_VISITED)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one look at the database shows of a game. The state is secret and goes no further."""

    game: GameFacts
    asked: tuple[int, ...]
    table: Table
    hold: Hold | None
    set_aside: bool
    state: str
    """As JSON, by which what follows from it is found again."""
    people: tuple[Person, ...]
    epochs: tuple[int, ...]
    """Of each seat's links."""
    moves: str
    """As JSON, which `moves_of` takes apart: a page that is not new needs none of them."""
    acts: Sequence[ActRow]
    orders: Mapping[str, Any] | None
    """Those of the one seat that looks, if it looks."""


class Made(NamedTuple):
    """Who made a move, and how."""

    ply: int
    seat: int | None
    by: str


class Look(NamedTuple):
    """A seat that somebody comes to, and its game as it stood in that very moment."""

    visit: Visit
    found: Snapshot | None
    """Nothing before the start."""


def by_id(game_id: int, viewer: int) -> Snapshot:
    """Read a started game for one of its seats; raises NoSuchGame."""
    return _read("id = %s", game_id, viewer)


def by_key(key: str, *, by: Player | None = None, through_glass: bool = False) -> Snapshot:
    """Read a started game as everybody may; raises NoSuchGame, or DealClosed but through glass.

    If it is read `by` its organiser, he learns who cannot be reached, as those at the table do.
    """
    found = _read("key = %s", key, None, by)
    if found.game.closed and not through_glass:
        raise DealClosed
    return found


def _read(which: str, value: int | str, viewer: int | None, by: Player | None = None) -> Snapshot:
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_ONE + which, [viewer, STORY_MOVES, STORY_MOVES, viewer, value])
        row = cursor.fetchone()
    if row is None:
        raise NoSuchGame
    return _snapshot(row, by)


def some(wanted: Collection[tuple[int, int]]) -> Callable[[int, int], Snapshot]:
    """Read started games for some of their seats at once, to be asked for one after the other.

    As `by_id`, and what is wrong with one game is met by who asks for it.
    """
    rows = dict[tuple[int, int], tuple[Any, ...]]()
    if wanted:
        which = map(list, zip(*wanted, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(_SELECT_SOME, [STORY_MOVES, STORY_MOVES, *which])
            rows = {(row[1], row[0]): row for row in cursor}

    def found(game_id: int, viewer: int) -> Snapshot:
        if (row := rows.get((game_id, viewer))) is None:
            raise NoSuchGame
        return _snapshot(row)

    return found


def _snapshot(row: tuple[Any, ...], by: Player | None = None) -> Snapshot:
    viewer, game_id, key, name, rules, options, count, time, *known = row[:-16]
    outcome, covered_until, closed, restart, restart_of, league, asked, state = row[-16:-8]
    organiser, stuck, held, seats, offered, moves, acts, own = row[-8:]
    table = _time(time)
    chosen = json.loads(options)
    ended = json.loads(outcome) if outcome else None, covered_until, closed
    told = (table.settings, *known, *ended, restart or "", restart_of or "")
    facts = GameFacts(game_id, key, name, rules, chosen, count, *told)
    if league:
        facts = replace(facts, league=InLeague(*json.loads(league)))
    if not facts.organiser:
        facts = replace(facts, organiser=called(facts.organiser))
    places = [Place(*place) for place in json.loads(seats)]
    # How somebody is written to is told to who waits for him, and to nobody else.
    waits = viewer is not None and not table.finished
    sees_to_it = by is not None and by.pk == organiser and not table.finished
    return Snapshot(
        game=facts,
        asked=tuple(asked),
        table=table,
        hold=_hold(held),
        set_aside=stuck >= Game.SET_ASIDE,
        state=state,
        people=tuple(
            replace(
                person,
                stood_in=table.seats[place.number].bot and not place.bot and not table.finished,
                offered=place.number in offered,
                without_mail=place.without_mail and waits,
                unreached=table.seats[place.number].unreached and (waits or sees_to_it),
            )
            for person, place in zip(people(places, asked), places, strict=True)
        ),
        epochs=tuple(place.epoch for place in places),
        moves=moves,
        acts=_acts(acts),
        orders=json.loads(own) if own else None,
    )


@lru_cache(maxsize=KEPT)
def _time(stored: str) -> Table:
    return store.load(json.loads(stored))


def _hold(stored: str | None) -> Hold | None:
    if stored is None:
        return None
    since, reason, whole = json.loads(stored)
    return Hold(datetime.fromisoformat(since), reason, whole=whole)


def visit_by_number(game_id: int, number: int) -> Visit | None:
    """Read a seat with who sits there and as much of its game as tells whether it is open."""
    return _read_visit(_BY_NUMBER, game_id, number)


def visit_by_player(key: str, player_id: int) -> Visit | None:
    """Read the seat of a player at a table in the same way."""
    return _read_visit(_BY_PLAYER, key, player_id)


def look_by_number(game_id: int, number: int) -> Look | None:
    """Read a seat in the same way, and its game in the same statement."""
    return _read_look(_BY_NUMBER, game_id, number)


def look_by_player(key: str, player_id: int) -> Look | None:
    """Read the seat of a player at a table, and the game, in the same way."""
    return _read_look(_BY_PLAYER, key, player_id)


_BY_NUMBER = "v.game_id = %s AND v.number = %s"
_BY_PLAYER = "g.key = %s AND v.player_id = %s"


def _read_visit(which: str, *values: int | str) -> Visit | None:
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_VISIT.format(now=clock.NOW) + which, values)
        row = cursor.fetchone()
    return row and _visit(row)


def _read_look(which: str, *values: int | str) -> Look | None:
    asked = [STORY_MOVES, STORY_MOVES, *values]
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_LOOK.format(now=clock.NOW) + which, asked)
        row = cursor.fetchone()
    if row is None:
        return None
    visit = _visit(row[:_VISIT_ENDS])
    begun = visit.seat.game.status not in (Game.Status.OPEN, Game.Status.CANCELLED)
    return Look(visit, _snapshot(row[_VISIT_ENDS:]) if begun else None)


def _visit(row: tuple[Any, ...]) -> Visit:
    now, *fields = row
    read = iter(fields)
    seat = Seat.from_db(DEFAULT_DB_ALIAS, _SEAT_FIELDS, [next(read) for _ in _SEAT_FIELDS])
    # What was not read stays unread: asking for it asks the database.
    seat.game = Game.from_db(DEFAULT_DB_ALIAS, _GAME_FIELDS, [next(read) for _ in _GAME_FIELDS])
    player = Player.from_db(DEFAULT_DB_ALIAS, _PLAYER_FIELDS, list(read))
    seat.player = player if seat.player_id else None
    return Visit(seat, now)


def moves_of(aggregated: str) -> tuple[list[Made], Callable[[int], list[MoveRow]]]:
    """Tell who made the moves of a snapshot; those from a ply on are taken apart when asked for."""
    moves = json.loads(aggregated)

    def since(first: int) -> list[MoveRow]:
        return [
            MoveRow(ply, seat, by, datetime.fromisoformat(made_at), events)
            for ply, seat, by, made_at, events in moves
            if ply >= first
        ]

    return [Made(ply, seat, by) for ply, seat, by, _, _ in moves], since


def _acts(aggregated: str | None) -> list[ActRow]:
    return [
        ActRow(ply, act, seat, said, datetime.fromisoformat(made_at))
        for ply, act, seat, said, made_at in json.loads(aggregated or "[]")
    ]
