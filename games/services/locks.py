"""How the services take hold of a game: one lock per game, taken first, never two."""

from games.errors import NoSuchGame, NotOpen, NotOrganiser
from games.models import Game, Player, Seat


def game(**which: object) -> Game:
    """Lock one game until the transaction ends; raises NoSuchGame."""
    rows = Game.objects.select_for_update(no_key=True, of=("self",))
    try:
        return rows.get(**which)
    except Game.DoesNotExist:
        raise NoSuchGame from None


def open_game(**which: object) -> Game:
    """Lock a game that has not begun; raises NoSuchGame or NotOpen."""
    found = game(**which)
    if found.status != Game.Status.OPEN:
        raise NotOpen(found.status)
    return found


def own_open_game(by: Player, **which: object) -> Game:
    """Lock an open game for its organiser; raises NoSuchGame, NotOpen or NotOrganiser."""
    found = open_game(**which)
    if found.organiser_id != by.pk:
        raise NotOrganiser
    return found


def places(game: Game) -> list[Seat]:
    """Read the seats of a locked game, in order."""
    return list(game.places.order_by("number"))


def people(game: Game) -> list[Seat]:
    """Read the seats of a locked game with who sits there."""
    return list(game.places.select_related("player").order_by("number"))
