"""Asking an address to a table, and its answers."""

from datetime import datetime, timedelta

from django.db import transaction

from games.errors import (
    AlreadyInvited,
    BadLink,
    InvitationClosed,
    NotOrganiser,
    TooMany,
)
from games.links import InvitationClaim
from games.models import Game, Invitation, Letter, Player, Seat
from games.services import accounts, locks, mailbox, people, seating

Kind, Status = Letter.Kind, Invitation.Status

LIMIT_SPAN = timedelta(days=1)
INVITATIONS_PER_DAY = 50
INVITATIONS_PER_READER = 10
"""A day, whoever sends them."""
LETTERS_PER_INVITATION = 3


def invite(key: str, address: str, *, by: Player, now: datetime) -> Invitation:
    """Ask an address to the table and keep a place for it.

    Raises BadAddress, NoSuchGame, NotOpen, NotOrganiser, AlreadyInvited, TableFull or TooMany.
    """
    email = people.address(address)
    with transaction.atomic(durable=True):
        game = locks.own_open_game(by, key=key)
        places = locks.people(game)
        if any(seat.player is not None and seat.player.email == email for seat in places):
            raise AlreadyInvited
        invitation = game.invitations.filter(email=email).first()
        if invitation is not None and invitation.status == Status.PENDING:
            raise AlreadyInvited
        seating.require_unreserved(game, places)
        if invitation is None:
            invitation = Invitation(game=game, email=email, created_at=now)
        # Somebody who declined or was sent away may be asked again; older letters stay dead.
        invitation.status = Status.PENDING
        invitation.epoch += 1
        _send(invitation, by, now)
    return invitation


def resend(invitation_id: int, *, by: Player, now: datetime) -> Invitation:
    """Write to an invited address once more.

    Raises NotOpen, NotOrganiser, InvitationClosed or TooMany.
    """
    with transaction.atomic(durable=True):
        invitation = _own_pending(invitation_id, by)
        _send(invitation, by, now)
    return invitation


def withdraw(invitation_id: int, *, by: Player, now: datetime) -> Invitation:
    """Take an invitation back; raises NotOpen, NotOrganiser or InvitationClosed."""
    with transaction.atomic(durable=True):
        invitation = _own_pending(invitation_id, by)
        invitation.status = Status.WITHDRAWN
        invitation.epoch += 1
        invitation.save(update_fields=("status", "epoch"))
        mailbox.post_to(
            invitation.email, Kind.WITHDRAWN, game=invitation.game, invitation=invitation, now=now
        )
    return invitation


def accept(claim: InvitationClaim, *, language: str, now: datetime) -> Seat:
    """Seat who holds the letter; the same seat again if he had accepted before.

    Raises BadLink, NotOpen or InvitationClosed.
    """
    with transaction.atomic(durable=True):
        invitation, game = _claimed(claim)
        places = locks.people(game)
        if invitation.status == Status.ACCEPTED:
            return _seat_of(invitation.email, places)
        locks.require_open(game)
        if invitation.status != Status.PENDING:
            raise InvitationClosed(invitation.status)
        invitation.status = Status.ACCEPTED
        invitation.save(update_fields=("status",))
        player = accounts.known_or_new(invitation.email, language=language, now=now)
        return seating.seat_guest(game, places, player, now=now)


def decline(claim: InvitationClaim, *, now: datetime) -> None:
    """Let the place go to somebody else, taken or not; nothing if that was said before.

    Raises BadLink, NotOpen or InvitationClosed.
    """
    with transaction.atomic(durable=True):
        invitation, game = _claimed(claim)
        if invitation.status == Status.DECLINED:
            return
        locks.require_open(game)
        if invitation.status == Status.WITHDRAWN:
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


def _own_pending(invitation_id: int, by: Player) -> Invitation:
    game_id = Invitation.objects.filter(pk=invitation_id).values_list("game_id", flat=True)
    if not game_id:
        raise NotOrganiser
    game = locks.own_open_game(by, pk=game_id[0])
    invitation = Invitation.objects.get(pk=invitation_id)
    invitation.game = game
    if invitation.status != Status.PENDING:
        raise InvitationClosed(invitation.status)
    return invitation


def _send(invitation: Invitation, by: Player, now: datetime) -> None:
    lately = Letter.objects.filter(kind=Kind.INVITATION, created_at__gt=now - LIMIT_SPAN)
    # Whoever is written to did not ask for it: a stranger's inbox is not ours to fill.
    if (
        invitation.sent >= LETTERS_PER_INVITATION
        or lately.filter(game__organiser=by).count() >= INVITATIONS_PER_DAY
        or lately.filter(invitation__email=invitation.email).count() >= INVITATIONS_PER_READER
    ):
        raise TooMany
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
