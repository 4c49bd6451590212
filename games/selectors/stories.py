"""What happened in a game, as one seat or everybody may know it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.api import Ruleset
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.models import Move, Seat
from games.selectors import rows
from games.selectors.values import MoveRow, StoryEntry


def story(key: str, seat: Seat | None = None) -> tuple[StoryEntry, ...]:
    """Tell a whole game as a seat, or everybody, may know it; raises NoSuchGame."""
    game = rows.started(key=key)
    viewer = None if seat is None else EngineSeat(seat.number)
    rows_of_game = game.moves.order_by("ply").values_list(*MoveRow._fields)
    moves = [MoveRow(*row) for row in rows_of_game]
    return tuple(_told(moves, ruleset(game.ruleset), viewer))


def latest(
    moves: Sequence[MoveRow], rules: Ruleset[Any, Any, Any], viewer: EngineSeat | None
) -> tuple[tuple[StoryEntry, ...], int]:
    """Tell the latest moves, and the ply of the viewer's own last one or -1."""
    # A move that the clock made is news to the seat it was made for.
    own = (
        move.ply
        for move in reversed(moves)
        if viewer is not None and move.seat == viewer and move.by == Move.By.PLAYER
    )
    return tuple(_told(moves, rules, viewer)), next(own, -1)


def _told(
    moves: Iterable[MoveRow], rules: Ruleset[Any, Any, Any], viewer: EngineSeat | None
) -> Iterator[StoryEntry]:
    for move in moves:
        facts = (rules.load_event(data).seen_by(viewer) for data in move.events)
        events = tuple(fact for fact in facts if fact is not None)
        yield StoryEntry(move.ply, move.seat, move.by, move.made_at, events)
