"""How the services take hold of a game: one lock per game, taken first, never two."""

from datetime import UTC, datetime
from typing import Literal

from games.errors import BadLink, NoSuchGame, NotOpen, NotOrganiser
from games.links import SeatClaim
from games.links import require_open as require_seat
from games.models import Game, Player, Seat

# Every move begins with these two. Said in SQL they cost half of what building them anew would.
# With the game comes what forbids that its time runs out: our last sign of life, holds, outages;
# and whether there are orders, which most moves need not ask for then.
_GAME = """SELECT g.*, (SELECT last_at FROM games_pulse) AS pulse_at,
    (SELECT held_at FROM games_pulse) AS held_at, ARRAY(
    SELECT tstzrange(begun_at, ended_at) FROM games_outage
    WHERE ended_at > g.started_at ORDER BY begun_at
) AS outages, EXISTS (
    SELECT FROM games_orders o JOIN games_seat s ON s.id = o.seat_id WHERE s.game_id = g.id
) AS ordered
FROM games_game g WHERE """
_BY_ID = f"{_GAME} g.id = %s FOR NO KEY UPDATE OF g"
_BY_KEY = f"{_GAME} g.key = %s FOR NO KEY UPDATE OF g"
_PLACES = "SELECT * FROM games_seat WHERE game_id = %s ORDER BY number"

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


def game(*, pk: int = 0, key: str = "") -> Game:
    """Lock one game, named by its row or its key, to the transaction's end; raises NoSuchGame."""
    rows = Game.objects.raw(_BY_KEY, [key]) if key else Game.objects.raw(_BY_ID, [pk])
    for row in rows:
        return row
    raise NoSuchGame


def next_waiting(queue: Queue, *, now: datetime, after: Place | None) -> Game | None:
    """Lock the next game that a sweep has to do with, passing over those that others hold.

    They come by time, or by row for bots; `after` is the place of the one before it.
    """
    at, pk = after or NOWHERE
    return next(iter(Game.objects.raw(_NEXT[queue], {"now": now, "at": at, "id": pk})), None)


def place_in(queue: Queue, game: Game) -> Place:
    """Say where a game stands in a queue that it was found in, before anything is done to it."""
    return (NOWHERE[0] if queue == "bot_asked" else getattr(game, queue), game.pk)


def linked_game(game_id: int) -> Game:
    """Lock the game that a link names; raises BadLink."""
    try:
        return game(pk=game_id)
    except NoSuchGame:
        raise BadLink from None


def claimed_game(claim: SeatClaim, *, now: datetime) -> tuple[Game, list[Seat]]:
    """Lock a started game for one of its seats, and read them all; raises BadLink."""
    found = linked_game(claim.game_id)
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
    return list(Seat.objects.raw(_PLACES, [game.pk]))


def people(game: Game) -> list[Seat]:
    """Read the seats of a locked game with who sits there."""
    return list(game.places.select_related("player").order_by("number"))
