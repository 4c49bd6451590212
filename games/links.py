"""Sign and read what an email carries: links, reply addresses and codes.

A claim says who somebody is, not what the table looks like now. Whether it still opens anything
(epochs, the game's end) is checked where its row is read.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Callable
from dataclasses import astuple, dataclass
from datetime import datetime, timedelta
from typing import Generic, Self, TypeVar
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

from games.errors import BadLink
from games.models import Game, Invitation, Player, Season, Seat, SignIn
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
"""Emails open the table for this long after a game's end."""


@dataclass(frozen=True, slots=True)
class Signable:
    """A claim that a link carries: whole numbers, in the order of its fields."""


@dataclass(frozen=True, slots=True)
class SeatClaim(Signable):
    """The holder may look at a seat and play for it."""

    game_id: int
    seat: int
    epoch: int

    @classmethod
    def of(cls, seat: Seat) -> Self:
        """State a seat's claim, for its emails or for a player who is signed in."""
        return cls(seat.game_id, seat.number, seat.link_epoch)


@dataclass(frozen=True, slots=True)
class PlaceClaim(Signable):
    """The holder has a seat at a table that may still be filling.

    It names the row: seats get their numbers at the start.
    """

    seat_id: int
    epoch: int

    @classmethod
    def of(cls, seat: Seat) -> Self:
        """State a seat's claim, good before the start and after it."""
        return cls(seat.pk, seat.link_epoch)


@dataclass(frozen=True, slots=True)
class InvitationClaim(Signable):
    """The holder reads the invited address."""

    invitation_id: int
    epoch: int

    @classmethod
    def of(cls, invitation: Invitation) -> Self:
        """State the claim of whoever gets an invitation."""
        return cls(invitation.pk, invitation.epoch)


@dataclass(frozen=True, slots=True)
class AskedClaim(Signable):
    """The holder reads the address that was asked to take a seat of a running game."""

    asked_id: int


@dataclass(frozen=True, slots=True)
class JoinClaim(Signable):
    """The holder may take an open seat."""

    game_id: int
    epoch: int

    @classmethod
    def of(cls, game: Game) -> Self:
        """State the claim of the link that an organizer shares."""
        return cls(game.pk, game.join_epoch)


@dataclass(frozen=True, slots=True)
class StartClaim(Signable):
    """The holder reads the organizer's emails: they may start the game and play."""

    game_id: int
    epoch: int | None = None
    """Of the organizer's seat. Older emails name none: they start the game and open nothing."""

    @classmethod
    def of(cls, seat: Seat) -> Self:
        """State the claim that starts a game and then opens its organizer's seat."""
        return cls(seat.game_id, seat.link_epoch)


@dataclass(frozen=True, slots=True)
class CalendarClaim(Signable):
    """The holder reads a player's deadlines, and nothing else."""

    player_id: int
    epoch: int

    @classmethod
    def of(cls, player: Player) -> Self:
        """State the claim of a player's calendar; raising `calendar_epoch` revokes it."""
        return cls(player.pk, player.calendar_epoch)


@dataclass(frozen=True, slots=True)
class AddressClaim(Signable):
    """The holder reads one of the two mailboxes of a change of address."""

    change_id: int
    new: bool


@dataclass(frozen=True, slots=True)
class ReachClaim(Signable):
    """The holder reads the mailbox of a player who was asked whether emails arrive."""

    player_id: int
    mailbox: int
    at: int
    """When they were asked, in seconds."""

    @classmethod
    def of(cls, player: Player, *, at: datetime) -> Self:
        """State the claim of a player who is asked at a moment, at their address of then."""
        return cls(player.pk, mailbox_number(player.email or ""), int(at.timestamp()))


@dataclass(frozen=True, slots=True)
class ArrivalClaim(Signable):
    """The holder read on a player's page that emails to that player bounce."""

    player_id: int


@dataclass(frozen=True, slots=True)
class EntryClaim(Signable):
    """The holder reads a player's emails: they may answer for the player in a season."""

    season_id: int
    player_id: int
    epoch: int = 0
    """Of what emails open for the player. Older emails name none."""

    @classmethod
    def of(cls, season: Season, player: Player) -> Self:
        """State a player's claim in a season; raising `link_epoch` revokes it."""
        return cls(season.pk, player.pk, player.link_epoch)


@dataclass(frozen=True, slots=True)
class StopClaim(Signable):
    """The holder got an email, and may stop emails of its kind."""

    stop: Stop
    who: int
    """A player; where it stops invitations, a mailbox (`games.subscriptions.rules`)."""
    game_id: int = 0
    """None for 0."""
    epoch: int | None = None
    """Of what emails open for a player; None where the service itself stops something."""


ClaimT = TypeVar("ClaimT", bound=Signable)


class Link(Generic[ClaimT]):
    """A kind of signed link. The token of one kind never opens another."""

    def __init__(self, kind: str, claim: Callable[..., ClaimT]) -> None:
        """Name the kind, for ever, and what builds its claim from the numbers in a token."""
        self._salt, self._claim = f"games.links.{kind}", claim

    def sign(self, claim: ClaimT) -> str:
        """Write a claim's token; None is written as 0."""
        return self._signer().sign("-".join(str(int(part or 0)) for part in astuple(claim)))

    def read(self, token: str) -> ClaimT:
        """Read a token; raises BadLink."""
        if len(token) > LONGEST or not token.isascii():
            raise BadLink
        try:
            numbers = self._signer().unsign(token)
        except BadSignature:
            # Damaged and forged look alike to the reader; the cause would only help a forger.
            raise BadLink from None
        return self._claim(*map(int, numbers.split("-")))

    def _signer(self) -> Signer:
        return Signer(sep=".", salt=self._salt)


def _address_claim(change_id: int, new: int) -> AddressClaim:
    return AddressClaim(change_id, bool(new))


def _stop_claim(stop: int, who: int, game_id: int, epoch: int = 0) -> StopClaim:
    # Older emails name no epoch: they were sent before there was one.
    return StopClaim(Stop(stop), who, game_id, epoch)


SEAT = Link("seat", SeatClaim)
PLACE = Link("place", PlaceClaim)
INVITATION = Link("invitation", InvitationClaim)
ASKED = Link("asked", AskedClaim)
JOIN = Link("join", JoinClaim)
START = Link("start", StartClaim)
CALENDAR = Link("calendar", CalendarClaim)
ADDRESS = Link("address", _address_claim)
REACH = Link("reach", ReachClaim)
ARRIVAL = Link("arrival", ArrivalClaim)
ENTRY = Link("entry", EntryClaim)
STOP = Link("stop", _stop_claim)
"""Says nothing of whose it is. One that names a mailbox never dies."""


@dataclass(frozen=True, slots=True)
class ReplyClaim:
    """The holder got an email of a seat, and may answer it from the seat's own address."""

    seat: SeatClaim
    ply: int
    """The position that the email shows."""


@dataclass(frozen=True, slots=True)
class ReturnClaim:
    """The holder got an email, or is passing it on: it may come back from them."""

    letter: UUID
    whom: str
    """A mark of the address that it went to."""


def require_open(claim: SeatClaim, seat: Seat | None, game: Game, *, now: datetime) -> None:
    """Pass if a claim still opens its seat; raises BadLink."""
    revoked = seat is None or seat.player_id is None or seat.link_epoch != claim.epoch
    if revoked or (game.ended_at is not None and game.ended_at + LINK_LIFE < now):
        raise BadLink


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
