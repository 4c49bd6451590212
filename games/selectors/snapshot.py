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


_VISIT = (
    *("game", "number", "player", "link_epoch"),
    *(f"player__{field}" for field in ("email", "name", "language", "time_zone")),
)
_SEAT = ("game", "number", "name", "bot", "strength", "link_epoch")
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
    _read_rest([game])
    return _snapshot(game, game, by=by)


def some(wanted: Collection[tuple[int, int]]) -> Callable[[int, int], Snapshot]:
    """Read started games for some of their seats at once, to be asked for one after the other.

    As `by_id`, and what is wrong with one game is met by who asks for it.
    """
    which = Q(pk__in=())
    for game_id, number in wanted:
        which |= Q(game=game_id, number=number)
    seats = list(_looking().filter(which, game__status__in=Game.BEGUN))
    # Several seats may look at one game; each has read it, and the rest is read once.
    games = {seat.game_id: seat.game for seat in seats}
    _read_rest(games.values())
    read = {(seat.game_id, seat.number): seat for seat in seats}

    def found(game_id: int, viewer: int) -> Snapshot:
        if (seat := read.get((game_id, viewer))) is None:
            raise NoSuchGame
        return _snapshot(games[game_id], seat, viewer=seat)

    return found


def visit_by_number(game_id: int, number: int) -> Visit | None:
    """Read a seat with its player and its game."""
    return _visit(game=game_id, number=number)


def visit_by_player(key: str, player_id: int) -> Visit | None:
    """Read the seat of a player at a table in the same way."""
    return _visit(game__key=key, player=player_id)


def look_by_number(game_id: int, number: int) -> Look | None:
    """Read a seat with its player, and all of its game that a page shows."""
    return _look(game=game_id, number=number)


def look_by_player(key: str, player_id: int) -> Look | None:
    """Read the seat of a player at a table, and the game, in the same way."""
    return _look(game__key=key, player=player_id)


def _visit(**which: object) -> Visit | None:
    seats = Seat.objects.select_related("game", "player").defer("game__state")
    seat = seats.annotate(now=clock.now()).filter(**which).first()
    return Visit(seat, seat.now) if seat else None


def _look(**which: object) -> Look | None:
    try:
        seat = _looking().annotate(now=clock.now()).get(**which)
    except Seat.DoesNotExist:
        return None
    visit = Visit(seat, seat.now)
    if seat.game.status not in Game.BEGUN:
        return Look(visit, None)
    _read_rest([seat.game])
    return Look(visit, _snapshot(seat.game, seat, viewer=seat))


@cache
def _games() -> "QuerySet[Any]":
    games = Game.objects.select_related("organiser").only(*_GAME, "organiser__name")
    return _whole(games)


@cache
def _looking() -> "QuerySet[Any]":
    seats = Seat.objects.select_related("game__organiser", "player", "orders").order_by()
    game = (f"game__{field}" for field in (*_GAME, "organiser__name"))
    return _whole(seats.only(*_VISIT, *game, "orders"), "game__")


def _whole(rows: "QuerySet[Any]", game: str = "") -> "QuerySet[Any]":
    """Read with these rows what a snapshot needs of the game at the end of this path."""
    table = f"{game}league_table__"
    held = Pulse.objects.filter(held_at__isnull=False)
    said = JSONObject(since="held_at", reason="reason", position="position")
    found: QuerySet[Any] = rows.annotate(
        # As text: it is the key by which what follows from it is remembered.
        stored=Cast(f"{game}state", TextField()),
        restarted_as=F(f"{game}restart__key"),
        restarts=F(f"{game}restart_of__key"),
        held=Subquery(held.values_list(said)[:1], output_field=JSONField()),
        league_key=F(f"{table}round__division__season__league__key"),
        league_name=F(f"{table}round__division__season__league__name"),
        league_season=F(f"{table}round__division__season__number"),
        league_rank=F(f"{table}round__division__rank"),
        league_round=F(f"{table}round__number"),
        league_final=F(f"{table}round__final"),
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
    seats = Seat.objects.order_by("number").select_related("player")
    return seats.only(*_SEAT, "player__key", "player__email").annotate(
        silent=Subquery(chosen.values_list(silent)[:1]),
        offered=Exists(offers),
    )


@cache
def _moves() -> "QuerySet[Any, Any]":
    latest = Move.objects.filter(ply__gt=F("game__ply") - STORY_MOVES).order_by("ply")
    return latest.values_list("game", "ply", "seat", "by", "made_at", Cast("events", TextField()))


def _read_rest(found: Iterable[Game]) -> None:
    """Read seats, latest moves and latest acts of games that were read before."""
    games: dict[int, Any] = {game.pk: game for game in found}
    for game in games.values():
        game.seated, game.told, game.done = [], [], []
    for seat in _seats().filter(game__in=games):
        games[seat.game_id].seated.append(seat)
    for pk, *move in _moves().filter(game__in=games):
        games[pk].told.append(Told(*move))
    acts = Entry.objects.filter(game__in=games).order_by("id")
    for pk, *act in acts.values_list("game", *ActRow._fields):
        games[pk].done.append(ActRow(*act))


def _snapshot(
    game: Any, read: Any, *, viewer: Seat | None = None, by: Player | None = None
) -> Snapshot:
    """Put together a game and what `_whole` read with it."""
    table = store.load(game.time)
    facts = replace(
        rows.facts(game, _league(read)),
        outcome=game.outcome,
        restart=read.restarted_as or "",
        restart_of=read.restarts or "",
    )
    # How somebody is written to is told to who waits for them, and to nobody else.
    waits = viewer is not None and not table.finished
    sees_to_it = by is not None and by.pk == game.organiser_id and not table.finished
    places = [_place(seat) for seat in game.seated]
    return Snapshot(
        game=facts,
        asked=tuple(game.to_act),
        table=table,
        hold=_hold(read.held),
        set_aside=game.stuck >= Game.SET_ASIDE,
        state=read.stored,
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


def _league(read: Any) -> InLeague | None:
    if read.league_key is None:
        return None
    return InLeague(
        read.league_key,
        read.league_name,
        read.league_season,
        read.league_rank,
        read.league_round,
        read.league_final,
    )


def _hold(held: dict[str, str] | None) -> Hold | None:
    if held is None:
        return None
    since = datetime.fromisoformat(held["since"])
    return Hold(since, held["reason"], whole=held["position"] == "all")
