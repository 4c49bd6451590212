"""Local mode's mailbox page: every letter that was sent, as its reader would see it.

The addresses exist only in local mode (games/urls.py), since anybody reads everything here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games import texts

_ICON = '<link rel="icon" href="data:,">'
# A letter's styles are inline, as mail needs them; it still loads and runs nothing.
LETTER_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "frame-ancestors 'self'"
)
READER_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; font-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter in the list."""

    name: str
    to: str
    subject: str
    sent: str


@require_safe
def letters(request: HttpRequest) -> HttpResponse:
    """List the letters, newest first, of everybody or of one address."""
    everything = list(_sent())
    people = sorted({letter.to for letter in everything})
    to = request.GET.get("to", "")
    shown = [letter for letter in everything if not to or letter.to == to]
    context = {"letters": shown[:200], "people": people, "to": to}
    return render(request, "pages/letterbox.html", context)


@require_safe
def letter(request: HttpRequest, name: str) -> HttpResponse:
    """Show one letter: its HTML in frames of two widths, its text, and all as it was sent."""
    source = _source(name)
    message = message_from_bytes(source, policy=policy.default)
    text = message.get_body(("plain",))
    context = {
        "name": name,
        "letter": _listed(name, message),
        "has_html": message.get_body(("html",)) is not None,
        "text": text.get_content() if text else "",
        "source": source.decode(errors="replace"),
        "headers": [(key, value) for key, value in message.items() if key not in _SHOWN],
    }
    response = render(request, "pages/letterbox_letter.html", context)
    response.headers["Content-Security-Policy"] = READER_POLICY
    return response


_SHOWN = {"To", "Subject", "Date", "MIME-Version", "Content-Type"}


@require_safe
@xframe_options_sameorigin
def html(_request: HttpRequest, name: str) -> HttpResponse:
    """Show a letter's HTML as a mail program would, its pictures from the letter itself."""
    message = _read(name)
    body = message.get_body(("html",))
    if body is None:
        raise Http404
    page = str(body.get_content())
    for at, part in enumerate(message.walk()):
        cid = part.get("Content-ID", "").strip("<> ")
        if cid:
            page = page.replace(f"cid:{cid}", reverse("letterbox-part", args=[name, at]))
    # Alone in its window it would be asked for an icon that is not there.
    page = page.replace("<head>", f'<head><base target="_top">{_ICON}', 1)
    response = HttpResponse(page)
    response.headers["Content-Security-Policy"] = LETTER_POLICY
    return response


@require_safe
def part(_request: HttpRequest, name: str, part: int) -> HttpResponse:
    """Serve a picture that came with a letter."""
    parts = dict(enumerate(_read(name).walk()))
    if part not in parts or parts[part].get_content_maintype() != "image":
        raise Http404
    found = parts[part]
    return HttpResponse(found.get_content(), content_type=found.get_content_type())


def _folder() -> Path:
    return Path(settings.LOCAL_MAIL_DIR)


def _sent() -> Iterator[Sent]:
    for path in sorted(_folder().glob("*.eml"), reverse=True):
        yield _listed(path.stem, _read(path.stem))


def _read(name: str) -> EmailMessage:
    return message_from_bytes(_source(name), policy=policy.default)


def _source(name: str) -> bytes:
    path = _folder() / f"{name}.eml"
    if not name.isdecimal() or not path.is_file():
        raise Http404
    return path.read_bytes()


def _listed(name: str, message: EmailMessage) -> Sent:
    # The folder names its files by the nanosecond of sending.
    sent = datetime.fromtimestamp(int(name) / 1e9, UTC)
    return Sent(name, str(message["To"]), str(message["Subject"]), texts.moment_text(sent))
