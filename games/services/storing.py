"""Storing a game after a move, and the turns that are over."""

from collections.abc import Sequence
from datetime import datetime

from games.clocks.services import keeping
from games.glass.services import disclosing
from games.models import Game, Kept

PLAYED_FIELDS = (
    "state",
    "ply",
    "to_act",
    "bot_asked",
    *keeping.FIELDS,
    "alone_at",
    "stuck",
    "stuck_at",
    "status",
    "started_at",
    "ended_at",
    "outcome",
)


def store(game: Game, kept: Sequence[tuple[int, int | None]], *, now: datetime) -> None:
    """Store a locked game after a move, with the turns that it ended: players and seconds."""
    Kept.objects.bulk_create(
        Kept(game=game, at=now, player_id=player, reply=reply) for player, reply in kept
    )
    game.save(update_fields=PLAYED_FIELDS)


def end_seats(game: Game) -> None:
    """Tell the seats of a locked game when it ended, and everybody who had looked in by then.

    One whose end was taken back goes on: its seats are told that, too.
    """
    game.places.update(ended_at=game.ended_at)
    if game.ended_at is not None:
        disclosing.at_the_end(game, now=game.ended_at)
