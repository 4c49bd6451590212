"""What a step of the game does to the orders of its seats, whether or not any was played."""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime

from games.clocks.rules import pace
from games.clocks.rules.settings import Pace
from games.clocks.rules.table import Seat, Table
from games.models import Move, Orders
from games.orders.rules.caution import surprising
from games.orders.services.book import Book
from games.services.table import Held, Made, Ply

By = Move.By


def end_lists(
    book: Book, held: Held, plies: Sequence[Ply], after: Table, *, round_over: bool
) -> None:
    """Let lists end with their seat's turn, or with the round."""
    asked = held.rules.turn(held.state)
    over = held.rules.turn(plies[-1].step.state) != asked
    for at, row in book.rows.items():
        mark = turn_of(held.table.seats[at])
        if mark is not None and mark != turn_of(after.seats[at]):
            _end_turn(row, mark)
        elif over and mark is None and any(_by_bot(made, at) for made, _ in plies):
            # A bot in his stead has no clock, but it was his turn.
            _end_turn(row, asked)
        if round_over and row.standing:
            row.standing = []
            row.version += 1


def be_careful(book: Book, held: Held, plies: Sequence[Ply], *, ordered: bool) -> None:
    """Mark whose lists hold back from now on; that goes with the turn in which they did."""
    states = [held.state, *(ply.step.state for ply in plies)]
    for at, row in book.rows.items():
        if not ordered and any(made.by == By.PLAYER and made.seat == at for made, _ in plies):
            # Whoever moves by hand has seen what there is to see.
            row.ordered_from = None
        elif (row.following or row.standing) and not row.surprised:
            row.surprised = any(
                surprising(
                    held.rules,
                    states[step],
                    states[step + 1],
                    at,
                    # A bot that plays in his stead is somebody else.
                    own=made.seat == at and not _by_bot(made, at),
                )
                for step, (made, _) in enumerate(plies)
            )
            row.version += row.surprised


def begin_asks(
    book: Book, before: Table, after: Table, movers: Collection[int | None], *, now: datetime
) -> None:
    """Say when the orders of each seat that is asked anew are looked at."""
    chosen = after.settings.pace
    for at, seat in after.seats.items():
        clock = seat.clock
        if clock is None:
            if at in book.rows:
                book.rows[at].look_at = None
        elif at in movers or _running(before.seats[at]) != clock.turn.mark:
            first = turn_of(before.seats[at]) != clock.turn.mark
            _set_look(book, at, chosen, now=now, due=clock.due, first=first)


def turn_of(seat: Seat) -> int | None:
    """The mark of the turn that a seat has begun and not ended."""
    running = seat.clock or seat.aside
    return running.turn.mark if running else None


def _by_bot(made: Made, at: int) -> bool:
    return made.seat == at and made.by == By.BOT


def _running(seat: Seat) -> int | None:
    return seat.clock.turn.mark if seat.clock else None


def _set_look(
    book: Book, at: int, chosen: Pace, *, now: datetime, due: datetime | None, first: bool
) -> None:
    row = book.rows.get(at)
    if chosen == "off" or (chosen == "at once" and row is None):
        return
    row = book.row(at)
    if chosen == "at once" and not row.unhurried:
        row.look_at = now if row.following or row.standing else None
        return
    # Drawn before any order is looked at, and whether or not there are any (time.md, 8).
    delay = pace.unhurried(first_ask=first, pick=_pick)
    row.look_at = pace.looked_at(now, delay, due)


def _pick(low: int, high: int) -> int:
    return low + secrets.randbelow(high - low + 1)


def _end_turn(row: Orders, mark: int) -> None:
    row.surprised, row.failed = False, {}
    if row.after == mark:
        row.after = None
    elif row.following:
        row.following = []
        row.version += 1
