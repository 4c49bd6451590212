"""Orders whose delay is over, and chains that were too long for one step: found by a sweep."""

from datetime import datetime, timedelta

from games.clocks.services import keeping
from games.models import Game
from games.orders.services import answering
from games.orders.services.book import Book
from games.services import sweeps, turns

CLOSED = timedelta(minutes=5)
"""A closed table is looked at again after so long, since its pause may end early."""


def sweep(*, now: datetime) -> int:
    """Look at all orders whose time has come; count the games in which one was played."""
    return sweeps.each("look_at", look, now=now)


def look(game: Game, *, now: datetime) -> bool | None:
    """Look at the orders of a locked game; None if none was played."""
    held = turns.hold(game, now=now)
    if keeping.closed(game, held.table, now=now):
        game.look_at = now + CLOSED
        game.save(update_fields=("look_at",))
        return None
    if keeping.late(game, held.table, now=now):
        # Too late is too late: the sweep for deadlines plays first.
        return None
    if held.table.due != game.deadline_at:
        keeping.save(game, held.table)
    return answering.answer(held, Book(game, held.places), now=now) > 0 or None
