"""Who plays a seat: its player, or a bot in his stead. Callers hold the game's lock."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from games import dispatch
from games.clocks.rules import seating
from games.clocks.rules.silence import IN_VAIN
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.models import Entry, Offer, Seat
from games.services import entries
from games.services.table import Held, bots_go_on

Why = Offer.Why


def place(held: Held, number: int) -> Seat:
    """Find a seat of the table by its number."""
    return next(seat for seat in held.places if seat.number == number)


def tell(
    held: Held, act: str, number: int, *, now: datetime, told: Iterable[Seat] = (), **said: object
) -> Entry:
    """Write into the record what was done about a seat, by the name of who has it now."""
    who = place(held, number).name
    return entries.record(held.game, act, seat=number, told=told, now=now, who=who, **said)


def people(held: Held, *, but: int | None = None) -> list[Seat]:
    """List the seats that people have, but for one of them."""
    return [at for at in held.places if at.player_id is not None and at.number != but]


def is_stood_in(held: Held, number: int) -> bool:
    """Tell whether a bot plays for somebody there; a bot's own seat is nobody's."""
    return held.table.seats[number].bot and place(held, number).player_id is not None


def mark(held: Held, number: int) -> int | None:
    """Name the turn that a seat is asked in, if it is."""
    return held.rules.turn(held.state) if number in held.game.to_act else None


def back(held: Held, number: int, *, now: datetime, told: Iterable[Seat] = ()) -> Held:
    """Let a seat's player play himself again; nothing changes if he does.

    What is held so has to be stored.
    """
    if not is_stood_in(held, number):
        return held
    # Nobody fills his bank by giving up and thinking better of it.
    refill = not gave_up(held, number)
    table = seating.come_back(held.table, number, now=now, mark=mark(held, number), refill=refill)
    close_offer(held, number, now=now, keep=(Why.WISH,))
    tell(held, "back", number, told=told, now=now)
    return replace(held, table=table)


def gave_up(held: Held, number: int) -> bool:
    """Tell whether a seat is offered because its player resigned."""
    offered = Offer.objects.filter(game=held.game, seat=number, closed_at=None)
    return offered.filter(why=Why.RESIGNED).exists()


def left_turn(held: Held, number: int) -> bool:
    """Tell whether a seat's player gave up the turn that runs, at a table that was closed then.

    It ends when the table opens, whether or not a sweep of bots has come.
    """
    if not (held.game.bot_asked and number in held.game.to_act and is_stood_in(held, number)):
        return False
    left = held.game.entries.filter(act="resigned", seat=number, ply=held.game.ply)
    return left.exists()


def open_offer(held: Held, number: int, why: Offer.Why, *, now: datetime) -> bool:
    """Offer a seat to substitutes; False if it is offered already for as good a reason."""
    found = Offer.objects.filter(game=held.game, seat=number, closed_at=None).first()
    if found is not None and (why in (found.why, Why.WISH) or found.why == Why.RESIGNED):
        return False
    if found is not None and found.by_id is not None and why != Why.RESIGNED:
        # Who decided about the seat had reasons of his own: its player's misses change nothing.
        return False
    if found is None:
        found = Offer(game=held.game, seat=number, player=place(held, number).player, made_at=now)
    elif found.why == Why.WISH:
        # Until now its player went on playing: nobody waited for another.
        found.made_at = now
    found.why = why
    found.save()
    return True


def close_offer(
    held: Held,
    number: int,
    *,
    now: datetime,
    keep: tuple[Offer.Why, ...] = (),
    decided: bool = False,
) -> bool:
    """Take a seat's offer back; False if there was none, or it was `decided` by others."""
    offered = Offer.objects.filter(game=held.game, seat=number, closed_at=None)
    if not decided:
        offered = offered.filter(by=None)
    return bool(offered.exclude(why__in=keep).update(closed_at=now))


def store(held: Held, table: Table | None = None, *, now: datetime) -> None:
    """Store who plays now; a bot that is asked moves soon, or stops where nobody is left."""
    game, kept = held.game, held.table if table is None else table
    keeping.put(game, kept)
    game.bot_asked = bots_go_on(held, kept)
    # Who is left, and whom nobody replaced, is looked at then at the latest (`endings.look`).
    game.alone_at = min(filter(None, (game.alone_at, now + IN_VAIN)))
    game.save(update_fields=(*keeping.FIELDS, "bot_asked", "alone_at"))
    if game.bot_asked:
        dispatch.bot(game.id, game.ply)
