"""Signing in by a code that comes by e-mail, and what people set about themselves."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from games.clocks.rules import walls
from games.clocks.services import persons
from games.errors import BadCode, TooMany
from games.links import is_code_of
from games.models import Game, Letter, Player, Seat, SignIn
from games.services import mailbox, people

CODE_LIFE = timedelta(minutes=10)
CODE_TRIES = 5
LIMIT_SPAN = timedelta(hours=1)
CODES_PER_ADDRESS = 5
CODES_PER_ORIGIN = 30


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who signed in, and where he was going."""

    player: Player
    next: str


def ask_code(
    address: str,
    *,
    next: str,  # noqa: A002 - the name that sign-in pages give it everywhere
    language: str,
    origin: str,
    now: datetime,
) -> UUID:
    """Post a code to an address, known or not; raises BadAddress or TooMany."""
    email, hashed = people.address(address), _hashed(origin)
    recent = SignIn.objects.filter(created_at__gt=now - LIMIT_SPAN)
    with transaction.atomic(durable=True):
        if (
            recent.filter(email=email).count() >= CODES_PER_ADDRESS
            or recent.filter(origin=hashed).count() >= CODES_PER_ORIGIN
        ):
            raise TooMany
        sign_in = SignIn.objects.create(
            email=email,
            language=people.language(language),
            next=next,
            origin=hashed,
            created_at=now,
            expires_at=now + CODE_LIFE,
        )
        mailbox.post_to(email, Letter.Kind.SIGN_IN, sign_in=sign_in, now=now)
    return sign_in.pk


def sign_in(sign_in_id: UUID, code: str, *, now: datetime) -> SignedIn:
    """Tell who proved an address, a new player or a known one; raises BadCode."""
    with transaction.atomic(durable=True):
        row = SignIn.objects.select_for_update().filter(pk=sign_in_id).first()
        if row is None or _is_dead(row, now):
            raise BadCode(dead=True)
        if is_code_of(row, code):
            row.used_at = now
            row.save(update_fields=("used_at",))
            return SignedIn(known_or_new(row.email, language=row.language, now=now), row.next)
        row.tries += 1
        row.save(update_fields=("tries",))
    # Raised after the commit, or the try would not count.
    raise BadCode(dead=_is_dead(row, now))


def known_or_new(email: str, *, language: str, now: datetime) -> Player:
    """Return the player who proved this address; the caller holds a transaction."""
    spoken = people.language(language)
    fresh = {"name": people.name_from(email), "language": spoken, "created_at": now}
    return Player.objects.get_or_create(email=email, defaults=fresh)[0]


def change_settings(
    player: Player,
    *,
    name: str,
    language: str,
    time_zone: str,
    quiet: str | None = None,
    now: datetime,
) -> Player:
    """Change what a player shows and how he is written to; no `quiet` leaves his night as it is.

    Raises BadName, BadTimeZone or Refused.
    """
    player.name = people.name(name)
    player.language = people.language(language)
    player.time_zone = people.time_zone(time_zone)
    if quiet is not None:
        night = walls.night(quiet)
        player.quiet = "" if night is None else str(night)
    with transaction.atomic(durable=True):
        player.save(update_fields=("name", "language", "time_zone", "quiet"))
        running = (Game.Status.OPEN, Game.Status.ACTIVE)
        Seat.objects.filter(player=player, game__status__in=running).update(name=player.name)
    persons.know(player, now=now)
    return player


def renew_calendar(player: Player) -> Player:
    """Let the link of a player's calendar open nothing any more."""
    Player.objects.filter(pk=player.pk).update(calendar_epoch=F("calendar_epoch") + 1)
    player.refresh_from_db(fields=("calendar_epoch",))
    return player


def make_admin(address: str, *, now: datetime) -> Player:
    """Let an address use the admin pages; raises BadAddress."""
    with transaction.atomic(durable=True):
        player = known_or_new(people.address(address), language="", now=now)
        player.is_staff = player.is_superuser = True
        player.save(update_fields=("is_staff", "is_superuser"))
    return player


def _is_dead(row: SignIn, now: datetime) -> bool:
    return row.used_at is not None or row.tries >= CODE_TRIES or now >= row.expires_at


def _hashed(origin: str) -> str:
    # Who has one IPv6 address has a whole /64 of them.
    with suppress(ValueError):
        origin = str(IPv6Network((IPv6Address(origin), 64), strict=False))
    return salted_hmac("games.origin", origin, algorithm="sha256").hexdigest()[:32]
