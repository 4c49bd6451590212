"""A seat changes hands: nothing that its holder had opens it any more, nothing of his stays there.

Callers hold the game's lock.
"""

from datetime import datetime

from django.db.models import Q

from games.clocks.rules import seating as clocks
from games.models import Letter, Player, Seat
from games.orders import services as orders
from games.services import people
from games.services.seating import bot_name
from games.services.table import Held
from games.substitutes.services import standing
from games.talk import services as talk

Status = Letter.Status


def give(held: Held, seat: Seat, player: Player, *, now: datetime) -> None:
    """Let a player sit, with a whole turn if the seat is asked; what the seat knows goes along."""
    empty(seat)
    seat.player, seat.name, seat.bot, seat.strength = player, player.name, False, ""
    _save(seat, now)
    mark = standing.mark(held, seat.number)
    table = clocks.substitute(held.table, seat.number, people.person(player), now=now, mark=mark)
    standing.store(held, table, now=now)


def leave_to_bot(held: Held, seat: Seat, *, now: datetime) -> None:
    """Let a bot have the seat until somebody sits; if it is asked it moves soon."""
    empty(seat)
    seat.player, seat.bot, seat.strength = None, True, ""
    seat.name = bot_name(held.places)
    _save(seat, now)
    table = clocks.leave_to_bot(held.table, seat.number, people.person(None))
    standing.store(held, table, now=now)


def swap(one: Seat, other: Seat, *, now: datetime) -> None:
    """Let two people change places, which were emptied before; the clocks are the caller's."""
    # Nobody has two places at a table, not even in between.
    Seat.objects.filter(pk=one.pk).update(player=None)
    one.player, other.player = other.player, one.player
    one.name, other.name = other.name, one.name
    _save(other, now)
    _save(one, now)


def empty(seat: Seat) -> None:
    """Forget all that its holder kept for himself alone, and the letters to him that wait."""
    orders.forget(seat)
    talk.forget(seat)
    his = Q(seat=seat)
    if seat.player is not None and seat.player.email:
        his |= Q(game=seat.game_id, email=seat.player.email)
    # Who comes is told all that they would tell by a letter of his own.
    waiting = Letter.objects.filter(his, status__in=(Status.QUEUED, Status.INFLIGHT))
    waiting.update(status=Status.DROPPED)


def _save(seat: Seat, now: datetime) -> None:
    # All links and reply addresses of who had it die here.
    seat.link_epoch += 1
    seat.joined_at, seat.here_at = now, None
    seat.save(
        update_fields=("player", "name", "bot", "strength", "link_epoch", "joined_at", "here_at")
    )
