"""How somebody is asked to a table: a few words, a language, a day to answer by."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple

from games.clocks.rules import walls
from games.errors import BadReplyBy
from games.talk.rules import plain

LONGEST = 600
MOST_LINES = 12
LATEST = timedelta(days=60)


class Wish(NamedTuple):
    """What goes with an invitation."""

    message: str = ""
    language: str = ""
    """For a reader who is unknown here; others have said theirs."""
    reply_by: datetime | None = None


class Addressed(NamedTuple):
    """An address as it was typed, and the language that was written behind it, perhaps none."""

    typed: str
    language: str = ""


def addressed(typed: str, languages: Mapping[str, str]) -> Iterator[Addressed]:
    """Read addresses however they are separated; a language belongs to the one before it.

    `languages` has for each word that names one, in small letters, how it is kept. Any other word
    is taken for an address, so that it is named if it is none.
    """
    last = None
    for word in _SEPARATED.split(typed):
        language = languages.get(word.casefold())
        if language is not None and last is not None:
            yield Addressed(last, language)
            last = None
        elif word:
            if last is not None:
                yield Addressed(last)
            last = word
    if last is not None:
        yield Addressed(last)


# Mail programs write <address>, and whoever thinks of it as an aside writes (language).
_SEPARATED = re.compile(r"[\s,;:<>()]+")


def message(typed: str) -> str:
    """Return a message as it is kept, perhaps none; raises BadText."""
    return plain.text(typed, most=LONGEST, lines=MOST_LINES)


def reply_by(day: date, zone: str, *, now: datetime) -> datetime:
    """Return the last minute of a day where the organiser lives; raises BadReplyBy."""
    today = walls.local(now, zone).date()
    if not today <= day <= today + LATEST:
        raise BadReplyBy
    return walls.last(zone, day + timedelta(days=1), walls.MIDNIGHT) - timedelta(minutes=1)
