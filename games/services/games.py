"""A game from the idea to the deal, or to its cancellation."""

import secrets
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import F

from engine import rng
from engine.registry import ruleset
from games.clocks.rules import settings, store
from games.clocks.rules.banks import at_start
from games.clocks.rules.forms import Form
from games.clocks.rules.table import Seat as Clocked
from games.clocks.rules.table import Table
from games.errors import BadLink, OrganiserStays, SeatsMissing
from games.links import JoinClaim, StartClaim
from games.models import Game, Invitation, Letter, Move, Player, Seat, new_key
from games.services import bars, locks, mailbox, people, seating
from games.services.table import Held, Made, PlayedMove, Ply, advance

Kind = Letter.Kind


def create(
    organiser: Player,
    *,
    ruleset_key: str,
    options: Mapping[str, str],
    seats: int,
    time: Form,
    now: datetime,
    key: str = "",
) -> Game:
    """Open a table and seat its organiser; under a key he has used before, return that table.

    `time` holds settings of time; its zone is the organiser's if it names none. Raises
    UnknownRuleset, SeatsError, OptionError or Refused.
    """
    # A trial deal finds every fault in seats and options, whatever the ruleset.
    ruleset(ruleset_key).setup(bytes(rng.SEED_BYTES), seats, options)
    chosen = settings.load({"zone": organiser.time_zone, **time})
    with transaction.atomic(durable=True):
        if not key or Game.objects.filter(key=key).exclude(organiser=organiser).exists():
            key = new_key()
        # A form that is sent twice says the same key twice; the second waits for the first here.
        game, made = Game.objects.get_or_create(
            key=key,
            organiser=organiser,
            defaults={
                "ruleset": ruleset_key,
                "options": dict(options),
                "seats": seats,
                "time": store.dump(Table(chosen)),
                "created_at": now,
            },
        )
        if not made:
            return game
        places = Seat.objects.bulk_create(Seat(game=game, number=at) for at in range(seats))
        seating.seat_player(places, organiser, now=now)
    return game


def add_bot(key: str, *, by: Player, now: datetime, place: int | None = None) -> Seat:
    """Seat a bot; raises NoSuchGame, NotOpen, NotOrganiser or TableFull.

    `place` is the first free one that the organiser saw. If a bot sits there by now, the wish was
    sent twice and is fulfilled.
    """
    with transaction.atomic(durable=True):
        game = locks.own_open_game(by, key=key)
        places = locks.places(game)
        for seat in places:
            if seat.bot and seat.number == place:
                return seat
        seating.require_unreserved(game, places)
        return seating.seat_bot(places, now=now)


def take_open_seat(claim: JoinClaim, player: Player, *, now: datetime) -> Seat:
    """Seat who came by the shared link.

    Raises BadLink, NotOpen, AlreadySeated, TableFull or BarMissed.
    """
    with transaction.atomic(durable=True):
        game = locks.linked_game(claim.game_id)
        locks.require_open(game)
        if game.join_epoch != claim.epoch:
            raise BadLink
        places = locks.places(game)
        # Asked first: to a second click on the last free place the table is not full, but his.
        seating.require_standing(places, player)
        # Somebody who was invited and comes by the shared link takes the place kept for him.
        kept = game.invitations.filter(email=player.email, status=Invitation.Status.PENDING)
        if not kept.update(status=Invitation.Status.ACCEPTED):
            seating.require_unreserved(game, places)
            bars.require_reliable(store.load(game.time).settings, player, now=now)
        mailbox.post_to(player.email, Kind.SEATED, game=game, now=now)
        return seating.seat_guest(game, places, player, now=now)


def renew_join_link(key: str, *, by: Player) -> Game:
    """Let the shared link open nothing any more; raises NoSuchGame, NotOpen or NotOrganiser."""
    with transaction.atomic(durable=True):
        game = locks.own_open_game(by, key=key)
        game.join_epoch += 1
        game.save(update_fields=("join_epoch",))
    return game


def leave(key: str, *, by: Player, now: datetime) -> None:
    """Give one's own place up before the start; nothing for who has none.

    Raises NoSuchGame, NotOpen or OrganiserStays.
    """
    with transaction.atomic(durable=True):
        game = locks.open_game(key=key)
        if game.organiser_id == by.pk:
            raise OrganiserStays
        seat = next((seat for seat in locks.places(game) if seat.player_id == by.pk), None)
        if seat is not None:
            invitation = game.invitations.filter(email=by.email).first()
            seating.let_go(game, seat, invitation, now=now)


def clear_seat(key: str, number: int, *, by: Player, now: datetime) -> None:
    """Free another's or a bot's place; raises NoSuchGame, NotOpen or NotOrganiser."""
    with transaction.atomic(durable=True):
        game = locks.own_open_game(by, key=key)
        for seat in locks.people(game):
            if seat.number != number or not seat.taken or seat.player_id == by.pk:
                continue
            if seat.player is not None:
                game.invitations.filter(email=seat.player.email).update(
                    status=Invitation.Status.WITHDRAWN
                )
                mailbox.post_to(seat.player.email, Kind.WITHDRAWN, game=game, now=now)
            seating.unseat(seat)


def start(key: str, *, by: Player, now: datetime) -> PlayedMove:
    """Draw the seats and deal.

    Raises NoSuchGame, NotOpen, NotOrganiser,
    SeatsMissing, or Refused if its time fits no table of several people.
    """
    with transaction.atomic(durable=True):
        return _deal(locks.own_open_game(by, key=key), now)


def start_by_letter(claim: StartClaim, *, now: datetime) -> PlayedMove:
    """Start the game for who holds its organiser's letter.

    Raises BadLink, NotOpen, SeatsMissing or Refused.
    """
    with transaction.atomic(durable=True):
        game = locks.linked_game(claim.game_id)
        locks.require_open(game)
        return _deal(game, now)


def _deal(game: Game, now: datetime) -> PlayedMove:
    places = locks.people(game)
    missing = sum(not seat.taken for seat in places)
    if missing:
        raise SeatsMissing(missing)
    chosen = store.load(game.time).settings
    settings.fit_for(chosen, people=sum(seat.player is not None for seat in places))
    seed = secrets.token_bytes(rng.SEED_BYTES)
    places = _draw_seats(places, seed)
    rules = ruleset(game.ruleset)
    game.status, game.started_at = Game.Status.ACTIVE, now
    dealt = Ply(Made(Move.By.DEAL), rules.setup(seed, game.seats, game.options))
    bank = at_start(chosen.style)
    seats = {at.number: Clocked(people.person(at.player), bank=bank, bot=at.bot) for at in places}
    return advance(Held(game, places, rules, None, Table(chosen, seats)), [dealt], now=now)[0]


def _draw_seats(places: list[Seat], seed: bytes) -> list[Seat]:
    drawn = rng.shuffled(seed, "seats", places)
    for number, seat in enumerate(drawn):
        seat.number = number
    Seat.objects.bulk_update(drawn, ("number",))
    return list(drawn)


def cancel(key: str, *, by: Player, now: datetime) -> None:
    """Call a game off before it starts; raises NoSuchGame, NotOpen or NotOrganiser."""
    with transaction.atomic(durable=True):
        game = locks.own_open_game(by, key=key)
        game.status, game.ended_at = Game.Status.CANCELLED, now
        game.save(update_fields=("status", "ended_at"))
        pending = game.invitations.filter(status=Invitation.Status.PENDING)
        invited = list(pending.values_list("email", flat=True))
        pending.update(status=Invitation.Status.WITHDRAWN)
        seated = [s for s in locks.places(game) if s.player_id and s.player_id != by.pk]
        mailbox.post(game, ((Kind.CANCELLED, seat) for seat in seated), now=now)
        for email in invited:
            mailbox.post_to(email, Kind.CANCELLED, game=game, now=now)


def revoke_links(seat: Seat) -> None:
    """Let all links in a seat's letters so far open nothing any more."""
    with transaction.atomic(durable=True):
        game = locks.game(pk=seat.game_id)
        Seat.objects.filter(game=game, number=seat.number).update(link_epoch=F("link_epoch") + 1)
