"""A game that ends otherwise than by its last move, as its row holds it."""

from datetime import datetime

from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.models import Game
from games.ratings import services as ratings
from games.services import storing

_FIELDS = (*keeping.FIELDS, "status", "outcome", "to_act", "bot_asked", "ended_at", "covered_until")


def stop(game: Game, *, now: datetime) -> None:
    """Let nobody be asked any more."""
    game.ended_at, game.to_act, game.bot_asked = now, [], False


def save(game: Game, clocks: Table) -> None:
    """Store what became of a locked game; its seats are told whether it is over."""
    keeping.put(game, clocks)
    game.save(update_fields=_FIELDS)
    storing.end_seats(game)
    ratings.again(game)
