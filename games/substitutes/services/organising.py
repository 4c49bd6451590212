"""Who organises a table when who did so sits there no more. Callers hold the game's lock."""

from collections.abc import Sequence
from datetime import datetime

from games.models import Game, Seat
from games.services import entries


def heir(places: Sequence[Seat], was: int) -> Seat | None:
    """Name the next person at a table after a place of it; None if nobody is left."""
    after = sorted(places, key=lambda at: (at.number - was - 1) % len(places))
    for at in after:
        if at.number != was and at.player is not None and at.player.left_at is None:
            return at
    return None


def pass_on(game: Game, places: Sequence[Seat], was: int) -> Seat | None:
    """Let the next person at the table organise it; None if nobody is left."""
    found = heir(places, was)
    if found is not None and found.player is not None:
        game.organiser = found.player
        game.save(update_fields=("organiser",))
    return found


def hand_on(game: Game, places: Sequence[Seat], was: int, *, now: datetime) -> None:
    """Do so and tell it in the record, and to him."""
    if found := pass_on(game, places, was):
        told = [found]
        entries.record(game, "organises", seat=found.number, told=told, now=now, who=found.name)
