"""A substitute sits: in one step the seat, all it may know and nothing of its forerunner is his."""

from datetime import datetime
from typing import Any

from games.clocks.rules import store
from games.errors import (
    AlreadySeated,
    BadLink,
    DealSeen,
    DecidedHere,
    HasLooked,
    KeptApart,
    LivesWithOne,
    SatBefore,
    SeatTaken,
)
from games.glass.selectors import has_looked
from games.links import AskedClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Asked, Game, Letter, Offer, Player, Seat
from games.selectors import apart, deals
from games.services import accounts, bars, entries, locks, mailbox, people, turns
from games.services.seating import require_name
from games.signals.selectors import household
from games.substitutes.selectors import sat_before
from games.substitutes.services import handing, organising, standing


def sit(
    key: str, number: int, player: Player, *, now: datetime, said: people.Said | None = None
) -> Seat:
    """Seat a player where a seat is offered; the same seat again if he took it before.

    Raises NoSuchGame, SeatTaken, AlreadySeated, SatBefore, DealSeen, HasLooked, KeptApart,
    Sanctioned, BarMissed, BadName, BadTimeZone, NameMissing or NameTaken.
    """
    with because(Cause.FORM):
        accounts.introduce(player, said)
        return _take(locks.game(key=key), number, player, invited=False, now=now)


def accept(
    claim: AskedClaim, *, language: str, now: datetime, said: people.Said | None = None
) -> Seat:
    """Seat who holds the letter that asked him; the same seat again if he took it before.

    Raises BadLink, SeatTaken, AlreadySeated, SatBefore, DealSeen, HasLooked, KeptApart,
    Sanctioned, BarMissed, BadName, BadTimeZone, NameMissing or NameTaken.
    """
    asked = Asked.objects.select_related("offer").filter(pk=claim.asked_id).first()
    if asked is None:
        raise BadLink
    with because(Cause.FORM):
        game = locks.game(pk=asked.offer.game_id)
        found, number = offered(game, asked.offer.seat, now=now), asked.offer.seat
        player = accounts.known_or_new(asked.email, language=language, now=now)
        accounts.introduce(player, said)
        if found != asked.offer and not _sits(game, number, player):
            raise SeatTaken
        # Whom the organiser asks himself has passed his bar, and who is named by decision.
        named = asked.offer.whom_id == player.pk or asked.by_id == game.organiser_id
        return _take(game, number, player, invited=named, now=now)


def decline(claim: AskedClaim, *, now: datetime) -> None:
    """Let who alone may take a seat say no: its holder keeps it, or a bot's is open to all.

    Twice is once, and nothing happens where others are asked, too. Raises BadLink.
    """
    asked = Asked.objects.select_related("offer").filter(pk=claim.asked_id).first()
    if asked is None:
        raise BadLink
    with because(Cause.FORM):
        game = locks.game(pk=asked.offer.game_id)
        found = offered(game, asked.offer.seat, now=now)
        if found is None or found != asked.offer or found.whom_id is None:
            return
        seat = game.places.get(number=found.seat)
        free = seat.player_id is None
        if free:
            found.whom = None
        else:
            found.closed_at = now
        found.save(update_fields=("whom", "closed_at"))
        # Who said no is told to nobody.
        at = None if free else seat.number
        entries.record(game, "seat-declined", seat=at, now=now, who=seat.name, free=free)


def offered(game: Game, number: int, *, now: datetime) -> Offer | None:
    """Find the offer of a seat of a locked game, while it runs and may be taken."""
    if game.status != Game.Status.ACTIVE:
        return None
    offers = Offer.objects.filter(game=game, seat=number, closed_at=None, made_at__lte=now)
    return offers.exclude(why=Offer.Why.RETURN).first()


def require_stranger(game: Game, player: Player, *, by: int | None = None) -> None:
    """Pass whom nothing forbids to sit at a table.

    `by` is who decided that the seat goes to somebody else, if anybody did. Raises AlreadySeated,
    SatBefore, DealSeen, DecidedHere or LivesWithOne.
    """
    if game.places.filter(player=player).exists():
        raise AlreadySeated
    if sat_before(game.key, player):
        raise SatBefore
    if deals.has_seen(player, game):
        raise DealSeen
    bars.require_own_household(game, player)
    if by is None:
        return
    living = household(player)
    if by == player.pk or by in living:
        raise DecidedHere
    if store.load(game.time).settings.households == "free":
        return
    left = Offer.objects.filter(game=game, player__in=living)
    if game.places.filter(player__in=living).exists() or left.exists():
        raise LivesWithOne


def _require_unseeing(game: Game, player: Player) -> None:
    """Pass if somebody never broke glass on a game; raises HasLooked.

    Only who would sit is told so himself: to who asks him he simply never comes.
    """
    # Glass is broken under the same lock: of a seat and a look one comes first.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if has_looked(player, game):
        raise HasLooked


def _require_willing(game: Game, number: int, player: Player) -> None:
    """Pass if he and the others at a table want to sit together; raises KeptApart or SeatTaken."""
    others = apart.others_at(game, number)
    if apart.avoids(player, others):
        raise KeptApart
    # That one of them does not want to is told to nobody: it is as with any seat for others.
    if apart.is_avoided(player, others):
        raise SeatTaken


def _take(game: Game, number: int, player: Player, *, invited: bool, now: datetime) -> Seat:
    offer = offered(game, number, now=now)
    if offer is None or offer.whom_id not in (None, player.pk):
        if _sits(game, number, player):
            return game.places.get(number=number)
        raise SeatTaken
    require_stranger(game, player, by=offer.by_id)
    if offer.whom_id is None:
        _require_willing(game, number, player)
    _require_unseeing(game, player)
    bars.require_may_begin(player, now=now)
    # Whose seat he takes goes away with his name.
    others = Seat.objects.filter(game=game).exclude(number=number)
    require_name(others, player)
    held = turns.hold(game, locks.people(game), now=now)
    if not invited:
        bars.require_reliable(held.table.settings, player, now=now)
    seat = standing.place(held, number)
    was, forerunner = seat.name, seat.player
    handing.give(held, seat, player, now=now)
    offer.closed_at, offer.taken_by = now, player
    offer.save(update_fields=("closed_at", "taken_by"))
    people, why = standing.people(held), told(offer, "given") if forerunner else {}
    entry = standing.tell(held, "sat", number, told=people, now=now, was=was, **why)
    if forerunner is not None:
        email = forerunner.email
        mailbox.post_to(email, Letter.Kind.REPLACED, game=held.game, entry=entry, now=now)
        if offer.by_id is not None and game.organiser_id == forerunner.pk:
            organising.hand_on(game, held.places, number, now=now)
    return seat


def told(offer: Offer, act: str) -> dict[str, Any]:
    """Say in whose name and why a seat goes to another, if that was decided: by that entry."""
    if offer.by_id is None:
        return {}
    said = offer.game.entries.filter(act=act, seat=offer.seat).latest("pk").said
    return {name: said[name] for name in _VOICE}


_VOICE = ("by", "role", "moderated", "reference", "why", "message", "alone")
"""Of an act's entry, what `games.moderation` adds to each."""


def _sits(game: Game, number: int, player: Player) -> bool:
    """Tell whether a player took a seat before: then he asks for what he has."""
    taken = Offer.objects.filter(game=game, seat=number, taken_by=player)
    return taken.exists() and game.places.filter(number=number, player=player).exists()
