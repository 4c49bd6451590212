"""Mint and read what a letter carries: signed links and codes; the only door from an e-mail.

A claim says who somebody is, not what the table looks like now. Whether it still holds (epochs, the
game's end) is asked where the row is read.
"""

import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

from games.errors import BadLink
from games.models import AddressChange, Asked, Game, Invitation, Player, Season, Seat, SignIn
from games.subscriptions.rules import Stop, mailbox_number

LONGEST = 120
_REPLY, _MARK = "play", 24
_RETURN, _WHOM = "back", 5
# As long as it gets, with a letter's 128 bits, whom it went to, and the mark: 61 letters.
_RETURN_ADDRESS = re.compile(
    rf"{_RETURN}-([a-z2-7]{{26}})([a-z2-7]{{{_WHOM}}})-([a-z2-7]{{{_MARK}}})"
)
_REPLY_ADDRESS = re.compile(rf"{_REPLY}-((?:[0-9]{{1,9}}-){{3}}[0-9]{{1,9}})-([a-z2-7]{{{_MARK}}})")
LINK_LIFE = timedelta(days=30)
"""For so long after a game's end its letters still open the table."""


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """Whoever holds this may look at and play for a seat."""

    game_id: int
    seat: int
    epoch: int


@dataclass(frozen=True, slots=True)
class ReplyClaim:
    """Whoever holds this got a letter of a seat, and may answer it from the seat's own address."""

    seat: SeatClaim
    ply: int
    """The position that the letter shows."""


@dataclass(frozen=True, slots=True)
class ReturnClaim:
    """Whoever holds this got a letter, or has it on its way: it may come back from him."""

    letter: UUID
    whom: str
    """A mark of the address that it went to."""


@dataclass(frozen=True, slots=True)
class PlaceClaim:
    """Whoever holds this has a seat at a table that may still be filling.

    It names the row: numbers are drawn at the start.
    """

    seat_id: int
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
    """Whoever holds this reads the organiser's letters: he may start the game and play for him."""

    game_id: int
    epoch: int | None = None
    """Of the links of his seat. Older letters name none: they start the game and open nothing."""


@dataclass(frozen=True, slots=True)
class CalendarClaim:
    """Whoever holds this reads until when a player has time, and nothing else."""

    player_id: int
    epoch: int


@dataclass(frozen=True, slots=True)
class AddressClaim:
    """Whoever holds this reads one of the two mailboxes of a change of address."""

    change_id: int
    new: bool


@dataclass(frozen=True, slots=True)
class ReachClaim:
    """Whoever holds this reads the mailbox of a player who was asked whether letters arrive."""

    player_id: int
    mailbox: int
    at: int
    """When he was asked, in seconds."""


@dataclass(frozen=True, slots=True)
class ArrivalClaim:
    """Whoever holds this read on a page of a player's that letters to him come back."""

    player_id: int


@dataclass(frozen=True, slots=True)
class EntryClaim:
    """Whoever holds this reads a player's letters: he may answer for him in a season."""

    season_id: int
    player_id: int
    epoch: int


@dataclass(frozen=True, slots=True)
class StopClaim:
    """Whoever holds this got a letter, and may say that no more of its kind shall come."""

    stop: Stop
    who: int
    """A player; where it stops invitations, a mailbox (`games.subscriptions.rules`)."""
    game_id: int = 0
    """None for 0."""
    epoch: int | None = None
    """Of what letters open for a player; None where the service itself stops something."""


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


def mint_reply(seat: Seat, *, ply: int) -> str:
    """Write the local part of the address at which a letter that shows this position is answered.

    Mail programs and servers may turn its letters small, so it has no others.
    """
    numbers = f"{seat.game_id}-{seat.number}-{seat.link_epoch}-{ply}"
    return f"{_REPLY}-{numbers}-{_reply_mark(numbers, settings.SECRET_KEY)}"


def read_reply(local: str) -> ReplyClaim:
    """Read the local part of an address that letters are answered at; raises BadLink."""
    found = _REPLY_ADDRESS.fullmatch(local.lower())
    if found is None:
        raise BadLink
    numbers, mark = found.groups()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(mark, _reply_mark(numbers, key)) for key in keys):
        raise BadLink
    game_id, seat, epoch, ply = map(int, numbers.split("-"))
    return ReplyClaim(SeatClaim(game_id, seat, epoch), ply)


def mint_return(letter: UUID, to: str) -> str:
    """Write the local part of the address that a letter comes back to. It names nobody."""
    return _return(b32encode(letter.bytes).decode().rstrip("=").lower(), whom(to))


def read_return(local: str) -> ReturnClaim:
    """Read the local part of an address that letters come back to; raises BadLink."""
    found = _RETURN_ADDRESS.fullmatch(local.lower())
    if found is None:
        raise BadLink
    name, to, _mark = found.groups()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(local.lower(), _return(name, to, key)) for key in keys):
        raise BadLink
    return ReturnClaim(UUID(bytes=b32decode(f"{name.upper()}======")), to)


def whom(address: str, key: str | bytes | None = None) -> str:
    """Mark an address, so that it is known again and nobody reads whose it is."""
    return _small("games.links.whom", address.lower(), key)[:_WHOM]


def is_whom(mark: str, address: str) -> bool:
    """Tell whether a mark is that of an address, also under a key that was replaced."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(mark, whom(address, key)) for key in keys)


def mint_arrival(player: Player) -> str:
    """Write the token of the page that tells somebody that letters to him come back."""
    return _mint("arrival", player.pk)


def read_arrival(token: str) -> ArrivalClaim:
    """Read the token of who is told that letters to him come back; raises BadLink."""
    return ArrivalClaim(*_read("arrival", token))


def mint_place(seat: Seat) -> str:
    """Write the token that opens a place, before the start and after it."""
    return _mint("place", seat.pk, seat.link_epoch)


def read_place(token: str) -> PlaceClaim:
    """Read a place's token; raises BadLink."""
    return PlaceClaim(*_read("place", token))


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


def mint_start(seat: Seat) -> str:
    """Write the token that starts a game and then opens the seat of its organiser."""
    return _mint("start", seat.game_id, seat.link_epoch)


def read_start(token: str) -> StartClaim:
    """Read a start's token; raises BadLink."""
    return StartClaim(*_read("start", token))


def mint_calendar(player: Player) -> str:
    """Write the token of a player's calendar; raising his `calendar_epoch` revokes it."""
    return _mint("calendar", player.pk, player.calendar_epoch)


def read_calendar(token: str) -> CalendarClaim:
    """Read a calendar's token; raises BadLink."""
    return CalendarClaim(*_read("calendar", token))


def mint_address(change: AddressChange, *, new: bool) -> str:
    """Write the token by which the new or the old mailbox agrees to a change of address."""
    return _mint("address", change.pk, int(new))


def read_address(token: str) -> AddressClaim:
    """Read the token of a change of address; raises BadLink."""
    change_id, new = _read("address", token)
    return AddressClaim(change_id, bool(new))


def mint_reach(player: Player, *, at: datetime) -> str:
    """Write the token by which somebody says that letters arrive at his address."""
    return _mint("reach", player.pk, mailbox_number(player.email or ""), int(at.timestamp()))


def read_reach(token: str) -> ReachClaim:
    """Read the token of who was asked whether letters arrive; raises BadLink."""
    return ReachClaim(*_read("reach", token))


def mint_entry(season: Season, player: Player) -> str:
    """Write the token by which a player enters a season, confirms, declines or leaves it.

    Raising his `link_epoch` revokes it.
    """
    return _mint("entry", season.pk, player.pk, player.link_epoch)


def read_entry(token: str) -> EntryClaim:
    """Read the token of who answers in a season; raises BadLink."""
    season_id, player_id, *epoch = _read("entry", token)
    # Letters that were sent before there was one name none.
    return EntryClaim(season_id, player_id, *(epoch or [0]))


def mint_stop(claim: StopClaim) -> str:
    """Write the token that stops letters. It says nothing of whose it is.

    Raising a player's `link_epoch` revokes it; where it names a mailbox it never dies.
    """
    return _mint("stop", claim.stop, claim.who, claim.game_id, claim.epoch or 0)


def read_stop(token: str) -> StopClaim:
    """Read a token that stops letters; raises BadLink."""
    stop, who, game_id, *epoch = _read("stop", token)
    # Letters that were sent before there was an epoch name none.
    return StopClaim(Stop(stop), who, game_id, *(epoch or [0]))


def code_of(sign_in: SignIn) -> str:
    """Derive the six digits of a sign-in; nobody can without the secret key."""
    digest = salted_hmac("games.sign-in", str(sign_in.id), algorithm="sha256").digest()
    return f"{int.from_bytes(digest) % 1_000_000:06d}"


def is_code_of(sign_in: SignIn, text: str) -> bool:
    """Tell whether the digits in a text are the code, however people space them."""
    digits = "".join(letter for letter in text[:40] if letter.isdecimal())
    return constant_time_compare(digits, code_of(sign_in))


def _reply_mark(numbers: str, key: str | bytes) -> str:
    return _small("games.links.reply", numbers, key)[:_MARK]


def _return(name: str, to: str, key: str | bytes | None = None) -> str:
    return f"{_RETURN}-{name}{to}-{_small('games.links.return', name + to, key)[:_MARK]}"


def _small(purpose: str, text: str, key: str | bytes | None) -> str:
    """Sign a text by small letters and digits alone."""
    digest = salted_hmac(purpose, text, secret=key, algorithm="sha256").digest()
    return b32encode(digest).decode().lower()


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
