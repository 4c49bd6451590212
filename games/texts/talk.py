"""Talk in words: who reads what is said in a room."""

from django.utils.translation import gettext as _

from games.talk.rules.rooms import Room


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
