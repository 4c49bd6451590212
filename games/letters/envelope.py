"""A letter as a mail message: text, HTML, pictures inside, headers that keep it in its thread."""

import re
from datetime import datetime
from email.mime.image import MIMEImage
from email.utils import format_datetime
from urllib.parse import urlsplit

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games import drawing
from games.letters.content import Content, one_line
from games.models import Letter

_INLINER = css_inline.CSSInliner(load_remote_stylesheets=False)
_GAPS = re.compile(r"\n{3,}")


class Message(EmailMultiAlternatives):
    """A message whose pictures belong to its HTML; "mixed" would show them as files to save."""

    mixed_subtype = "related"


def seal(content: Content, letter: Letter, *, to: str, now: datetime) -> EmailMultiAlternatives:
    """Write a content down for a reader."""
    pictures = _pictures(content)
    context = {
        "content": content,
        "language": get_language(),
        "width": drawing.SHOWN_WIDTH,
        "hand_width": drawing.hand_width(len(content.board.hand)) if content.board else 0,
    }
    text = render_to_string("letters/letter.txt", context)
    message = Message(
        subject=one_line(content.subject),
        body=_GAPS.sub("\n\n", text).strip() + "\n",
        to=[to],
        headers=_headers(letter) | {"Date": format_datetime(now)},
    )
    html = render_to_string("letters/letter.html", context)
    message.attach_alternative(_INLINER.inline(html), "text/html")
    for name, png in pictures.items():
        message.attach(_inline(name, png))
    return message


def _pictures(content: Content) -> dict[str, bytes]:
    board = content.board
    if board is None:
        return {}
    found = {"maze": board.picture, "hand": board.hand_picture}
    return {name: png for name, png in found.items() if png}


def _inline(name: str, png: bytes) -> MIMEImage:
    image = MIMEImage(png, "png")
    image.add_header("Content-ID", f"<{name}>")
    image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return image


def _headers(letter: Letter) -> dict[str, str]:
    headers = {
        "Message-ID": letter.message_id,
        # RFC 3834 and its Exchange cousin: nobody's holiday note shall answer.
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if letter.game is not None:
        key, host = letter.game.key, urlsplit(settings.BASE_URL).hostname
        # A message that was never sent: all letters of a game answer it and so form one thread.
        headers["In-Reply-To"] = headers["References"] = f"<{key}@{host}>"
        headers["List-Id"] = f"Saboteur {key} <{key}.games.{host}>"
    return headers
