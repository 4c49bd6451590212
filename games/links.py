"""Mint and read what a letter carries: signed links and codes; the only door from an e-mail.

A claim says who somebody is, not what the table looks like now. Whether it still holds (epochs, the
game's end) is asked where the row is read.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

from games.errors import BadLink
from games.models import Asked, Game, Invitation, Player, Seat, SignIn

LONGEST = 120
LINK_LIFE = timedelta(days=30)
"""For so long after a game's end its letters still open the table."""


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """Whoever holds this may look at and play for a seat."""

    game_id: int
    seat: int
    epoch: int


@dataclass(frozen=True, slots=True)
class InvitationClaim:
    """Whoever holds this reads the invited address."""

    invitation_id: int
    epoch: int


@dataclass(frozen=True, slots=True)
class AskedClaim:
    """Whoever holds this reads the address that was asked to take a seat of a running game."""

    asked_id: int


@dataclass(frozen=True, slots=True)
class JoinClaim:
    """Whoever holds this may take an open seat."""

    game_id: int
    epoch: int


@dataclass(frozen=True, slots=True)
class StartClaim:
    """Whoever holds this reads the organiser's letters and may start the game."""

    game_id: int


@dataclass(frozen=True, slots=True)
class CalendarClaim:
    """Whoever holds this reads until when a player has time, and nothing else."""

    player_id: int
    epoch: int


def claim_of(seat: Seat) -> SeatClaim:
    """State a seat's claim for somebody who proved in another way that it is his."""
    return SeatClaim(seat.game_id, seat.number, seat.link_epoch)


def require_open(claim: SeatClaim, seat: Seat | None, game: Game, *, now: datetime) -> None:
    """Pass if a claim still opens its seat; raises BadLink."""
    revoked = seat is None or seat.player_id is None or seat.link_epoch != claim.epoch
    if revoked or (game.ended_at is not None and game.ended_at + LINK_LIFE < now):
        raise BadLink


def mint_seat(seat: Seat) -> str:
    """Write the token that opens a seat."""
    return _mint("seat", seat.game_id, seat.number, seat.link_epoch)


def read_seat(token: str) -> SeatClaim:
    """Read a seat's token; raises BadLink."""
    return SeatClaim(*_read("seat", token))


def mint_invitation(invitation: Invitation) -> str:
    """Write the token that answers an invitation."""
    return _mint("invitation", invitation.id, invitation.epoch)


def read_invitation(token: str) -> InvitationClaim:
    """Read an invitation's token; raises BadLink."""
    return InvitationClaim(*_read("invitation", token))


def mint_asked(asked: Asked) -> str:
    """Write the token that takes an offered seat."""
    return _mint("asked", asked.id)


def read_asked(token: str) -> AskedClaim:
    """Read the token of an offered seat; raises BadLink."""
    return AskedClaim(*_read("asked", token))


def mint_join(game: Game) -> str:
    """Write the token of the link that an organiser shares."""
    return _mint("join", game.id, game.join_epoch)


def read_join(token: str) -> JoinClaim:
    """Read an open seat's token; raises BadLink."""
    return JoinClaim(*_read("join", token))


def mint_start(game: Game) -> str:
    """Write the token that starts a game; it does nothing else, and nothing once it has begun."""
    return _mint("start", game.id)


def read_start(token: str) -> StartClaim:
    """Read a start's token; raises BadLink."""
    return StartClaim(*_read("start", token))


def mint_calendar(player: Player) -> str:
    """Write the token of a player's calendar; raising his `calendar_epoch` revokes it."""
    return _mint("calendar", player.pk, player.calendar_epoch)


def read_calendar(token: str) -> CalendarClaim:
    """Read a calendar's token; raises BadLink."""
    return CalendarClaim(*_read("calendar", token))


def code_of(sign_in: SignIn) -> str:
    """Derive the six digits of a sign-in; nobody can without the secret key."""
    digest = salted_hmac("games.sign-in", str(sign_in.id), algorithm="sha256").digest()
    return f"{int.from_bytes(digest) % 1_000_000:06d}"


def is_code_of(sign_in: SignIn, text: str) -> bool:
    """Tell whether the digits in a text are the code, however people space them."""
    digits = "".join(letter for letter in text[:40] if letter.isdecimal())
    return constant_time_compare(digits, code_of(sign_in))


def _signer(purpose: str) -> Signer:
    return Signer(sep=".", salt=f"games.links.{purpose}")


def _mint(purpose: str, *numbers: int) -> str:
    return _signer(purpose).sign("-".join(map(str, numbers)))


def _read(purpose: str, token: str) -> list[int]:
    if len(token) > LONGEST or not token.isascii():
        raise BadLink
    try:
        numbers = _signer(purpose).unsign(token)
    except BadSignature:
        # Damaged and forged look alike to the reader; the cause would only help a forger.
        raise BadLink from None
    return [int(number) for number in numbers.split("-")]
