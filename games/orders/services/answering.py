"""Steps of a game, and the ordered moves that follow from them in the same transaction.

An ordered move goes the way of every other one: `games.services.table` cannot tell them apart.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from engine.api import Seat as EngineSeat
from games.clocks.rules import speaking, store
from games.clocks.rules.pace import LONGEST_CHAIN
from games.clocks.rules.silence import Consequence
from games.log.rules import Cause
from games.log.services import meanwhile
from games.models import Game, Move, Orders
from games.orders.rules import lines
from games.orders.rules.asking import Ask
from games.orders.services import notes
from games.orders.services.book import Book
from games.services import table
from games.services.failures import database_is_gone
from games.services.table import Held, Made, PlayedMove, Ply

logger = logging.getLogger(__name__)


def advance(
    held: Held,
    plies: Sequence[Ply],
    *,
    now: datetime,
    missed: Mapping[int, Consequence] = table.NOBODY,
) -> list[PlayedMove]:
    """Store accepted steps, then those that orders make of them; returns the former."""
    played = table.advance(held, plies, now=now, missed=missed)
    if held.game.ordered or held.table.settings.pace == "unhurried":
        book = Book(held.game, held.places)
        held = _noted(book, held, plies, played, now=now, ordered=False)
        answer(held, book, now=now)
    return played


def answer(held: Held, book: Book, *, now: datetime) -> int:
    """Play what orders say whose time has come, at most a chain of them; count the moves."""
    count = 0
    while count < LONGEST_CHAIN and (after := _played(held, book, now)):
        held, count = after, count + 1
    book.close()
    return count


def late_moves(held: Held) -> Callable[[Any, int], Any | None]:
    """Say what a seat has ordered for when its time is over, given a state in which it is asked."""
    if held.table.settings.pace == "off":
        return lambda _state, _seat: None
    book = Book(held.game, held.places)

    def move(state: Any, seat: int) -> Any | None:
        row = book.rows.get(seat)
        if row is None:
            return None
        following, standing = (
            lines.stored(texts, held.rules) for texts in (row.following, row.standing)
        )
        asked = Ask(held.rules, state, EngineSeat(seat)).asked()
        spoken = speaking.evaluate_late(following, standing, asked)
        return spoken.move and held.rules.parse(spoken.move)

    return move


def _played(held: Held, book: Book, now: datetime) -> Held | None:
    """Play one ordered move; None if no more is to be played now."""
    for at in sorted(held.rules.to_act(held.state)):
        row = book.rows.get(at)
        if row is None or row.look_at is None or row.look_at > now:
            continue
        row.look_at = None
        if held.table.seats[at].bot or held.table.settings.pace == "off":
            continue
        try:
            with transaction.atomic():
                text = _spoken(held, at, row)
                if text is not None:
                    with meanwhile(Cause.ORDER):
                        return _made(held, book, row, at, text, now=now)
        except Exception as error:
            if database_is_gone(error):
                raise
            # The move before stands, whatever is wrong with the orders of somebody else.
            logger.exception("orders of seat %s cannot be played", row.pk)
    return None


def _spoken(held: Held, at: int, row: Orders) -> str | None:
    """Look at a seat's orders; what a void list failed at is kept for its owner."""
    ask, clock = Ask(held.rules, held.state, EngineSeat(at)), held.table.seats[at].clock
    waits = row.void or (clock is not None and row.after == clock.turn.mark)
    following = lines.stored(() if waits else row.following, held.rules)
    standing = lines.stored(row.standing, held.rules)
    spoken = speaking.evaluate(following, standing, ask.asked(), caution=row.surprised)
    if spoken.void:
        row.failed = {
            str(number): ask.why(line) for number, line in enumerate(following, 1) if not line.late
        }
    return spoken.move


def _made(held: Held, book: Book, row: Orders, at: int, text: str, *, now: datetime) -> Held:
    step = held.rules.apply(held.state, EngineSeat(at), held.rules.parse(text))
    plies = [Ply(Made(Move.By.PLAYER, at, text), step)]
    played = table.advance(held, plies, now=now)
    if row.ordered_from is None:
        row.ordered_from = played[0].ply
    return _noted(book, held, plies, played, now=now, ordered=True)


def _noted(
    book: Book,
    held: Held,
    plies: Sequence[Ply],
    played: Sequence[PlayedMove],
    *,
    now: datetime,
    ordered: bool,
) -> Held:
    """The table after a step, its orders brought up to it."""
    game, before, after = held.game, held.table, store.load(held.game.time)
    if game.status == Game.Status.FINISHED:
        book.burn()
    else:
        if held.state is not None:
            notes.end_lists(book, held, plies, after, round_over=played[-1].round_over)
            notes.be_careful(book, held, plies, ordered=ordered)
        notes.begin_asks(book, before, after, {made.seat for made, _ in plies}, now=now)
    return Held(game, held.places, held.rules, plies[-1].step.state, after)
