"""What happened in a game, as one seat or everybody may know it."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from engine.api import Ruleset
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.models import Game, Move, Seat
from games.selectors import rows
from games.selectors.values import StoryEntry

STORY_MOVES = 60
"""A page shows the story of so many moves; the whole is a page of its own."""


def story(key: str, seat: Seat | None = None) -> tuple[StoryEntry, ...]:
    """Tell a whole game as a seat, or everybody, may know it; raises NoSuchGame."""
    game = rows.started(key=key)
    viewer = None if seat is None else EngineSeat(seat.number)
    return tuple(_told(_moves(game).order_by("ply"), ruleset(game.ruleset), viewer))


def latest(
    game: Game, rules: Ruleset[Any, Any, Any], viewer: EngineSeat | None
) -> tuple[tuple[StoryEntry, ...], int]:
    """Tell the latest moves, and the ply of the viewer's own last one or -1."""
    moves = list(_moves(game).order_by("-ply")[:STORY_MOVES])[::-1]
    # A move that the clock made is news to the seat it was made for.
    own = (
        move.ply
        for move in reversed(moves)
        if viewer is not None and move.seat == viewer and move.by == Move.By.PLAYER
    )
    return tuple(_told(moves, rules, viewer)), next(own, -1)


class _Row(NamedTuple):
    # Not the whole move: the notation stays in the database, it names cards that others must not
    # know of, and plain rows are read in a third of the time that model instances take.
    ply: int
    seat: int | None
    by: str
    made_at: datetime
    events: list[Any]


def _moves(game: Game) -> QuerySet[Move, _Row]:
    return game.moves.values_list(*_Row._fields, named=True)


def _told(
    moves: Iterable[_Row], rules: Ruleset[Any, Any, Any], viewer: EngineSeat | None
) -> Iterator[StoryEntry]:
    for move in moves:
        facts = (rules.load_event(data).seen_by(viewer) for data in move.events)
        events = tuple(fact for fact in facts if fact is not None)
        yield StoryEntry(move.ply, move.seat, move.by, move.made_at, events)
