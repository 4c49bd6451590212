"""Talk in words: who reads what is said in a room, and why somebody cannot speak there."""

from datetime import datetime

from django.utils.translation import gettext as _

from games import errors
from games.talk.rules.rooms import Room, Why
from games.texts.moments import wait_text


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
        Why.MUTED: _(
            "A moderator has decided that you say nothing for a while. Until when and why stands "
            "on the page of your account."
        ),
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
    return _(
        "You said a lot in a short time. What you wrote stands below; send it again in %(wait)s."
    ) % {"wait": wait_text(until, now=now)}
