"""My turns in a calendar: a feed by a private link, read again and again by a program."""

from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import links, selectors, texts
from games.errors import BadLink
from games.middleware import speak_to
from games.models import Player
from games.selectors import TurnEntry
from games.services import accounts, instant
from games.views.pages import bad_link, for_players, see_other

LONGEST_LINE = 74
"""In octets, one less than RFC 5545 allows, for the space that a folded line begins with."""


@never_cache
@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Write the turns of whom a link belongs to as iCalendar; it opens nothing else."""
    try:
        player = selectors.calendar_owner(links.read_calendar(token))
    except BadLink:
        return bad_link(request)
    speak_to(player)
    entries = selectors.calendar(player, now=instant.now())
    text = "".join(f"{_folded(line)}\r\n" for line in _calendar(entries))
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


@require_POST
@for_players
def renew(request: HttpRequest, player: Player) -> HttpResponse:
    """Replace the link of my calendar; the old one opens nothing any more."""
    accounts.renew_calendar(player)
    messages.success(request, _("Here is a new link; the old one opens nothing any more."))
    return see_other(reverse("away-mine"))


def _calendar(entries: tuple[TurnEntry, ...]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Saboteur by mail//EN")
    name = _("My turns in Saboteur")
    yield f"X-WR-CALNAME:{_escaped(name)}"
    for entry in entries:
        yield from _event(entry)
    yield "END:VCALENDAR"


def _event(entry: TurnEntry) -> Iterator[str]:
    host = urlsplit(settings.BASE_URL).hostname
    words = {
        "game": entry.game.name,
        "names": texts.joined(entry.names),
    }
    title = _("Your turn: %(game)s with %(names)s") if entry.names else _("Your turn: %(game)s")
    yield "BEGIN:VEVENT"
    # One name for a turn, however often its deadline moves: programs move the entry they have.
    yield f"UID:{entry.game.key}-{entry.seat}-{entry.mark}@{host}"
    yield f"SEQUENCE:{entry.sequence}"
    yield f"DTSTAMP:{_instant(entry.changed_at)}"
    yield f"LAST-MODIFIED:{_instant(entry.changed_at)}"
    yield f"DTSTART:{_instant(entry.due)}"
    yield f"SUMMARY:{_escaped(title % words)}"
    yield f"DESCRIPTION:{_escaped(_description(entry))}"
    yield f"URL:{settings.BASE_URL}{reverse('seat-mine', args=[entry.game.key])}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _description(entry: TurnEntry) -> str:
    words = {
        "moment": texts.moment_text(entry.due),
        "causes": texts.causes_text(entry.clock),
    }
    return _("You have until %(moment)s (%(causes)s). After that the game moves for you.") % words


def _instant(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n"), ("\r", "")):
        text = text.replace(plain, escaped)
    return text


def _folded(line: str) -> str:
    """Break a line where it is too long in octets, never inside a letter."""
    parts, size = [""], 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > LONGEST_LINE:
            parts.append("")
            size = 0
        parts[-1] += letter
        size += octets
    return "\r\n ".join(parts)
