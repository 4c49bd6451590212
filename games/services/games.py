"""A game from the idea to the deal, or to its cancellation."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import F

from engine import rng
from engine.api import Strength
from engine.registry import ruleset
from games.clocks.rules import settings, store
from games.clocks.rules.banks import at_start
from games.clocks.rules.forms import Form
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.table import Seat as Clocked
from games.clocks.rules.table import Table
from games.errors import BadLink, OrganiserStays, SeatsMissing
from games.gathering.services import changing
from games.gathering.services.naming import name_for
from games.links import JoinClaim, StartClaim
from games.log.rules import Cause
from games.log.services import because, cause_is
from games.models import Game, Invitation, Letter, Move, Player, Seat, new_key
from games.orders.services.answering import advance
from games.services import (
    accounts,
    bars,
    doors,
    locks,
    mailbox,
    newcomers,
    people,
    seating,
    storing,
)
from games.services.table import Held, Made, PlayedMove, Ply

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
    name: str = "",
    listed: bool = False,
    language: str = "",
    said: people.Said | None = None,
) -> Game:
    """Open a table and seat its organiser; under a key he has used before, return that table.

    `time` holds settings of time; its zone is the organiser's if it names none, and so is the
    language of the table. Without a name one is drawn. Raises UnknownRuleset, SeatsError,
    OptionError, BadGameName, Refused, BadName, BadTimeZone, NameMissing, Sanctioned or TooManyOpen.
    """
    # A trial deal finds every fault in seats and options, whatever the ruleset.
    ruleset(ruleset_key).setup(bytes(rng.SEED_BYTES), seats, options)
    zone = said.time_zone if said and not organiser.name else organiser.time_zone
    chosen = settings.load({"zone": zone, **time})
    called = name_for(organiser, name)
    with because(Cause.FORM):
        accounts.introduce(organiser, said)
        bars.require_may_begin(organiser, now=now)
        if not key or Game.objects.filter(key=key).exclude(organiser=organiser).exists():
            key = new_key()
        newcomers.require_few_open(organiser, key, now=now)
        return opened(
            organiser,
            key,
            now=now,
            name=called,
            ruleset=ruleset_key,
            options=dict(options),
            seats=seats,
            time=store.dump(Table(chosen)),
            listed=listed,
            language=language or organiser.language,
        )


def opened(organiser: Player, key: str, *, now: datetime, seats: int, **terms: object) -> Game:
    """Open a table under a key and seat its organiser; the caller holds a transaction."""
    # A form that is sent twice says the same key twice; the second waits for the first here.
    game, made = Game.objects.get_or_create(
        key=key, organiser=organiser, defaults={"seats": seats, "created_at": now, **terms}
    )
    if made:
        places = Seat.objects.bulk_create(Seat(game=game, number=at) for at in range(seats))
        seating.seat_player(places, organiser, now=now)
    return game


def add_bot(key: str, *, by: Player, now: datetime) -> Seat:
    """Seat one bot of the strongest; raises as `add_bots` does."""
    return add_bots(key, 1, Strength.HARD, by=by, now=now)[0]


def add_bots(
    key: str,
    count: int,
    strength: Strength,
    *,
    by: Player,
    now: datetime,
    place: int | None = None,
) -> list[Seat]:
    """Seat some bots, or none; raises NoSuchGame, NotOpen, NotOrganiser or TableFull.

    `place` is the first free one that the organiser saw. If a bot sits there by now, the wish was
    sent twice and is fulfilled.
    """
    with because(Cause.FORM):
        game = locks.own_open_game(by, key=key)
        places = locks.places(game)
        there = [seat for seat in places if seat.bot and place is not None and seat.number >= place]
        if there and there[0].number == place:
            return there[:count]
        seating.require_unreserved(game, places, count=count)
        return [seating.seat_bot(places, strength, now=now) for _ in range(count)]


def take_open_seat(
    claim: JoinClaim, player: Player, *, now: datetime, said: people.Said | None = None
) -> Seat:
    """Seat who came by the shared link.

    Raises BadLink, NotOpen, AlreadySeated, TableFull, BarMissed, BadName, BadTimeZone, NameMissing
    or NameTaken.
    """
    with because(Cause.FORM):
        accounts.introduce(player, said)
        game = locks.linked_game(claim.game_id)
        locks.require_open(game)
        if game.join_epoch != claim.epoch:
            raise BadLink
        return doors.let_in(game, player, now=now)


def renew_join_link(key: str, *, by: Player) -> Game:
    """Let the shared link open nothing any more; raises NoSuchGame, NotOpen or NotOrganiser."""
    with because(Cause.FORM):
        game = locks.own_open_game(by, key=key)
        game.join_epoch += 1
        game.save(update_fields=("join_epoch",))
    return game


def leave(key: str, *, by: Player, now: datetime, epoch: int | None = None) -> bool:
    """Give one's own place up before the start; tell whether there was one.

    Who holds a letter gives up the seat that it names by its `epoch`, no later one. Raises
    NoSuchGame, NotOpen or OrganiserStays.
    """
    with because(Cause.FORM):
        game = locks.open_game(key=key)
        if game.organiser_id == by.pk:
            raise OrganiserStays
        seat = next((seat for seat in locks.places(game) if seat.player_id == by.pk), None)
        if seat is None or epoch not in (None, seat.link_epoch):
            return False
        invitation = game.invitations.filter(email=by.email).first()
        seating.let_go(game, seat, invitation, now=now)
        return True


def clear_seat(key: str, number: int, *, by: Player, now: datetime) -> None:
    """Free another's or a bot's place; raises NoSuchGame, NotOpen or NotOrganiser."""
    with because(Cause.FORM):
        game = locks.own_open_game(by, key=key)
        for seat in locks.people(game):
            if seat.number == number and seat.taken and seat.player_id != by.pk:
                seating.clear(game, seat, now=now)


def start(key: str, *, by: Player, now: datetime) -> PlayedMove:
    """Draw the seats and deal.

    Raises NoSuchGame, NotOpen, NotOrganiser,
    SeatsMissing, or Refused if its time fits no table of several people.
    """
    with because(Cause.FORM):
        return deal(locks.own_open_game(by, key=key), now)


def start_by_letter(claim: StartClaim, *, now: datetime) -> PlayedMove:
    """Start the game for who holds its organiser's letter.

    Raises BadLink, NotOpen, SeatsMissing or Refused.
    """
    with because(Cause.FORM):
        game = locks.linked_game(claim.game_id)
        locks.require_open(game)
        if claim.epoch is not None:
            own = game.places.filter(player=game.organiser_id, link_epoch=claim.epoch)
            if not own.exists():
                raise BadLink
        return deal(game, now)


def deal(game: Game, now: datetime, *, first: Player | None = None) -> PlayedMove:
    """Draw the seats of a locked game and deal, so that one may begin; SeatsMissing or Refused."""
    if game.held_whole:
        raise Refused(Reason.HELD)
    places = locks.people(game)
    missing = sum(not seat.taken for seat in places)
    if missing:
        raise SeatsMissing(missing)
    changing.require_told(game, now=now)
    chosen = store.load(game.time).settings
    settings.fit_for(chosen, people=sum(seat.player is not None for seat in places))
    cause_is(Cause.DEAL)
    for seat in places:
        # Nobody else can start it, so he sits at the page that will show him his hand.
        seat.here_at = now if seat.player_id == game.organiser_id else None
    return dealt(game, places, now=now, first=first)


def convened(
    company: Sequence[Player | None],
    *,
    organiser: Player,
    time: settings.Settings,
    now: datetime,
    secret: bytes | None = None,
    **terms: object,
) -> Game:
    """Deal for people who agreed elsewhere to play, in this order, the first of them beginning.

    A bot sits for nobody. They are dealt from a secret that other tables have too, or from a fresh
    one. The caller holds a transaction.
    """
    made = Game.objects.create(
        seats=len(company),
        organiser=organiser,
        time=store.dump(Table(time)),
        created_at=now,
        **terms,
    )
    chairs = [Seat(game=made, number=at) for at in range(len(company))]
    for chair, each in zip(chairs, company, strict=True):
        if each is not None:
            chair.player, chair.name, chair.joined_at = each, each.name, now
    Seat.objects.bulk_create(chairs)
    for _ in range(company.count(None)):
        seating.seat_bot(chairs, Strength.HARD, now=now)
    # A row that nobody else has seen: nobody waits for this lock.
    game = locks.game(pk=made.pk)
    dealt(game, locks.people(game), now=now, in_order=True, secret=secret)
    return game


def dealt(
    game: Game,
    places: list[Seat],
    *,
    now: datetime,
    first: Player | None = None,
    in_order: bool = False,
    secret: bytes | None = None,
) -> PlayedMove:
    """Draw the seats of a locked game that are all taken, and deal from a secret: a fresh one.

    In order, who sits first begins and the others follow him as they sit.
    """
    seed, chosen = secret or secrets.token_bytes(rng.SEED_BYTES), store.load(game.time).settings
    rules = ruleset(game.ruleset)
    game.status, game.started_at = Game.Status.ACTIVE, now
    game.commitment = rng.commitment(seed, game.key)
    game.save(update_fields=("commitment",))
    ply = Ply(Made(Move.By.DEAL), rules.setup(seed, game.seats, game.options))
    begins = min(rules.to_act(ply.step.state))
    if in_order:
        places = _numbered([*places[-begins:], *places[:-begins]])
    else:
        places = _draw_seats(places, seed, first, begins)
    bank = at_start(chosen.style)
    seats = {at.number: Clocked(people.person(at.player), bank=bank, bot=at.bot) for at in places}
    held = Held(game, places, rules, None, Table(chosen, seats))
    return advance(held, [ply], now=now)[0]


def _draw_seats(places: list[Seat], seed: bytes, first: Player | None, begins: int) -> list[Seat]:
    drawn = list(rng.shuffled(seed, "seats", places))
    for at, seat in enumerate(drawn):
        if first is not None and seat.player_id == first.pk:
            drawn[at], drawn[begins] = drawn[begins], drawn[at]
            break
    return _numbered(drawn)


def _numbered(drawn: list[Seat]) -> list[Seat]:
    for number, seat in enumerate(drawn):
        seat.number = number
    Seat.objects.bulk_update(drawn, ("number", "here_at"))
    return drawn


def cancel(key: str, *, by: Player, now: datetime) -> None:
    """Call a game off before it starts; raises NoSuchGame, NotOpen or NotOrganiser."""
    with because(Cause.FORM):
        call_off(locks.own_open_game(by, key=key), now=now)


def call_off(game: Game, *, now: datetime) -> None:
    """Call a locked game off, and tell all but its organiser; the caller is in a transaction."""
    game.status, game.ended_at = Game.Status.CANCELLED, now
    game.save(update_fields=("status", "ended_at"))
    storing.end_seats(game)
    pending = game.invitations.filter(status=Invitation.Status.PENDING)
    invited = list(pending.values_list("email", flat=True))
    pending.update(status=Invitation.Status.WITHDRAWN)
    seated = [s for s in locks.places(game) if s.player_id and s.player_id != game.organiser_id]
    mailbox.post(game, ((Kind.CANCELLED, seat) for seat in seated), now=now)
    for email in invited:
        mailbox.post_to(email, Kind.CANCELLED, game=game, now=now)


def revoke_links(seat: Seat) -> None:
    """Let all links in a seat's letters so far open nothing any more."""
    with because(Cause.FORM):
        _revoke(locks.game(pk=seat.game_id), seat)


def renew_links(game: Game, seat: Seat, *, now: datetime) -> None:
    """Do the same for a seat of a locked game, and send its player a new link."""
    _revoke(game, seat)
    if game.started_at is not None:
        mailbox.post(game, [(Kind.LINKS, seat)], now=now)
    elif seat.player is not None:
        mailbox.post_to(seat.player.email, Kind.SEATED, game=game, now=now)


def _revoke(game: Game, seat: Seat) -> None:
    Seat.objects.filter(game=game, number=seat.number).update(link_epoch=F("link_epoch") + 1)
