"""What becomes of a letter bears upon its reader's clock."""

from collections.abc import Callable, Collection
from datetime import datetime

from games.clocks.rules import giving, store
from games.clocks.rules.giving import LETTER_LATE
from games.clocks.rules.table import Table
from games.clocks.services import keeping, post
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Letter, Player, Seat
from games.services import locks


def leaves(letter: Letter, *, now: datetime) -> None:
    """A letter leaves now. Was it the first since its seat is asked, and late: time runs from now.

    Called before it is written, so that it says the newest deadline.
    """
    if letter.seat is None or now - letter.created_at < LETTER_LATE:
        return
    with because(Cause.CLOCK):
        game = locks.game(pk=letter.seat.game_id)
        table = keeping.take_up(game, now=now)
        clock = table.seats[letter.seat.number].clock if game.started_at else None
        if clock is None or clock.asked > letter.created_at:
            return
        if {Letter.Status.SENT, post.DEFERRED}.isdisjoint(
            post.since_asked(game, letter.seat.number, clock)
        ):
            keeping.save(game, giving.letter_left(table, letter.seat.number, at=now))


def came_back(letter: Letter, *, now: datetime) -> None:
    """A letter cannot be delivered. If none since its seat is asked was, the seat is given time."""
    if letter.seat is None or letter.game is None:
        return
    with because(Cause.CLOCK):
        game = locks.game(pk=letter.seat.game_id)
        table = keeping.take_up(game, now=now)
        seat = table.seats.get(letter.seat.number)
        # At a table that never began nobody has a clock.
        if seat is None or seat.clock is None or seat.clock.asked > letter.created_at:
            return
        if Letter.Status.SENT not in post.since_asked(game, letter.seat.number, seat.clock):
            keeping.save(game, giving.bounce(table, letter.seat.number, now=now))


def was_unreached(letter: Letter) -> bool:
    """Tell whether letters to its reader came back lately: one that is taken is news of him.

    Not where more is known of his address: then it is believed once it was delivered.
    """
    if letter.seat is None or letter.game is None or letter.game.status != Game.Status.ACTIVE:
        return False
    if not store.unreached(letter.game.time, letter.seat.number):
        return False
    return letter.seat.player is not None and letter.seat.player.mail_trouble_at is None


def reachable(player: Player) -> None:
    """Letters reach somebody: so all his tables know it."""
    _tell(player, giving.reached, unless=False)


def unreachable(player: Player, *, at: Collection[int] | None = None) -> None:
    """Letters do not get through to somebody: all his tables, or these games, know it."""
    _tell(player, giving.lost, unless=True, at=at)


def _tell(
    player: Player,
    how: Callable[[Table, int], Table],
    *,
    unless: bool,
    at: Collection[int] | None = None,
) -> None:
    running = Seat.objects.filter(player=player, game__status=Game.Status.ACTIVE)
    found = running if at is None else running.filter(game__in=at)
    for game_id, number in list(found.order_by("game_id").values_list("game_id", "number")):
        with because(Cause.CLOCK):
            game = locks.game(pk=game_id)
            # Meanwhile somebody else may have sat down there, or the game be over.
            his = (
                game.status == Game.Status.ACTIVE
                and running.filter(game=game, number=number).exists()
            )
            if his and store.unreached(game.time, number) != unless:
                keeping.save(game, how(store.load(game.time), number))


def arrived(letter: Letter) -> None:
    """A letter was taken by the mail server: its reader can be reached."""
    assert letter.seat is not None and letter.game is not None, "it was unreached"  # noqa: PT018
    with because(Cause.CLOCK):
        game = locks.game(pk=letter.game.pk)
        keeping.save(game, giving.reached(store.load(game.time), letter.seat.number))
