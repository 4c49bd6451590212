"""A mail comes in: from whatever door, it is taken in here or refused. What it asks for waits."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import transaction

from games import dispatch, links
from games.errors import BadLink, NotHisAddress, TooMany
from games.limits import services as limits
from games.limits.rules import AWAY, REPLIES, free_again
from games.links import ReplyClaim, ReturnClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Letter, Player, Reply, Seat
from games.replies.rules import genuine, mails
from games.replies.rules.genuine import Finding
from games.replies.rules.outcomes import Outcome
from games.selectors import visit_of
from games.services import mailbox

LARGEST = 256 * 1024
"""Bytes; a move is a line, and what is quoted of ours holds no more than two small pictures."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What is known of a mail beside what it says of itself."""

    sender: str
    """To whom it comes back; empty for what must not come back, such as bounces."""
    to: str
    found: tuple[Finding, ...] = ()
    """What who brought it tells beside the mail about its sender."""


def claim_at(to: str) -> ReplyClaim:
    """Read what an address claims, without asking the database; raises BadLink."""
    local, _, domain = _bare(to).rpartition("@")
    if not settings.REPLY_DOMAIN or domain != settings.REPLY_DOMAIN.lower():
        raise BadLink
    return links.read_reply(local)


def opened(to: str, *, now: datetime) -> tuple[ReplyClaim, Seat]:
    """Find the seat whose letter is answered at an address.

    Raises BadLink if there is none, and TooMany if many mails came for it lately.
    """
    claim = claim_at(to)
    seat = visit_of(claim.seat).seat
    lately = Reply.objects.filter(seat=seat, accepted_at__gt=now - REPLIES.span)
    times = list(lately.order_by("accepted_at").values_list("accepted_at", flat=True))
    if until := free_again(REPLIES, times, now=now):
        raise TooMany(REPLIES.name, until, now=now)
    return claim, seat


def accept(raw: bytes, envelope: Envelope, *, now: datetime) -> Reply | None:
    """Take a mail in, once however often it comes; None if nothing is to be done about it.

    Raises BadLink, TooMany, Unreadable or NotHisAddress.
    """
    claim, seat = opened(envelope.to, now=now)
    mail = mails.read(raw)
    player = _owner(mail, envelope, seat)
    if mail.automatic or not _bare(envelope.sender):
        # Nobody wrote it, so nobody is answered: two machines would never come to an end.
        return _offer(claim, seat, _identity(raw, mail, envelope), now) if mail.away else None
    with transaction.atomic(durable=True):
        reply, is_new = Reply.objects.get_or_create(
            once=_identity(raw, mail, envelope),
            defaults={**_of(claim, seat, player), "text": mail.text, "accepted_at": now},
        )
        if is_new:
            dispatch.reply(reply.pk)
    return reply


def offer_to_stand_still(raw: bytes, claim: ReturnClaim, *, now: datetime) -> None:
    """Ask who seems to be away by a mail that came where letters come back; raises Unreadable."""
    if mails.read(raw).away:
        seems_away(claim, now=now)


def seems_away(claim: ReturnClaim, *, now: datetime) -> None:
    """A machine answered a letter for somebody: ask him whether his clocks shall stand still."""
    letter = Letter.objects.filter(pk=claim.letter).select_related("seat__player", "game").first()
    if letter is None or letter.seat is None or letter.game is None:
        return
    player, running = letter.seat.player, letter.game.status == Game.Status.ACTIVE
    if not running or player is None or not links.is_whom(claim.whom, player.email or ""):
        return
    # Of one letter it is told once, by however many ways the answer comes.
    once = sha256(b"away " + letter.pk.bytes).hexdigest()
    if not Reply.objects.filter(once=once).exists():
        _offer(ReplyClaim(links.claim_of(letter.seat), letter.ply), letter.seat, once, now)


def _owner(mail: mails.Mail, envelope: Envelope, seat: Seat) -> Player:
    """Return who sits there if a mail comes from him; raises NotHisAddress."""
    player = seat.player
    found = (*genuine.by_server(mail.checked, named=settings.REPLY_CHECKED_BY), *envelope.found)
    if genuine.judged(found, sender=mail.sender, back_to=envelope.sender) is False:
        raise NotHisAddress
    if player is None or player.email is None:
        raise NotHisAddress
    if mail.sender != player.email.lower():
        raise NotHisAddress
    return player


def _offer(claim: ReplyClaim, seat: Seat, once: str, now: datetime) -> Reply | None:
    """Ask who seems to be away whether his clocks shall stand still: once in a while."""
    assert seat.player is not None, "asked before"
    with because(Cause.FORM):
        try:
            limits.use((AWAY, seat.pk), now=now)
        except TooMany:
            # Undone with nothing, since nothing was done yet.
            return None
        # Where no mails come in he has another way.
        told = Outcome("", "offer" if settings.REPLY_DOMAIN else "offer-there").stored()
        row = {"once": once, "accepted_at": now, "acted_at": now, "done": [told]}
        reply = Reply.objects.create(**_of(claim, seat, seat.player), **row)
        mailbox.answer(reply, now=now)
    return reply


def _of(claim: ReplyClaim, seat: Seat, player: Player) -> dict[str, Any]:
    return {"seat": seat, "player": player, "epoch": claim.seat.epoch, "ply": claim.ply}


def _identity(raw: bytes, mail: mails.Mail, envelope: Envelope) -> str:
    """Name a mail so that it is known again, by whatever door it comes for the second time."""
    named = mail.name.encode() or sha256(raw).digest()
    return sha256(b"\n".join((_bare(envelope.to).encode(), named))).hexdigest()


def _bare(address: str) -> str:
    return address.strip().strip("<>").strip().lower()
