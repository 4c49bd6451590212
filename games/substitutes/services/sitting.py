"""A substitute sits: in one step the seat, all it may know and nothing of its forerunner is his."""

from datetime import datetime

from django.db import transaction

from games.clocks.rules import seating
from games.errors import AlreadySeated, BadLink, SatBefore, SeatTaken
from games.links import AskedClaim
from games.models import Asked, Game, Letter, Offer, Player, Seat
from games.orders import services as orders
from games.services import accounts, bars, locks, mailbox, people, turns
from games.services.table import Held
from games.substitutes.services import standing
from games.talk import services as talk


def sit(key: str, number: int, player: Player, *, now: datetime) -> Seat:
    """Seat a player where a seat is offered; the same seat again if he took it before.

    Raises NoSuchGame, SeatTaken, AlreadySeated, SatBefore or BarMissed.
    """
    with transaction.atomic(durable=True):
        return _take(locks.game(key=key), number, player, invited=False, now=now)


def accept(
    claim: AskedClaim, *, language: str, now: datetime, name: str = "", time_zone: str = ""
) -> Seat:
    """Seat who holds the letter that asked him; the same seat again if he took it before.

    Somebody new here is called and told the time as he says. Raises BadLink, BadName, BadTimeZone,
    SeatTaken, AlreadySeated, SatBefore or BarMissed.
    """
    asked = Asked.objects.select_related("offer").filter(pk=claim.asked_id).first()
    if asked is None:
        raise BadLink
    with transaction.atomic(durable=True):
        game = locks.game(pk=asked.offer.game_id)
        found, number = offered(game, asked.offer.seat), asked.offer.seat
        player = accounts.known_or_new(asked.email, language=language, now=now)
        # A forwarded letter lends a seat; it must not rename somebody who plays here already.
        if name and player.created_at == now:
            player.name, player.time_zone = people.name(name), people.time_zone(time_zone)
            player.save(update_fields=("name", "time_zone"))
        if found != asked.offer and not _sits(game, number, player):
            raise SeatTaken
        # Whom the organiser asks himself has passed his bar.
        return _take(game, number, player, invited=asked.by_id == game.organiser_id, now=now)


def offered(game: Game, number: int) -> Offer | None:
    """Find the offer of a seat of a locked game, while it runs."""
    if game.status != Game.Status.ACTIVE:
        return None
    return Offer.objects.filter(game=game, seat=number, closed_at=None).first()


def require_stranger(game: Game, player: Player) -> None:
    """Pass if somebody neither sits at a table nor sat there; raises AlreadySeated or SatBefore."""
    if game.places.filter(player=player).exists():
        raise AlreadySeated
    if Offer.objects.filter(game=game, player=player, taken_by__isnull=False).exists():
        raise SatBefore


def _take(game: Game, number: int, player: Player, *, invited: bool, now: datetime) -> Seat:
    offer = offered(game, number)
    if offer is None:
        if _sits(game, number, player):
            return game.places.get(number=number)
        raise SeatTaken
    require_stranger(game, player)
    held = turns.hold(game, locks.people(game), now=now)
    if not invited:
        bars.require_reliable(held.table.settings, player, now=now)
    seat = standing.place(held, number)
    was, forerunner = seat.name, offer.player.email
    # All that the forerunner kept for himself alone.
    orders.forget(seat)
    talk.forget(seat)
    _seat(seat, player, now)
    offer.closed_at, offer.taken_by = now, player
    offer.save(update_fields=("closed_at", "taken_by"))
    _tell(held, seat, was, forerunner, now)
    table = seating.substitute(
        held.table, number, people.person(player), now=now, mark=standing.mark(held, number)
    )
    standing.store(held, table, now=now)
    return seat


def _seat(seat: Seat, player: Player, now: datetime) -> None:
    seat.player, seat.name, seat.joined_at = player, player.name, now
    # All links and reply addresses of the forerunner die here.
    seat.link_epoch += 1
    seat.save(update_fields=("player", "name", "joined_at", "link_epoch"))


def _tell(held: Held, seat: Seat, was: str, forerunner: str, now: datetime) -> None:
    told = standing.people(held)
    entry = standing.tell(held, "sat", seat.number, told=told, now=now, was=was)
    mailbox.post_to(forerunner, Letter.Kind.REPLACED, game=held.game, entry=entry, now=now)


def _sits(game: Game, number: int, player: Player) -> bool:
    """Tell whether a player took a seat before: then he asks for what he has."""
    taken = Offer.objects.filter(game=game, seat=number, taken_by=player)
    return taken.exists() and game.places.filter(number=number, player=player).exists()
