"""Checking what people say about themselves: addresses, time zones, languages. Writes nothing."""

from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.encoding import punycode

from games.clocks.rules import walls
from games.clocks.rules.people import Person
from games.errors import BadAddress, BadTimeZone
from games.models import Player

LONGEST_ADDRESS = 254


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody says of himself when he first takes a seat."""

    name: str
    language: str
    time_zone: str


def address(text: str) -> str:
    """Return an address as we keep it, one for each mailbox; raises BadAddress."""
    local, _, domain = text.strip().lower().rpartition("@")
    try:
        plain = f"{local}@{punycode(domain)}"
        validate_email(plain)
    except (ValidationError, UnicodeError):
        raise BadAddress(text[:LONGEST_ADDRESS]) from None
    # A quoted name may hold control characters, and a number in brackets names a machine of any
    # network, ours too: both may exist and nobody uses them. Outside the domain letters are ASCII.
    odd = not plain.isascii() or '"' in plain or "[" in plain
    # No mail from elsewhere comes to a name that every machine calls itself by.
    home = plain.endswith("@localhost") and not settings.LOCAL_MODE
    if len(plain) > LONGEST_ADDRESS or odd or home:
        raise BadAddress(text[:LONGEST_ADDRESS])
    return plain


def time_zone(text: str) -> str:
    """Return the name of a time zone; raises BadTimeZone."""
    if text not in _time_zones():
        raise BadTimeZone
    return text


# Reading the names goes through hundreds of files.
_time_zones = cache(available_timezones)


def person(player: Player | None) -> Person:
    """Return where a player lives and when he sleeps, as clocks know it; bots never sleep."""
    return Person() if player is None else Person(player.time_zone, walls.night(player.quiet))


def language(text: str) -> str:
    """Return the nearest language we write, for any language tag."""
    code = text[:2].lower()
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
