"""A mail comes in: from whatever door, it is taken in here or refused. What it asks for waits."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import transaction

from games import dispatch, links
from games.errors import BadLink, NotChecked, NotHisAddress, TooMany
from games.limits import services as limits
from games.limits.rules import AWAY, REPLIES, TOLD_OF_REFUSALS, Limit, free_again
from games.links import ReplyClaim, ReturnClaim, SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Letter, Player, Reply, Seat
from games.replies.rules import genuine, mails
from games.replies.rules.genuine import Finding
from games.replies.rules.outcomes import Outcome
from games.replies.services import refusing
from games.replies.services.refusing import Way
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
    origin: str = ""
    """The network address that sent it to our mail server, if that is known."""
    comes_back: bool = True
    """Whether a refusal goes to the envelope sender; providers keep it to themselves."""


def claim_at(to: str) -> ReplyClaim:
    """Read what an address claims, without asking the database; raises BadLink."""
    local, _, domain = _bare(to).rpartition("@")
    if not settings.REPLY_DOMAIN or domain != settings.REPLY_DOMAIN.lower():
        raise BadLink
    return links.read_reply(local)


def opened(envelope: Envelope, *, now: datetime) -> tuple[ReplyClaim, Seat]:
    """Find the seat whose letter is answered at the address of an envelope.

    Raises BadLink if there is none, and TooMany if many emails came for it lately, or many that
    came this way were refused.
    """
    claim = claim_at(envelope.to)
    seat = visit_of(claim.seat).seat
    refusing.require_room(_way(seat, envelope), now=now)
    lately = Reply.objects.filter(seat=seat, accepted_at__gt=now - REPLIES.span)
    times = list(lately.order_by("accepted_at").values_list("accepted_at", flat=True))
    if until := free_again(REPLIES, times, now=now):
        raise TooMany(REPLIES, until, now=now)
    return claim, seat


def accept(raw: bytes, envelope: Envelope, *, now: datetime) -> Reply | None:
    """Accept an email, once however often it comes; None if nothing is to be done about it.

    Raises BadLink, TooMany, Unreadable, NotChecked or NotHisAddress.
    """
    claim, seat = opened(envelope, now=now)
    with refusing.counted(_way(seat, envelope), now=now):
        mail = mails.read(raw)
        once = _identity(raw, mail, envelope)
        # Nobody answers a machine: two of them would never come to an end.
        by_machine = mail.automatic or not _bare(envelope.sender)
        try:
            player = _owner(mail, envelope, seat)
        except NotHisAddress as refused:
            if not refused.reaches and not by_machine:
                # Not by the email's own name: sent another way, the same one may be genuine.
                named = sha256(f"refused {once}".encode()).hexdigest()
                _tell(claim, seat, named, _refused(refused), TOLD_OF_REFUSALS, now)
            raise
        if by_machine:
            return _offer(claim, seat, once, now) if mail.away else None
        # Read before the transaction begins: others must not wait for it.
        fields = {**_of(claim, seat, player), "text": mail.text, "accepted_at": now}
    with transaction.atomic(durable=True):
        reply, is_new = Reply.objects.get_or_create(once=once, defaults=fields)
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
        _offer(ReplyClaim(SeatClaim.of(letter.seat), letter.ply), letter.seat, once, now)


def _way(seat: Seat, envelope: Envelope) -> Way:
    return Way(seat.pk, _bare(envelope.sender), envelope.origin)


def _owner(mail: mails.Mail, envelope: Envelope, seat: Seat) -> Player:
    """Return the player of a seat if an email comes from them.

    Raises NotHisAddress or NotChecked.
    """
    player = seat.player
    found = (*genuine.by_server(mail.checked, named=settings.REPLY_CHECKED_BY), *envelope.found)
    reaches = envelope.comes_back and genuine.comes_back(found, back_to=envelope.sender)
    if player is None or player.email is None or mail.sender != player.email.lower():
        raise NotHisAddress(reaches=reaches)
    verdict = genuine.judged(found, sender=mail.sender, back_to=envelope.sender)
    if verdict.genuine is False:
        raise NotHisAddress(verdict.failed, reaches=reaches)
    if verdict.unsure:
        raise NotChecked(verdict.unsure)
    return player


def _offer(claim: ReplyClaim, seat: Seat, once: str, now: datetime) -> Reply | None:
    """Ask a player who seems to be away whether to stop their clocks: once in a while."""
    # Where no email comes in, they have another way.
    told = Outcome("", "offer" if settings.REPLY_DOMAIN else "offer-there")
    return _tell(claim, seat, once, told, AWAY, now)


def _refused(refused: NotHisAddress) -> Outcome:
    if refused.failed:
        return Outcome("", "unproven", ", ".join(refused.failed))
    return Outcome("", "other-address")


def _tell(
    claim: ReplyClaim, seat: Seat, once: str, told: Outcome, limit: Limit, now: datetime
) -> Reply | None:
    """Tell the player of a seat about an email of which nothing was done: once in a while."""
    if seat.player is None or seat.player.email is None:
        return None
    with because(Cause.FORM):
        try:
            limits.use((limit, seat.pk), now=now)
        except TooMany:
            # Nothing to undo: nothing was done yet.
            return None
        row = {"accepted_at": now, "acted_at": now, "done": [told.stored()]}
        fields = {**_of(claim, seat, seat.player), **row}
        reply, is_new = Reply.objects.get_or_create(once=once, defaults=fields)
        if is_new:
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
