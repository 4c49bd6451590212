"""Mails to seats, as their players write them."""

from datetime import datetime
from itertools import count

from games import links
from games.models import Game, Letter, Reply, Seat
from games.replies.rules import codes
from games.replies.services import accepting, acting
from games.replies.services.accepting import Envelope
from games.selectors import seat_table
from tests.games import cast
from tests.games.cast import NOW

DOMAIN = "mail.example.org"
_numbers = count(1)


def address(seat: Seat, ply: int | None = None) -> str:
    """The address at which a letter to a seat is answered, that shows a position or the present."""
    shown = cast.again(seat.game).ply if ply is None else ply
    return f"{links.mint_reply(seat, ply=shown)}@{DOMAIN}"


def mail(text: str, sender: str, *heads: str, name: str = "") -> bytes:
    """A mail as it comes in."""
    name = name or f"{next(_numbers)}@example.org"
    lines = (f"From: {sender}", f"Message-ID: <{name}>", *heads, "", text)
    return "\r\n".join(lines).encode()


def accepted(seat: Seat, raw: bytes, *, to: str = "", now: datetime = NOW) -> Reply | None:
    """Let a mail come in."""
    player = seat.player
    sender = player.email or "" if player else ""
    return accepting.accept(raw, Envelope(sender, to or address(seat)), now=now)


def own(seat: Seat, text: str, *heads: str, name: str = "") -> bytes:
    """A mail of who sits there."""
    assert seat.player is not None
    return mail(text, seat.player.email or "", *heads, name=name)


def replied(seat: Seat, text: str, *, to: str = "", now: datetime = NOW) -> list[tuple[str, str]]:
    """Let who sits there answer, and have it done; each line, and what became of it."""
    reply = accepted(seat, own(seat, text), to=to, now=now)
    assert reply is not None
    acting.act(reply.pk, now=now)
    return done(reply)


def done(reply: Reply) -> list[tuple[str, str]]:
    """Each line of a reply, and what became of it."""
    return [(each["typed"], each["told"]) for each in Reply.objects.get(pk=reply.pk).done]


def coded(game: Game) -> dict[str, str]:
    """What whoever is asked can play, by code."""
    groups = codes.grouped(seat_table(cast.asked(game), now=NOW).choices)
    return {code: move.text for group in groups for code, move in group.coded()}


def answers() -> list[Letter]:
    """The letters that say what became of replies, the oldest first."""
    return list(Letter.objects.filter(kind=Letter.Kind.REPLY).order_by("created_at", "reply"))
