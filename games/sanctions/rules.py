"""Which sanctions there are, how long each may last, and what each bars. Knows no rows."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum


class Kind(StrEnum):
    """What somebody may not do; a note forbids nothing."""

    NOTE = "note"
    MUTE = "mute"
    NO_REPORTS = "no-reports"
    NO_NEW_GAMES = "no-new-games"
    SEAT_REMOVED = "seat-removed"
    """From one game."""
    BAN = "ban"
    HIDE_TALK = "hide-talk"
    """Something that he said is read by nobody."""
    PLAIN_NAME = "plain-name"
    """He is not called what he was called."""


ENDLESS = frozenset({Kind.NOTE, Kind.SEAT_REMOVED, Kind.HIDE_TALK, Kind.PLAIN_NAME})
"""These have no end: they are a word, or a thing that was done."""

OF_A_THING = frozenset({Kind.HIDE_TALK, Kind.PLAIN_NAME})
"""These are about a thing and not about who made it: nobody is shielded from them."""

HIDDEN_IS_KEPT = timedelta(days=180)
"""So long the text of what was hidden is kept for its case."""

APPEAL_HOLDS = timedelta(hours=48)
"""So long a seat that was taken stays with the bot: he may appeal."""

ALONE: Mapping[Kind, timedelta] = {
    Kind.MUTE: timedelta(days=30),
    Kind.NO_REPORTS: timedelta(days=90),
    Kind.NO_NEW_GAMES: timedelta(days=30),
    Kind.BAN: timedelta(days=7),
}
"""So long one person gives it by himself."""

LONGEST: Mapping[Kind, timedelta] = {
    **ALONE,
    Kind.MUTE: timedelta(days=365),
    Kind.NO_NEW_GAMES: timedelta(days=365),
    Kind.BAN: timedelta(days=365),
}
"""So long two of them do; without end only a host bans."""

BARRED_BY: Mapping[Kind, frozenset[Kind]] = {
    **{kind: frozenset({kind}) for kind in Kind},
    Kind.MUTE: frozenset({Kind.MUTE, Kind.BAN}),
    Kind.NO_NEW_GAMES: frozenset({Kind.NO_NEW_GAMES, Kind.BAN}),
}
"""By which sanctions each thing is barred. Who is banned may still report what is done to him."""


def fault(kind: Kind, until: datetime | None, *, now: datetime, host: bool) -> str:
    """Say what is wrong with an end ("past", "long", "endless", "ends"), or nothing."""
    if kind in ENDLESS:
        return "ends" if until else ""
    if until is None:
        return "" if kind is Kind.BAN and host else "endless"
    if until <= now:
        return "past"
    return "long" if until > now + LONGEST[kind] else ""


def takes_two(kind: Kind, until: datetime | None, *, now: datetime) -> bool:
    """Tell whether a second person has to agree to such an end."""
    return kind in ALONE and (until is None or until > now + ALONE[kind])
