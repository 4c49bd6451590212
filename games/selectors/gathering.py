"""A table before its start, who reads a letter, and whether the service is held."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F

from games import links
from games.clocks.rules import settings, store
from games.clocks.rules.people import Person, person
from games.clocks.rules.showing import waking_of_a_turn
from games.clocks.rules.waiting import Hold
from games.errors import BadLink, NoSuchGame
from games.links import InvitationClaim, JoinClaim, PlaceClaim, SeatClaim, StartClaim
from games.models import Game, Invitation, Letter, Player, Position, Pulse, Seat
from games.selectors import rows
from games.selectors.values import Agreed, InvitationFacts, Invited, Kept, Lobby, Reader

_HOLD = Pulse.objects.filter(held_at__isnull=False)


def hold() -> Hold | None:
    """Tell since when and why the operators hold the whole service, if they do."""
    pulse = _HOLD.first()
    if pulse is None or pulse.held_at is None:
        return None
    return Hold(pulse.held_at, pulse.reason, whole=pulse.position == Position.ALL)


def status_of(key: str) -> str:
    """Say whether a game is open, active, finished or cancelled; raises NoSuchGame."""
    status = Game.objects.filter(key=key).values_list("status", flat=True).first()
    if status is None:
        raise NoSuchGame
    return status


def lobby(key: str, player: Player | None, *, now: datetime | None = None) -> Lobby:
    """Show a table before its start, at a time to its organiser; raises NoSuchGame."""
    game = rows.game(key=key)
    mine = player is not None and game.organiser_id == player.pk
    people = rows.people(rows.places(game), game.to_act)
    invitations = tuple(game.invitations.order_by("created_at", "pk"))
    lost = _lost(game) if mine and invitations else ()
    return Lobby(
        game=rows.facts(game),
        people=people,
        my_seat=None if player is None else _number_of(player, game),
        mine=mine,
        free=sum(not person.taken for person in people),
        waking=_waking(game, now) if mine and now else {},
        reserved=sum(row.status == Invitation.Status.PENDING for row in invitations),
        invitations=tuple(
            Invited(
                id=row.id,
                email=row.email,
                called=row.called,
                status=row.status,
                sent=row.sent,
                reply_by=row.reply_by,
                lost=row.pk in lost,
            )
            for row in invitations
        )
        if mine
        else (),
        kept=next((_kept(row) for row in invitations if _asks(row, player)), None),
        join_token=links.JOIN.sign(JoinClaim.of(game)) if mine else None,
        listed=game.listed,
        language=game.language,
        terms_epoch=game.terms_epoch,
    )


def _lost(game: Game) -> Collection[int]:
    """Name the invitations of which the last letter came back or was not taken."""
    letters = Letter.objects.filter(invitation__game=game, kind=Letter.Kind.INVITATION)
    last = dict(letters.order_by("created_at").values_list("invitation", "status"))
    return [pk for pk, status in last.items() if status == Letter.Status.FAILED]


def _asks(row: Invitation, player: Player | None) -> bool:
    pending = row.status == Invitation.Status.PENDING
    # Whoever is signed in reads the letters to his address.
    return pending and player is not None and player.email == row.email


def _kept(row: Invitation) -> Kept:
    return Kept(links.INVITATION.sign(InvitationClaim.of(row)), row.message, row.reply_by)


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
    found = _linked_lobby(pk=claim.game_id)
    revoked = claim.epoch is not None and organisers_place(claim) is None
    if found.game.status == Game.Status.OPEN and revoked:
        raise BadLink
    return found


def organisers_place(claim: StartClaim) -> str | None:
    """Mint what opens the place of who holds the letter that starts a game, while it is his."""
    if claim.epoch is None:
        return None
    own = Seat.objects.filter(
        game=claim.game_id, player=F("game__organiser"), link_epoch=claim.epoch
    )
    seat = own.first()
    return links.PLACE.sign(PlaceClaim.of(seat)) if seat else None


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
    known = Player.objects.filter(email=row.email).first()
    return InvitationFacts(
        game=rows.facts(row.game),
        email=row.email,
        status=row.status,
        names=names,
        message=row.message,
        reply_by=row.reply_by,
        once_more=row.game.rematch_of_id is not None,
        reader=_reader_invited(row, known),
        place=_place_of(row),
        known=known is not None and known.name != "",
        time_zone=row.game.organiser.time_zone,
    )


def is_anothers(email: str, player_id: int) -> bool:
    """Tell whether letters of another player go to an address."""
    return Player.objects.filter(email=email).exclude(pk=player_id).exists()


def terms_before(letter: Letter) -> Agreed | None:
    """Tell what terms a table had when a letter was posted that says how they changed."""
    held = letter.before
    return held and Agreed(held["seats"], held["options"], settings.load(held["time"]))


def reader_of(letter: Letter) -> Reader:
    """Say who gets a letter; somebody unknown is written to as the one who caused it."""
    if letter.seat is not None:
        return rows.reader_of_seat(letter.seat)
    known = rows.addressee(letter)
    if known is not None:
        return rows.reader(known)
    if letter.sign_in is not None:
        return Reader("", letter.email, letter.sign_in.language, "UTC")
    if letter.change is not None:
        his = letter.change.player
        return Reader("", letter.email, his.language, his.time_zone)
    game = letter.game
    assert game is not None, "only a sign-in belongs to no game"
    if letter.invitation is not None:
        return _reader_invited(letter.invitation, None)
    return Reader("", letter.email, game.organiser.language, game.organiser.time_zone)


def _reader_invited(row: Invitation, known: Player | None) -> Reader:
    if known is not None:
        return rows.reader(known)
    host = row.game.organiser
    return Reader("", row.email, row.language or host.language, host.time_zone)


def _place_of(row: Invitation) -> str | None:
    """Mint what opens the place that was taken by an invitation, while its links hold."""
    if row.status != Invitation.Status.ACCEPTED:
        return None
    return place_token(row.game, player__email=row.email, link_epoch=row.seat_epoch)


def place_token(game: Game, **who: object) -> str | None:
    """Mint what opens the place of somebody at a table, None if he has none."""
    seat = game.places.filter(**who).first()
    return links.PLACE.sign(PlaceClaim.of(seat)) if seat else None


def place(claim: PlaceClaim, *, now: datetime) -> Seat:
    """Return the seat that a place's token opens, with its player; raises BadLink."""
    seats = Seat.objects.select_related("game", "player").defer("game__state")
    seat = seats.filter(pk=claim.seat_id).first()
    if seat is None:
        raise BadLink
    own = SeatClaim(seat.game_id, seat.number, claim.epoch)
    links.require_open(own, seat, seat.game, now=now)
    return seat


def _number_of(player: Player, game: Game) -> int | None:
    return next((seat.number for seat in game.places.all() if seat.player_id == player.pk), None)
