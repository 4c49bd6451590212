"""A player's games, a table before its start, and who reads a letter."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, Subquery

from games import links
from games.clocks.rules import showing, store
from games.clocks.rules.clock import Clock
from games.clocks.rules.grants import Outage as OutageGrant
from games.clocks.rules.people import Person, person
from games.clocks.rules.showing import SeatClock, waking_of_a_turn
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.waiting import Hold, Wait, waits
from games.errors import BadLink, NoSuchGame
from games.links import InvitationClaim, JoinClaim, StartClaim
from games.models import Game, Invitation, Letter, Offer, Outage, Player, Pulse, Seat
from games.selectors import rows
from games.selectors.values import InvitationFacts, Invited, Lobby, MyGame, Reader

_OFFERS = Offer.objects.filter(game=OuterRef("game_id"), closed_at=None)
_HOLD = Pulse.objects.filter(held_at__isnull=False)
OLD_GAMES = 20
"""Of finished games so many are listed."""


def hold() -> Hold | None:
    """Tell since when and why the operators hold the whole service, if they do."""
    pulse = _HOLD.first()
    return Hold(pulse.held_at, pulse.reason) if pulse and pulse.held_at else None


def status_of(key: str) -> str:
    """Say whether a game is open, active, finished or cancelled; raises NoSuchGame."""
    status = Game.objects.filter(key=key).values_list("status", flat=True).first()
    if status is None:
        raise NoSuchGame
    return status


def my_games(player: Player, *, now: datetime) -> tuple[MyGame, ...]:
    """List a player's games, those that wait for him first, then by deadline; old ones are few."""
    seats = (
        Seat.objects.filter(player=player)
        .exclude(game__status=Game.Status.CANCELLED)
        .select_related("game__organiser")
        .defer("game__state")
        .annotate(
            held=Subquery(_HOLD.values("held_at")),
            reason=Subquery(_HOLD.values("reason")),
            offered=ArraySubquery(_OFFERS.values("seat")),
        )
        .prefetch_related("game__places")
    )
    running = sorted(seats.filter(game__ended_at__isnull=True), key=_urgency)
    ended = seats.filter(game__ended_at__isnull=False).order_by("-game__ended_at")[:OLD_GAMES]
    return tuple(_my_game(seat, now) for seat in (*running, *ended))


def next_game(player: Player) -> str | None:
    """Name the running game that waits for a player, the most urgent first; None if none does."""
    asked = (
        Seat.objects.filter(player=player, game__status=Game.Status.ACTIVE)
        .order_by(F("game__deadline_at").asc(nulls_last=True), "game_id")
        .values_list("game__key", "number", "game__to_act")
    )
    return next((key for key, number, to_act in asked if number in to_act), None)


def moved_by(outage: Outage, email: str, *, now: datetime) -> tuple[MyGame, ...]:
    """List the games in which an outage moved the deadline of a player who is asked still."""
    gone = Stretch(outage.begun_at, outage.ended_at)
    player = Player.objects.get(email=email)
    return tuple(game for game in my_games(player, now=now) if gone in _outages_of(game))


def _outages_of(game: MyGame) -> list[Stretch]:
    grants = game.clock.grants if game.clock else ()
    return [grant.stretch for grant in grants if isinstance(grant, OutageGrant)]


def lobby(key: str, player: Player | None, *, now: datetime | None = None) -> Lobby:
    """Show a table before its start, at a time to its organiser; raises NoSuchGame."""
    game = rows.game(key=key)
    mine = player is not None and game.organiser_id == player.pk
    people = rows.people(rows.places(game), game.to_act)
    invitations = tuple(game.invitations.order_by("created_at", "pk"))
    return Lobby(
        game=rows.facts(game),
        people=people,
        my_seat=None if player is None else _number_of(player, game),
        mine=mine,
        free=sum(not person.taken for person in people),
        waking=_waking(game, now) if mine and now else {},
        reserved=sum(row.status == Invitation.Status.PENDING for row in invitations),
        invitations=tuple(Invited(row.id, row.email, row.status, row.sent) for row in invitations)
        if mine
        else (),
        join_token=links.mint_join(game) if mine else None,
    )


def _waking(game: Game, now: datetime) -> dict[int, timedelta]:
    """Of a turn that began now, how much each who has joined would be awake."""
    seats = game.places.filter(player__isnull=False).select_related("player")
    rule = store.load(game.time).settings
    found = {seat.number: waking_of_a_turn(rule, _person(seat), now=now) for seat in seats}
    return {number: waking for number, waking in found.items() if waking is not None}


def _person(seat: Seat) -> Person:
    assert seat.player is not None, "only people are asked for"
    return person(seat.player.time_zone, seat.player.quiet)


def join_page(claim: JoinClaim) -> Lobby:
    """Show a table to who came by its shared link; raises BadLink."""
    return _linked_lobby(pk=claim.game_id, join_epoch=claim.epoch)


def start_page(claim: StartClaim) -> Lobby:
    """Show a table to who holds the letter that it is complete; raises BadLink."""
    return _linked_lobby(pk=claim.game_id)


def _linked_lobby(**which: int) -> Lobby:
    key = Game.objects.filter(**which).values_list("key", flat=True).first()
    if key is None:
        raise BadLink
    return lobby(key, None)


def invitation_page(claim: InvitationClaim) -> InvitationFacts:
    """Show a table to who was invited; raises BadLink."""
    invited = Invitation.objects.select_related("game__organiser").defer("game__state")
    row = invited.filter(pk=claim.invitation_id, epoch=claim.epoch).first()
    if row is None:
        raise BadLink
    seats = rows.people(rows.places(row.game), ())
    names = tuple(person.name for person in seats if person.taken)
    return InvitationFacts(
        game=rows.facts(row.game),
        email=row.email,
        status=row.status,
        names=names,
        known=Player.objects.filter(email=row.email).exists(),
        time_zone=row.game.organiser.time_zone,
    )


def reader_of(letter: Letter) -> Reader:
    """Say who gets a letter; somebody unknown is written to as the one who caused it."""
    if letter.seat is not None:
        return rows.reader_of_seat(letter.seat)
    known = Player.objects.filter(email=letter.email).first()
    if known is not None:
        return rows.reader(known)
    if letter.sign_in is not None:
        return Reader("", letter.email, letter.sign_in.language, "UTC")
    game = letter.game
    assert game is not None, "only a sign-in belongs to no game"
    return Reader("", letter.email, game.organiser.language, game.organiser.time_zone)


def _my_game(seat: Any, now: datetime) -> MyGame:
    game: Game = seat.game
    people = rows.people(rows.places(game), game.to_act)
    stood_in = _stood_in(seat)
    return MyGame(
        game=rows.facts(game),
        seat=seat.number,
        my_turn=seat.number in game.to_act and not stood_in,
        stood_in=stood_in,
        mine=game.organiser_id == seat.player_id,
        waiting_for=tuple(person.name for person in people if person.asked),
        names=tuple(person.name for person in people if person.taken),
        free=sum(not person.taken for person in people),
        clock=_clock(seat),
        own=_own(seat, now),
        deadline=_deadline(seat),
        waits=_waits(seat, now),
    )


def _waits(seat: Any, now: datetime) -> tuple[Wait, ...]:
    game: Game = seat.game
    return waits(
        store.load(game.time),
        game.to_act,
        hold=Hold(seat.held, seat.reason) if seat.held else None,
        set_aside=game.stuck >= Game.SET_ASIDE,
        offered=seat.offered,
        now=now,
    )


def _urgency(seat: Seat) -> tuple[bool, bool, datetime]:
    due = _deadline(seat)
    asked = seat.number in seat.game.to_act and not _stood_in(seat)
    return not asked, due is None, due or seat.game.created_at


def _deadline(seat: Seat) -> datetime | None:
    """Say until when a table waits: its own deadline for a seat that is asked."""
    own = _clock(seat)
    return own.due if own else seat.game.deadline_at


def _clock(seat: Seat) -> Clock | None:
    own = store.load(seat.game.time).seats.get(seat.number)
    return own.clock if own else None


def _own(seat: Seat, now: datetime) -> SeatClock | None:
    clock = _clock(seat)
    shown = showing.clocks(store.load(seat.game.time), seat.number, now=now) if clock else ()
    return next((each for each in shown if each.own), None)


def _stood_in(seat: Seat) -> bool:
    clocked = store.load(seat.game.time).seats.get(seat.number)
    return clocked is not None and clocked.bot and seat.game.ended_at is None


def _number_of(player: Player, game: Game) -> int | None:
    return next((seat.number for seat in game.places.all() if seat.player_id == player.pk), None)
