"""A letter as a mail message: text, HTML, pictures inside, headers that keep it in its thread."""

from datetime import datetime
from email.mime.image import MIMEImage
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games import links
from games.letters import wire
from games.letters.content import Content, Link, link, one_line
from games.letters.page import page
from games.letters.plain import plain
from games.links import StopClaim
from games.models import Letter, Written
from games.subscriptions import selectors as subscriptions
from games.subscriptions.rules import Stop


class Message(EmailMultiAlternatives):
    """A message whose pictures belong to its HTML; "mixed" would show them as files to save."""

    mixed_subtype = "related"
    pictures: tuple[tuple[str, bytes], ...] = ()
    metadata: dict[str, str]
    """By what a provider's news name it. Only there where such news come."""

    @property
    def attachments(self) -> list[Any]:
        """The pictures as Django and its ways to providers want them; over SMTP nobody does."""
        return [*self._attached, *(_inline(*picture) for picture in self.pictures)]

    @attachments.setter
    def attachments(self, attached: list[Any]) -> None:
        self._attached = attached

    def wire(self) -> bytes:
        """Write it down as it goes over the line, twice the same."""
        return wire.written(self)

    def message(self, **_: Any) -> Any:
        """Write it down for who wants to look into it."""
        return wire.finished(self.wire())


def write(content: Content, letter: Letter, *, to: str, now: datetime) -> Written:
    """Write a content down for a reader."""
    board = content.board
    claim = subscriptions.claim_of(letter)
    stop = _stop(letter, claim)
    return Written(
        letter=letter,
        to=to,
        subject=_subject(content),
        headers=[
            *_headers(letter, to).items(),
            *_list_headers(stop, claim).items(),
            *([("Reply-To", content.reply_to)] if content.reply_to else []),
            ("Date", format_datetime(now)),
        ],
        text=plain(content, stop),
        html=page(content, stop),
        maze=board.picture if board else b"",
        hand=board.hand_picture if board else b"",
    )


def seal(written: Written) -> Message:
    """Put what is written down into a message: of the same always the same bytes."""
    headers = dict(written.headers)
    message = Message(written.subject, written.text, to=[written.to], headers=headers)
    drawn = {"maze": written.maze, "hand": written.hand}
    pictures = {name: bytes(png) for name, png in drawn.items() if png}
    # RFC 2392: unique in the world, or a mail program may show a picture of another email.
    names = {name: f"{name}.{headers['Message-ID'].strip('<>')}" for name in pictures}
    page = written.html
    for name, content_id in names.items():
        # What players write is escaped, so none of it holds such a quotation mark.
        page = page.replace(f'src="cid:{name}"', f'src="cid:{content_id}"')
    message.attach_alternative(page, "text/html")
    message.pictures = tuple((names[name], png) for name, png in pictures.items())
    if settings.MAIL_RETURNS:
        returns = links.mint_return(written.letter_id, written.to)
        # Bounces go to the envelope's sender, for which Django takes `from_email`.
        message.extra_headers["From"] = message.from_email
        message.from_email = f"{returns}@{settings.REPLY_DOMAIN}"
    if settings.TRACKING_PROVIDER:
        # Some providers give a letter a name of their own, and tell nothing of ours but this.
        message.metadata = {"letter": written.letter_id.hex}
    return message


def _subject(content: Content) -> str:
    game = ", ".join(filter(None, (content.game, content.round)))
    return one_line(" · ".join(filter(None, (content.subject, game))))


def _inline(content_id: str, png: bytes) -> MIMEImage:
    image = MIMEImage(png, "png")
    image.add_header("Content-ID", f"<{content_id}>")
    image.add_header("Content-Disposition", "inline", filename=wire.file_name(content_id))
    return image


def _stop(letter: Letter, claim: StopClaim) -> Link:
    if letter.kind in subscriptions.ALWAYS:
        label = _("Stop all letters but these")
    elif claim.stop == Stop.INVITATIONS:
        label = _("Never write to me again, whoever asks you to")
    else:
        label = _("Stop these letters, or choose which come")
    return link(label, "subscriptions-stop", links.STOP.sign(claim))


def _list_headers(stop: Link, claim: StopClaim) -> dict[str, str]:
    headers = {"List-Unsubscribe": f"<{stop.href}>"}
    if claim.stop != Stop.EVERYTHING:
        # RFC 8058: mail programs show a button of their own and post there, without asking further.
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _headers(letter: Letter, to: str) -> dict[str, str]:
    headers = {
        "Message-ID": letter.message_id,
        # One provider gives letters names of its own unless they say this; to others it is nothing.
        "X-PM-KeepID": "true",
        # RFC 3834 and its Exchange cousin: nobody's holiday note shall answer.
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if letter.game is not None:
        key, host = letter.game.key, urlsplit(settings.BASE_URL).hostname
        headers["In-Reply-To"] = headers["References"] = f"<{key}.{_reader(to)}@{host}>"
        headers["List-Id"] = f"Saboteur {key} <{key}.games.{host}>"
    return headers


def _reader(to: str) -> str:
    """Name a reader by what tells nobody else who he is.

    All his letters of a game answer a message that was never sent, and so form one thread. Those of
    two people who share a mailbox stay apart.
    """
    return salted_hmac("games.letters.thread", to).hexdigest()[:16]
