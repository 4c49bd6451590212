"""Asking an address to a table, and its answers."""

from datetime import datetime

from games.errors import (
    AlreadyInvited,
    BadLink,
    InvitationClosed,
    NotOrganiser,
    SentThrice,
    ServiceHeld,
)
from games.gathering.rules.asking import Wish
from games.links import InvitationClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Invitation, Letter, Player, Seat
from games.sanctions import selectors as sanctions
from games.sanctions.rules import Kind as Bar
from games.services import accounts, bars, locks, mailbox, newcomers, people, seating

Kind, Status = Letter.Kind, Invitation.Status

LETTERS_PER_INVITATION = 3


def invite(
    key: str,
    address: str,
    *,
    by: Player,
    now: datetime,
    wish: Wish | None = None,
    origin: str | None = None,
) -> Invitation:
    """Ask an address to the table and keep a place for it, for a while if one is wished.

    Raises BadAddress, NoSuchGame, NotOpen, NotOrganiser, AlreadyInvited, TableFull, SentThrice,
    NotByMail, ServiceHeld, TooMany, or Sanctioned where words come with it.
    """
    email = people.address(address)
    with because(Cause.FORM):
        if wish and wish.message:
            bars.require_free(by, Bar.MUTE, now=now)
        game = locks.own_open_game(by, key=key)
        if game.held_whole:
            raise ServiceHeld
        places = locks.people(game)
        invitation = game.invitations.filter(email=email).first()
        status = invitation.status if invitation is not None else None
        sits = any(seat.player is not None and seat.player.email == email for seat in places)
        # Somebody who came by a link gave the organizer no address: to refuse it here would tell
        # whose it is. They are written to like anybody, and their page says that they sit here.
        known = email == by.email or status == Status.ACCEPTED
        if status == Status.PENDING or (sits and known):
            raise AlreadyInvited
        seating.require_unreserved(game, places)
        if invitation is None:
            invitation = Invitation(game=game, email=email, created_at=now)
        # Who writes an address reads it again, whoever it is.
        invitation.called = ""
        ask(invitation, wish or Wish(), by=by, now=now, origin=origin)
    return invitation


def ask(
    invitation: Invitation, wish: Wish, *, by: Player, now: datetime, origin: str | None = None
) -> None:
    """Send an invitation; the caller holds the game's lock and has a place for it."""
    # Somebody who declined or was sent away may be asked again; older letters stay dead.
    invitation.status, invitation.seat_epoch = Status.PENDING, None
    invitation.epoch += 1
    invitation.message, invitation.reply_by = wish.message, wish.reply_by
    invitation.language = people.language(wish.language) if wish.language else ""
    _send(invitation, by, now, origin)


def keep_for(game: Game, whom: Player, *, by: Player, now: datetime) -> None:
    """Keep a place of a locked game for a player and write to him; as `invite`, at another's word.

    Raises SentThrice, NotByMail or TooMany.
    """
    assert whom.email, "nobody else is written to"
    invitation = game.invitations.filter(email=whom.email).first()
    ask(
        invitation or Invitation(game=game, email=whom.email, called=whom.name, created_at=now),
        Wish(),
        by=by,
        now=now,
    )


def resend(
    invitation_id: int, *, by: Player, now: datetime, origin: str | None = None
) -> Invitation:
    """Write to an invited address once more; if it has lapsed, keep a place for it again.

    Raises NotOpen, NotOrganiser, InvitationClosed, TableFull, SentThrice, NotByMail, ServiceHeld
    or TooMany.
    """
    with because(Cause.FORM):
        invitation = _own(invitation_id, by, Status.PENDING, Status.LAPSED)
        if invitation.game.held_whole:
            raise ServiceHeld
        if invitation.status == Status.LAPSED:
            seating.require_unreserved(invitation.game, locks.places(invitation.game))
            wish = Wish(invitation.message, invitation.language)
            ask(invitation, wish, by=by, now=now, origin=origin)
        else:
            _send(invitation, by, now, origin)
    return invitation


def withdraw(invitation_id: int, *, by: Player, now: datetime) -> Invitation:
    """Take an invitation back; raises NotOpen, NotOrganiser or InvitationClosed."""
    with because(Cause.FORM):
        invitation = _own(invitation_id, by, Status.PENDING)
        invitation.status = Status.WITHDRAWN
        invitation.epoch += 1
        invitation.save(update_fields=("status", "epoch"))
        mailbox.post_to(
            invitation.email, Kind.WITHDRAWN, game=invitation.game, invitation=invitation, now=now
        )
    return invitation


def accept(
    claim: InvitationClaim, *, language: str, now: datetime, said: people.Said | None = None
) -> Seat:
    """Seat who holds the letter; the same seat again if he had accepted before.

    Raises BadLink, NotOpen, InvitationClosed, Sanctioned, BadName, BadTimeZone, NameMissing or
    NameTaken.
    """
    with because(Cause.FORM):
        invitation, game = _claimed(claim)
        places = locks.people(game)
        if invitation.status == Status.ACCEPTED:
            return _seat_of(invitation.email, places)
        locks.require_open(game)
        if invitation.status != Status.PENDING:
            raise InvitationClosed(invitation.status)
        player = accounts.known_or_new(invitation.email, language=language, now=now)
        accounts.introduce(player, said)
        return _seat(invitation, game, places, player, now=now)


def take_kept_place(key: str, player: Player, *, now: datetime) -> None:
    """Seat a signed-in player who is invited there; nothing for who sits or is not asked."""
    with because(Cause.FORM):
        game = locks.game(key=key)
        kept = game.invitations.filter(status=Status.PENDING, email=player.email).first()
        if kept is not None and game.status == Game.Status.OPEN:
            _seat(kept, game, locks.people(game), player, now=now)


def _seat(
    invitation: Invitation, game: Game, places: list[Seat], player: Player, *, now: datetime
) -> Seat:
    bars.require_may_begin(player, now=now)
    bars.require_own_household(game, player)
    seat = seating.seat_guest(game, places, player, now=now)
    # His letter opens the seat from now on, until the links of the seat are revoked.
    invitation.status, invitation.seat_epoch = Status.ACCEPTED, seat.link_epoch
    invitation.save(update_fields=("status", "seat_epoch"))
    return seat


def decline(claim: InvitationClaim, *, now: datetime) -> None:
    """Let the place go to somebody else, taken or not; nothing if that was said before.

    Raises BadLink, NotOpen or InvitationClosed.
    """
    with because(Cause.FORM):
        invitation, game = _claimed(claim)
        if invitation.status == Status.DECLINED:
            return
        locks.require_open(game)
        if invitation.status in (Status.WITHDRAWN, Status.LAPSED):
            raise InvitationClosed(invitation.status)
        accepted = invitation.status == Status.ACCEPTED
        seat = _seat_of(invitation.email, locks.people(game)) if accepted else None
        seating.let_go(game, seat, invitation, now=now)


def _claimed(claim: InvitationClaim) -> tuple[Invitation, Game]:
    game_id = Invitation.objects.filter(pk=claim.invitation_id).values_list("game_id", flat=True)
    if not game_id:
        raise BadLink
    game = locks.game(pk=game_id[0])
    # Read under the lock: it may have been withdrawn while we waited.
    invitation = Invitation.objects.get(pk=claim.invitation_id)
    if invitation.epoch != claim.epoch:
        raise BadLink
    return invitation, game


def _own(invitation_id: int, by: Player, *statuses: str) -> Invitation:
    game_id = Invitation.objects.filter(pk=invitation_id).values_list("game_id", flat=True)
    if not game_id:
        raise NotOrganiser
    game = locks.own_open_game(by, pk=game_id[0])
    invitation = Invitation.objects.get(pk=invitation_id)
    invitation.game = game
    if invitation.status not in statuses:
        raise InvitationClosed(invitation.status)
    return invitation


def _send(invitation: Invitation, by: Player, now: datetime, origin: str | None) -> None:
    if invitation.sent >= LETTERS_PER_INVITATION:
        raise SentThrice
    newcomers.use_invitation(invitation.email, by=by, now=now, origin=origin)
    if sanctions.runs(by, Bar.MUTE, now=now):
        # What he wrote before goes out no more.
        invitation.message = ""
    invitation.sent += 1
    invitation.save()
    mailbox.post_to(
        invitation.email, Kind.INVITATION, game=invitation.game, invitation=invitation, now=now
    )


def _seat_of(email: str, places: list[Seat]) -> Seat:
    for seat in places:
        if seat.player is not None and seat.player.email == email:
            return seat
    raise InvitationClosed(Status.WITHDRAWN)
