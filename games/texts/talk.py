"""Talk in words: who reads what is said in a room, and why somebody cannot speak there."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import errors
from games.talk.rules.rooms import Room, Why


def room_name(room: Room) -> str:
    """Name a room."""
    return {Room.TABLE: _("At the table"), Room.SPECTATORS: _("Among spectators")}[room]


def readers_text(room: Room, *, over: bool) -> str:
    """Say who reads what is said in a room."""
    if room == Room.TABLE:
        return _("Everybody at the table reads this, and everybody who watches.")
    if over:
        return _("The game is over: everybody reads this.")
    return _("Those who play do not read this until the game is over; then everybody does.")


def no_talk_text(why: str) -> str:
    """Say why somebody cannot speak."""
    return {
        Why.UNKNOWN: _(
            "Sign in to talk with those who watch. Those who play open this page from their table."
        ),
        Why.SAT_BEFORE: _("Who sat at this table before reads along and says nothing."),
        Why.CLOSED: _("The talk is closed: the game has been over for a while."),
    }[Why(why)]


def bad_text(bad: errors.BadText) -> str:
    """Say what is wrong with a text."""
    said = {"length": bad.length, "most": bad.most}
    if bad.fault == "empty":
        return _("There is nothing to read in it, so nothing was said.")
    if bad.fault == "lines":
        long = _("These are %(length)d lines; %(most)d are the most. Nothing was said yet.")
        return long % said
    return _("This has %(length)d characters; %(most)d are the most. Nothing was kept yet.") % said


def too_much_text(until: datetime, *, now: datetime) -> str:
    """Say when somebody who said a lot is heard again."""
    seconds = max(1, round((until - now).total_seconds()))
    minutes = -(-seconds // 60)
    if seconds < 90:
        wait = ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    elif minutes < 90:
        wait = ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    else:
        hours = -(-minutes // 60)
        wait = ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    return _(
        "You said a lot in a short time. What you wrote stands below; send it again in %(wait)s."
    ) % {"wait": wait}
