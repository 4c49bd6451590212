"""How anything is written as iCalendar (RFC 5545): events, escaped and folded lines."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse

REFRESH = "PT1H"
"""How often programs should read a calendar again (RFC 7986, 5.7)."""
LONGEST_LINE = 74
"""In octets, one less than RFC 5545 allows, for the space that a folded line begins with."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something with a beginning, and an end if it lasts."""

    mark: str
    """Its name: programs move the entry that they have of that name."""
    changed_at: datetime
    at: datetime
    until: datetime | None
    title: str
    page: tuple[str, Sequence[object]]
    description: str = ""
    sequence: int | None = None
    alarm: timedelta | None = None
    """How long before its end a program should call."""


def feed_of(name: str, events: Iterable[Event]) -> HttpResponse:
    """Write a calendar for a program."""
    text = "".join(f"{_folded(line)}\r\n" for line in _calendar(name, events))
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def _calendar(name: str, events: Iterable[Event]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Saboteur by mail//EN")
    yield f"X-WR-CALNAME:{_escaped(name)}"
    yield f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}"
    # Outlook knows only this name for the same.
    yield f"X-PUBLISHED-TTL:{REFRESH}"
    # RFC 5545, 3.6: a calendar has at least one component, so this one is in it without events.
    yield from _UTC
    for event in events:
        yield from _event(event)
    yield "END:VCALENDAR"


_UTC = (
    *("BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"),
    *("TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"),
)


def _event(event: Event) -> Iterator[str]:
    host = urlsplit(settings.BASE_URL).hostname
    page, args = event.page
    yield "BEGIN:VEVENT"
    yield f"UID:{event.mark}@{host}"
    if event.sequence is not None:
        yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTAMP:{_instant(event.changed_at)}"
    yield f"LAST-MODIFIED:{_instant(event.changed_at)}"
    yield f"DTSTART:{_instant(event.at)}"
    if event.until is not None:
        yield f"DTEND:{_instant(event.until)}"
    yield f"SUMMARY:{_escaped(event.title)}"
    if event.description:
        yield f"DESCRIPTION:{_escaped(event.description)}"
    yield f"URL:{settings.BASE_URL}{reverse(page, args=args)}"
    yield "TRANSP:TRANSPARENT"
    if event.alarm is not None:
        yield from ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_escaped(event.title)}")
        minutes = event.alarm // timedelta(minutes=1)
        yield from (f"TRIGGER;RELATED=END:-PT{minutes}M", "END:VALARM")
    yield "END:VEVENT"


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
