"""How the services take hold of a game: one lock per game, taken first, never two."""

from datetime import datetime

from games.errors import BadLink, NoSuchGame, NotOpen, NotOrganiser
from games.links import SeatClaim
from games.links import require_open as require_seat
from games.models import Game, Player, Seat

# Every move begins with these two. Said in SQL they cost half of what building them anew would.
_BY_ID = "SELECT * FROM games_game WHERE id = %s FOR NO KEY UPDATE"
_BY_KEY = "SELECT * FROM games_game WHERE key = %s FOR NO KEY UPDATE"
_PLACES = "SELECT * FROM games_seat WHERE game_id = %s ORDER BY number"


def game(*, pk: int = 0, key: str = "") -> Game:
    """Lock one game, named by its row or its key, to the transaction's end; raises NoSuchGame."""
    rows = Game.objects.raw(_BY_KEY, [key]) if key else Game.objects.raw(_BY_ID, [pk])
    for row in rows:
        return row
    raise NoSuchGame


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
