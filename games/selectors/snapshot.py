"""A started game as it is read for one viewer: game, seats, latest moves and acts.

The game is read first and rules the rest: of moves and acts only what it knows of is told, so a
move that somebody makes meanwhile shows on the next page. Who sits there is read after it, so
nobody sees more than they may once their seat is given away.
"""

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    F,
    JSONField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
)
from django.db.models.functions import Cast, JSONObject

from games.clocks.models import Pulse
from games.clocks.rules import store
from games.clocks.rules.table import Table
from games.clocks.rules.waiting import Hold
from games.errors import DealClosed, NoSuchGame
from games.models import Entry, Game, Move, Offer, Orders, Player, Seat, Subscription
from games.selectors import clock, rows
from games.selectors.values import ActRow, GameFacts, InLeague, MoveRow, Person, Place, Visit

STORY_MOVES = 60
"""A table's page goes back so far at most; `selectors.story` tells the whole."""


_SEAT = (
    *("game", "number", "player", "name", "bot", "strength", "link_epoch", "orders"),
    *(f"player__{field}" for field in ("key", "email", "name", "language", "time_zone")),
)
_GAME = (
    *("key", "name", "ruleset", "options", "seats", "time", "status", "ply", "to_act", "stuck"),
    *("organiser", "commitment", "outcome", "created_at", "started_at", "ended_at"),
    *("covered_until", "closed"),
)


class Told(NamedTuple):
    """A move, its facts still as JSON: they name what others may not know of."""

    ply: int
    seat: int | None
    by: str
    made_at: datetime
    events: str

    @property
    def row(self) -> MoveRow:
        """Read its facts."""
        return MoveRow(self.ply, self.seat, self.by, self.made_at, json.loads(self.events))


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
    moves: tuple[Told, ...]
    acts: tuple[ActRow, ...]
    orders: Orders | None
    """Those of the one seat that looks, if it looks."""


class Look(NamedTuple):
    """A seat that somebody comes to, and its game."""

    visit: Visit
    found: Snapshot | None
    """Nothing before the start."""


def by_id(game_id: int, viewer: int) -> Snapshot:
    """Read a started game for one of its seats; raises NoSuchGame."""
    return some([(game_id, viewer)])(game_id, viewer)


def by_key(key: str, *, by: Player | None = None, through_glass: bool = False) -> Snapshot:
    """Read a started game as everybody may; raises NoSuchGame, or DealClosed but through glass.

    If it is read `by` its organiser, they learn who cannot be reached, as those at the table do.
    """
    try:
        game = _games().get(key=key, status__in=Game.BEGUN)
    except Game.DoesNotExist:
        raise NoSuchGame from None
    if game.closed and not through_glass:
        raise DealClosed
    _read_seats([game])
    _read_story([game])
    return _snapshot(game, by=by)


def some(wanted: Collection[tuple[int, int]]) -> Callable[[int, int], Snapshot]:
    """Read started games for some of their seats at once, to be asked for one after the other.

    As `by_id`, and what is wrong with one game is met by who asks for it.
    """
    found = _games().filter(pk__in={game_id for game_id, _ in wanted}, status__in=Game.BEGUN)
    games = {game.pk: game for game in found}
    _read_seats(games.values())
    _read_story(games.values())

    def one(game_id: int, viewer: int) -> Snapshot:
        game = games.get(game_id)
        seat = game and _seat(game, number=viewer)
        if seat is None:
            raise NoSuchGame
        return _snapshot(game, viewer=seat)

    return one


def visit_by_number(game_id: int, number: int) -> Visit | None:
    """Read a seat with its player and its game."""
    return _visit(game=game_id, number=number)


def visit_by_player(key: str, player_id: int) -> Visit | None:
    """Read the seat of a player at a table in the same way."""
    return _visit(game__key=key, player=player_id)


def look_by_number(game_id: int, number: int) -> Look | None:
    """Read a seat with its player, and all of its game that a page shows."""
    return _look({"pk": game_id}, number=number)


def look_by_player(key: str, player_id: int) -> Look | None:
    """Read the seat of a player at a table, and the game, in the same way."""
    return _look({"key": key}, player_id=player_id)


def _visit(**which: object) -> Visit | None:
    seats = Seat.objects.select_related("game", "player").defer("game__state")
    seat = seats.annotate(now=clock.now()).filter(**which).first()
    return Visit(seat, seat.now) if seat else None


def _look(which: dict[str, object], **whose: object) -> Look | None:
    try:
        game = _games().annotate(now=clock.now()).get(**which)
    except Game.DoesNotExist:
        return None
    _read_seats([game])
    seat = _seat(game, **whose)
    if seat is None:
        return None
    visit = Visit(seat, game.now)
    if game.status not in Game.BEGUN:
        return Look(visit, None)
    _read_story([game])
    return Look(visit, _snapshot(game, viewer=seat))


def _seat(game: Any, **whose: object) -> Any:
    """Find a seat of a game by its number or its player."""
    [(field, value)] = whose.items()
    return next((seat for seat in game.seated if getattr(seat, field) == value), None)


@cache
def _games() -> "QuerySet[Any]":
    held = Pulse.objects.filter(held_at__isnull=False)
    said = JSONObject(since="held_at", reason="reason", position="position")
    table = "league_table__round__"
    games = Game.objects.select_related("organiser").only(*_GAME, "organiser__name").order_by()
    found: QuerySet[Any] = games.annotate(
        # As text: it is the key by which what follows from it is remembered.
        stored=Cast("state", TextField()),
        restarted_as=F("restart__key"),
        restarts=F("restart_of__key"),
        held=Subquery(held.values_list(said)[:1], output_field=JSONField()),
        league_key=F(f"{table}division__season__league__key"),
        league_name=F(f"{table}division__season__league__name"),
        league_season=F(f"{table}division__season__number"),
        league_rank=F(f"{table}division__rank"),
        league_round=F(f"{table}number"),
        league_final=F(f"{table}final"),
    )
    return found


@cache
def _seats() -> "QuerySet[Any]":
    # What was chosen for this game goes before the rule for all.
    chosen = Subscription.objects.filter(
        Q(game=OuterRef("game")) | Q(game=None), player=OuterRef("player")
    ).order_by(F("game").asc(nulls_last=True))
    silent = ExpressionWrapper(
        Q(stopped=True) | Q(turns=False, reminders=False), output_field=BooleanField()
    )
    offers = Offer.objects.filter(
        game=OuterRef("game"), seat=OuterRef("number"), closed_at=None, game__ended_at=None
    )
    seats = Seat.objects.order_by("number").select_related("player", "orders")
    return seats.only(*_SEAT).annotate(
        silent=Subquery(chosen.values_list(silent)[:1]),
        offered=Exists(offers),
    )


@cache
def _moves() -> "QuerySet[Any, Any]":
    latest = Move.objects.filter(ply__gt=F("game__ply") - STORY_MOVES).order_by("ply")
    return latest.values_list("game", "ply", "seat", "by", "made_at", Cast("events", TextField()))


def _read_seats(found: Iterable[Any]) -> None:
    games = {game.pk: game for game in found}
    for game in games.values():
        game.seated = []
    for seat in _seats().filter(game__in=games):
        seat.game = games[seat.game_id]
        seat.game.seated.append(seat)


def _read_story(found: Iterable[Any]) -> None:
    """Read the latest moves and acts of games."""
    games = {game.pk: game for game in found}
    for game in games.values():
        game.told, game.done = [], []
    for pk, *move in _moves().filter(game__in=games):
        games[pk].told.append(Told(*move))
    acts = Entry.objects.filter(game__in=games).order_by("id")
    for pk, *act in acts.values_list("game", *ActRow._fields):
        games[pk].done.append(ActRow(*act))


def _snapshot(game: Any, *, viewer: Seat | None = None, by: Player | None = None) -> Snapshot:
    """Put together what was read of a game."""
    table = store.load(game.time)
    facts = replace(
        rows.facts(game, _league(game)),
        outcome=game.outcome,
        restart=game.restarted_as or "",
        restart_of=game.restarts or "",
    )
    # How somebody is written to is told to who waits for them, and to nobody else.
    waits = viewer is not None and not table.finished
    sees_to_it = by is not None and by.pk == game.organiser_id and not table.finished
    places = [_place(seat) for seat in game.seated]
    return Snapshot(
        game=facts,
        asked=tuple(game.to_act),
        table=table,
        hold=_hold(game.held),
        set_aside=game.stuck >= Game.SET_ASIDE,
        state=game.stored,
        people=tuple(
            replace(
                person,
                stood_in=table.seats[seat.number].bot and not seat.bot and not table.finished,
                offered=seat.offered,
                without_mail=place.without_mail and waits,
                unreached=table.seats[seat.number].unreached and (waits or sees_to_it),
            )
            for person, place, seat in zip(
                rows.people(places, game.to_act), places, game.seated, strict=True
            )
        ),
        epochs=tuple(place.epoch for place in places),
        moves=tuple(move for move in game.told if move.ply <= game.ply),
        acts=tuple(act for act in game.done if act.ply <= game.ply)[-STORY_MOVES:],
        orders=getattr(viewer, "orders", None),
    )


def _place(seat: Any) -> Place:
    player = seat.player
    reached = player is not None and player.email is not None
    return Place(
        seat.number,
        seat.name,
        seat.bot,
        seat.taken,
        seat.link_epoch,
        seat.strength,
        player.key if reached else "",
        bool(seat.silent) and reached,
    )


def _league(game: Any) -> InLeague | None:
    if game.league_key is None:
        return None
    return InLeague(
        game.league_key,
        game.league_name,
        game.league_season,
        game.league_rank,
        game.league_round,
        game.league_final,
    )


def _hold(held: dict[str, str] | None) -> Hold | None:
    if held is None:
        return None
    since = datetime.fromisoformat(held["since"])
    return Hold(since, held["reason"], whole=held["position"] == "all")
