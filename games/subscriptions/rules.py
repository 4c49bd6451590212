"""What can be chosen of letters, what one click stops, and when a daily letter goes out."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.limits.rules import mailbox

DAY = timedelta(days=1)


class Stop(IntEnum):
    """What the link of a letter stops. The numbers stand in letters: they are for ever."""

    TURNS = 1
    """It is somebody's turn: of one game."""
    NEWS = 2
    """What else happens: of one game, or of what concerns no single one."""
    REMINDERS = 3
    """A deadline comes near: of one game."""
    GAME = 4
    """All of one game."""
    DAILY = 5
    """The daily letter."""
    INVITATIONS = 6
    """All that is written because somebody else typed the address in."""
    EVERYTHING = 7
    """All but codes and what else concerns the account itself. No link stops it: emails are
    forwarded, and whoever gets one must not silence its owner. Signed in they do it themselves."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody is written of, as a rule or of one game. Who says nothing gets everything."""

    turns: bool = True
    daily: bool = False
    """Whether turns are told once a day, in one letter for all games, instead of each at once."""
    news: bool = True
    reminders: bool = True
    stopped: bool = False
    """Nothing at all, whatever else is chosen: that holds again once letters are let come."""
    brief: bool = False
    """Whether a reply that was done gets a short confirmation, without maze and hand."""

    @property
    def at_once(self) -> bool:
        """Tell whether each turn has a letter of its own."""
        return self.turns and not self.daily and not self.stopped

    @property
    def in_daily(self) -> bool:
        """Tell whether turns stand in the daily letter."""
        return self.turns and self.daily and not self.stopped

    @property
    def reminded(self) -> bool:
        """Tell whether a deadline that comes near is told."""
        return self.reminders and not self.stopped

    @property
    def without_mail(self) -> bool:
        """Tell whether no letter says any more that a table waits."""
        return self.stopped or not (self.turns or self.reminders)


def told(chosen: Mapping[int | None, Choice], game_id: int | None) -> Choice:
    """Say what holds for a game by all that somebody chose: as a rule for None, and by the game."""
    return chosen.get(game_id) or chosen.get(None) or Choice()


def next_daily(hour: int, zone: str, told_on: date | None, *, now: datetime) -> datetime:
    """Say when the next daily letter goes out: one a day at most, at an hour of a wall clock."""
    day = now.astimezone(ZoneInfo(zone)).date()
    while _at(day, hour, zone) <= now or (told_on is not None and day <= told_on):
        day += DAY
    return _at(day, hour, zone)


def _at(day: date, hour: int, zone: str) -> datetime:
    # An hour that the clock leaves out has no likeness but in UTC.
    return datetime(day.year, day.month, day.day, hour, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def mailbox_number(address: str) -> int:
    """Name a mailbox so that nobody reads whose it is, and no link has to say it."""
    return _number(address, settings.SECRET_KEY)


def mailbox_numbers(address: str) -> list[int]:
    """Name a mailbox as it was named under each of the service's keys, of today and before."""
    return [_number(address, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def _number(address: str, key: str | bytes) -> int:
    found = salted_hmac("games.subscriptions", mailbox(address), secret=key, algorithm="sha256")
    # As many bits as no two mailboxes share, and as a column of numbers holds.
    return int.from_bytes(found.digest()[:8]) >> 1
