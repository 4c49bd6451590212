"""Which turns a change of the table has ended, and how long they took (time.md, 11)."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.clocks.rules.clock import Turn
from games.clocks.rules.stretches import NOTHING
from games.clocks.rules.table import Seat, Table
from games.clocks.rules.turns import taken


def answered(
    before: Table, after: Table, by: int | None, *, now: datetime
) -> Iterator[tuple[int, timedelta]]:
    """The turns that are over and were answered, each with its seat and the running time it took.

    `by` made the move. A clock that ends with another's move was stopped by the rules: its seat
    had no need to answer any more. Turns without a deadline do not count.
    """
    for number, seat in before.seats.items():
        if seat.clock and number != by:
            continue
        at = seat.clock or seat.aside
        if at is None or at.turn.missed or at.turn.allotment is None:
            continue
        if not _goes_on(at.turn, after.seats[number]):
            last = taken(before, seat, seat.clock, now) if seat.clock else NOTHING
            yield number, at.turn.used + last


def _goes_on(turn: Turn, seat: Seat) -> bool:
    at = seat.clock or seat.aside
    return at is not None and (at.turn.mark, at.turn.begun) == (turn.mark, turn.begun)
