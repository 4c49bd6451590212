"""What becomes of a letter bears upon its reader's clock."""

from datetime import datetime

from django.db import transaction

from games.clocks.rules import giving, store
from games.clocks.rules.giving import LETTER_LATE
from games.clocks.services import keeping, post
from games.models import Game, Letter
from games.services import locks


def leaves(letter: Letter, *, now: datetime) -> None:
    """A letter leaves now. Was it the first since its seat is asked, and late: time runs from now.

    Called before it is written, so that it says the newest deadline.
    """
    if letter.seat is None or now - letter.created_at < LETTER_LATE:
        return
    with transaction.atomic(durable=True):
        game = locks.game(pk=letter.seat.game_id)
        table = keeping.take_up(game, now=now)
        clock = table.seats[letter.seat.number].clock if game.started_at else None
        if clock is None or clock.asked > letter.created_at:
            return
        if Letter.Status.SENT not in post.since_asked(game, letter.seat.number, clock):
            keeping.save(game, giving.letter_left(table, letter.seat.number, at=now))


def came_back(letter: Letter, *, now: datetime) -> None:
    """A letter cannot be delivered. If none since its seat is asked was, the seat is given time."""
    if letter.seat is None or letter.game is None:
        return
    with transaction.atomic(durable=True):
        game = locks.game(pk=letter.seat.game_id)
        table = keeping.take_up(game, now=now)
        seat = table.seats.get(letter.seat.number)
        # At a table that never began nobody has a clock.
        if seat is None or seat.clock is None or seat.clock.asked > letter.created_at:
            return
        if Letter.Status.SENT not in post.since_asked(game, letter.seat.number, seat.clock):
            keeping.save(game, giving.bounce(table, letter.seat.number, now=now))


def arrived(letter: Letter) -> None:
    """A letter was taken by the mail server: its reader can be reached."""
    if letter.seat is None or letter.game is None or letter.game.status != Game.Status.ACTIVE:
        return
    number = letter.seat.number
    if not store.load(letter.game.time).seats[number].unreached:
        return
    with transaction.atomic(durable=True):
        game = locks.game(pk=letter.game.pk)
        keeping.save(game, giving.reached(store.load(game.time), number))
