"""For games in which no seat has anything to set for itself."""

from typing import NoReturn

from engine.api import Seat
from engine.errors import IllegalMove, Reason


def no_settings(_state: object, _seat: Seat) -> tuple[()]:
    """List nothing."""
    return ()


def refuse(_state: object, _seat: Seat, _setting: object) -> NoReturn:
    """Refuse whatever is to be set."""
    raise IllegalMove(Reason.NO_SETTING)
