"""How the services take hold of a game: one lock per game, taken first, never two."""

from datetime import UTC, datetime
from typing import Literal

from django.db.models import Q

from games import statements
from games.errors import BadLink, NoSuchGame, NotOpen, NotOrganiser
from games.links import SeatClaim
from games.links import require_open as require_seat
from games.log.rules import Cause
from games.models import Game, Player, Seat

# Every move begins with these two. Said in SQL they cost half of what building them anew would.
# With the game comes what forbids that its time runs out: our last sign of life, holds, outages;
# and whether there are orders, which most moves need not ask for then. Why the game is about to
# change is named with it too, where the caller has not named it before.
_SELECT = """SELECT g.*, set_config('saboteur.cause', coalesce(nullif(%(cause)s, ''),
    current_setting('saboteur.cause', true)), true) AS cause, p.pulse_at, p.held_at, p.held_whole,
ARRAY(
    SELECT tstzrange(begun_at, ended_at) FROM games_outage
    WHERE ended_at > g.started_at AND position = '' ORDER BY begun_at
) AS outages, ARRAY(
    SELECT tstzrange(begun_at, ended_at) FROM games_outage
    WHERE ended_at > g.started_at AND position <> '' ORDER BY begun_at
) AS holds, EXISTS (
    SELECT FROM games_orders o JOIN games_seat s ON s.id = o.seat_id WHERE s.game_id = g.id
) AS ordered
FROM games_game g CROSS JOIN """
# Who is about to change a game shares the service with all who do: who switches a hold waits for
# them, and they for him. The switch is read after that, by the function's own statement.
_GAME = f"{_SELECT} saboteur_share_service() p WHERE "
_BY_ID = f"{_GAME} g.id = %(pk)s FOR NO KEY UPDATE OF g"
_BY_KEY = f"{_GAME} g.key = %(key)s FOR NO KEY UPDATE OF g"
_LOOK = """(
    SELECT max(last_at) AS pulse_at, max(held_at) AS held_at,
        coalesce(bool_or(held_at IS NOT NULL AND position = 'all'), false) AS held_whole
    FROM games_pulse
) p"""
_SEEN = f"{_SELECT} {_LOOK} WHERE g.key = %(key)s"
SERVICE = 7_305_115_362_110_977_391
"""The name of the lock that everybody shares who changes a game, drawn once."""

Queue = Literal["deadline_at", "remind_at", "look_at", "alone_at", "bot_asked"]
_TRIED_LATELY = "g.stuck_at > %(now)s - g.stuck * interval '1 minute'"
_WAITING = f"""{_GAME} g.status = 'active' AND g.stuck < {Game.SET_ASIDE}
    AND NOT coalesce({_TRIED_LATELY}, false) AND """
_SKIP = "LIMIT 1 FOR NO KEY UPDATE OF g SKIP LOCKED"
_NEXT = {
    "bot_asked": f"{_WAITING} g.bot_asked AND g.id > %(id)s ORDER BY g.id {_SKIP}",
} | {
    field: f"{_WAITING} g.{field} <= %(now)s AND (g.{field}, g.id) > (%(at)s, %(id)s)"
    f" ORDER BY g.{field}, g.id {_SKIP}"
    for field in ("deadline_at", "remind_at", "look_at", "alone_at")
}

Place = tuple[datetime, int]
NOWHERE: Place = (datetime(1, 1, 2, tzinfo=UTC), 0)
"""Before the first of every queue."""


def whole_service() -> None:
    """Let all who change a game finish, and nobody begin before this transaction ends.

    Taken before any other lock.
    """
    statements.lock(SERVICE)


def game(*, pk: int = 0, key: str = "", cause: Cause | None = None) -> Game:
    """Lock one game, named by its row or its key, to the transaction's end; raises NoSuchGame.

    With a cause, which what changes from now on has.
    """
    named = {"pk": pk, "key": key, "cause": cause or ""}
    for row in Game.objects.raw(_BY_KEY if key else _BY_ID, named):
        return row
    raise NoSuchGame


def seen(key: str) -> Game:
    """Read a game as `game` does, without taking hold of it; raises NoSuchGame."""
    for row in Game.objects.raw(_SEEN, {"key": key, "cause": ""}):
        return row
    raise NoSuchGame


def next_waiting(
    queue: Queue, *, now: datetime, after: Place | None, cause: Cause | None = None
) -> Game | None:
    """Lock the next game that a sweep has to do with, passing over those that others hold.

    With a cause, which what changes from now on has. They come by time, or by row for bots;
    `after` is the place of the one before it.
    """
    at, pk = after or NOWHERE
    found = {"now": now, "at": at, "id": pk, "cause": cause or ""}
    return next(iter(Game.objects.raw(_NEXT[queue], found)), None)


def place_in(queue: Queue, game: Game) -> Place:
    """Say where a game stands in a queue that it was found in, before anything is done to it."""
    return (NOWHERE[0] if queue == "bot_asked" else getattr(game, queue), game.pk)


def all_of(player: Player) -> list[Game]:
    """Lock every game of a player that is not over; for what must fit all of them at once.

    Nobody else ever takes a second lock, and here the games come in one order: nobody waits in a
    circle.
    """
    running = Q(status=Game.Status.OPEN) | Q(status=Game.Status.ACTIVE)
    seats = Seat.objects.filter(player=player).values("game")
    found = Game.objects.filter(running, pk__in=seats).only("pk").order_by("pk")
    return list(found.select_for_update(no_key=True))


def linked_game(game_id: int, *, cause: Cause | None = None) -> Game:
    """Lock the game that a link names; raises BadLink."""
    try:
        return game(pk=game_id, cause=cause)
    except NoSuchGame:
        raise BadLink from None


def claimed_game(
    claim: SeatClaim, *, now: datetime, cause: Cause | None = None
) -> tuple[Game, list[Seat]]:
    """Lock a started game for one of its seats, and read them all; raises BadLink."""
    found = linked_game(claim.game_id, cause=cause)
    if found.started_at is None:
        raise BadLink
    seats = places(found)
    # Asked under the lock: the seat may have changed hands since the page was drawn.
    require_seat(claim, next((s for s in seats if s.number == claim.seat), None), found, now=now)
    return found, seats


def open_game(*, pk: int = 0, key: str = "") -> Game:
    """Lock a game that has not begun; raises NoSuchGame or NotOpen."""
    found = game(pk=pk, key=key)
    require_open(found)
    return found


def own_open_game(by: Player, *, pk: int = 0, key: str = "") -> Game:
    """Lock an open game for its organiser; raises NoSuchGame, NotOpen or NotOrganiser."""
    found = open_game(pk=pk, key=key)
    if found.organiser_id != by.pk:
        raise NotOrganiser
    return found


def require_open(game: Game) -> None:
    """Pass if a game has not begun; raises NotOpen."""
    if game.status != Game.Status.OPEN:
        raise NotOpen(game.status)


def places(game: Game) -> list[Seat]:
    """Read the seats of a locked game, in order."""
    return list(game.places.order_by("number"))


def people(game: Game) -> list[Seat]:
    """Read the seats of a locked game with who sits there."""
    return list(game.places.select_related("player").order_by("number"))
