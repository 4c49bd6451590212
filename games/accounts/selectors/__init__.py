"""What a player reads about his own account. Reads only."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Exists, OuterRef, Q
from django.utils.crypto import salted_hmac

from games import links
from games.accounts import sessions
from games.accounts.models import Session
from games.errors import BadLink
from games.links import AddressClaim
from games.models import AddressChange, Director, Game, Invitation, Offer, Player, Remark, Seat


@dataclass(frozen=True, slots=True)
class Device:
    """A browser where a player is signed in."""

    name: str
    """Names it in a form. Its session's key would open it, so that is shown to nobody."""
    program: str
    system: str
    since: datetime
    here: bool
    """Whether it is the one that asks."""


@dataclass(frozen=True, slots=True)
class Moving:
    """A wish to be written to elsewhere, that can still be answered."""

    old: str
    new: str
    until: datetime
    old_agreed: bool
    new_agreed: bool
    due: datetime | None = None
    """Of a recovery that is not made yet: when the old mailbox's week to object ends."""


def moving(player: Player, *, now: datetime) -> Moving | None:
    """Show the wish of a player, if he has one."""
    found = AddressChange.objects.filter(player=player, closed_at=None, expires_at__gt=now).first()
    return None if found is None else _moving(found)


def moving_by_letter(claim: AddressClaim, *, now: datetime) -> Moving:
    """Show a wish to who was asked about it, also once it was granted; raises BadLink."""
    found = AddressChange.objects.filter(pk=claim.change_id).first()
    if found is None:
        raise BadLink
    if not found.agreed and (found.closed_at is not None or now >= found.expires_at):
        raise BadLink
    return _moving(found)


def _moving(row: AddressChange) -> Moving:
    return Moving(
        old=row.old,
        new=row.new,
        until=row.expires_at,
        old_agreed=row.old_agreed_at is not None,
        new_agreed=row.new_agreed_at is not None,
        due=row.due_at if row.closed_at is None else None,
    )


def devices(player: Player, here: str | None, *, now: datetime) -> tuple[Device, ...]:
    """List where a player is signed in, first the session that asks, then the latest."""
    rows = Session.objects.filter(player=player, expire_date__gt=now)
    found = [_device(row, here) for row in rows]
    found.sort(key=lambda device: device.since, reverse=True)
    return tuple(sorted(found, key=lambda device: not device.here))


def device_name(key: str) -> str:
    """Name a session without telling its key."""
    return salted_hmac("games.device", key, algorithm="sha256").hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class Key:
    """One of a player's passkeys."""

    number: int
    name: str
    since: datetime
    used: datetime | None


def passkeys(player: Player) -> tuple[Key, ...]:
    """List a player's passkeys, the oldest first."""
    rows = player.passkeys.order_by("created_at", "pk")
    return tuple(Key(*row) for row in rows.values_list("pk", "name", "created_at", "used_at"))


def owes_passkey(player: Player, session: SessionBase) -> bool:
    """Tell whether somebody must sign in with a passkey first: with STAFF_PASSKEY all staff must.

    Directors of leagues count: they decide about other people's tables, too.
    """
    if not settings.STAFF_PASSKEY or sessions.is_by_passkey(session):
        return False
    return player.is_staff or Director.objects.filter(player=player, ended_at=None).exists()


def is_fresh(player: Player, session: SessionBase, *, now: datetime) -> bool:
    """Tell whether somebody proved lately who they are: only then they add ways in.

    Where staff owe a passkey, a code lets them add their first one and no more.
    """
    if owes_passkey(player, session) and player.passkeys.exists():
        return False
    return now < sessions.proved_at(session) + sessions.FRESH


def linked_seats(player: Player, *, now: datetime) -> list[Seat]:
    """List the seats of a player that links of his letters open still."""
    ended = now - links.LINK_LIFE
    opens = Q(game__status__in=(Game.Status.OPEN, Game.Status.ACTIVE)) | Q(
        game__status__in=Game.OVER, game__ended_at__gt=ended
    )
    return list(Seat.objects.filter(opens, player=player).order_by("game_id"))


def _device(row: Session, here: str | None) -> Device:
    data = sessions.SessionStore().decode(row.session_data)
    program, system = sessions.device(data)
    return Device(
        name=device_name(row.session_key),
        program=program,
        system=system,
        since=sessions.proved_at(data),
        here=row.session_key == here,
    )


@dataclass(frozen=True, slots=True)
class Parting:
    """What happens when a player has his account deleted."""

    running: int
    """Games that bots play on for him."""
    called_off: int
    """Tables of his that have not begun."""
    left: int
    """Tables of others that have not begun."""
    invitations: int
    finished: int
    remarks: int


def parting(player: Player) -> Parting:
    """Count what of a player is handed over, called off, or stays without his name."""
    seats = Seat.objects.filter(player=player)
    opening = seats.filter(game__status=Game.Status.OPEN)
    pending = Invitation.objects.filter(
        email=player.email, status=Invitation.Status.PENDING, game__status=Game.Status.OPEN
    )
    return Parting(
        running=seats.filter(game__status=Game.Status.ACTIVE).count(),
        called_off=opening.filter(game__organiser=player).count(),
        left=opening.exclude(game__organiser=player).count(),
        invitations=pending.count(),
        finished=seats.filter(game__status__in=Game.OVER).count(),
        remarks=Remark.objects.filter(by=player).count(),
    )


def left_behind() -> list[int]:
    """List the tables where seats of players who left still wait to be handed over."""
    given_up = Offer.objects.filter(
        game=OuterRef("game"), seat=OuterRef("number"), closed_at=None, why=Offer.Why.RESIGNED
    )
    open_or_active = (Game.Status.OPEN, Game.Status.ACTIVE)
    waiting = Seat.objects.filter(player__left_at__isnull=False, game__status__in=open_or_active)
    rows = waiting.exclude(Exists(given_up)).values_list("game_id", flat=True)
    return list(rows.order_by("game_id").distinct())
