"""What follows when somebody is silent: who plays on, when a seat is offered, when all ends.

Of time.md 3 (no clock), 9 and 10.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks.rules.settings import Policy

SILENCE = timedelta(days=60)  # at a table without a clock
WARNING = timedelta(days=7)  # before it is closed for that
NOBODY_LEFT = timedelta(days=7)  # until a game without people is closed
IN_VAIN = timedelta(hours=72)  # a seat of two offered so long: the other may end the game
TO_THE_LEAGUE = timedelta(hours=24)  # an offer goes to the league's list after that


@dataclass(frozen=True, slots=True)
class Consequence:
    """Of a miss: who plays the rest of the turn, if a bot stays, if the seat is offered."""

    bot_plays: bool
    bot_stays: bool
    offered: bool
    counted: bool = True
    """Not if no letter reached the player."""


def consequence(policy: Policy, misses: int, limit: int) -> Consequence:
    """What follows from so many misses in a row, this one counted in."""
    reached = misses >= limit
    bot = reached or policy == "bot"
    return Consequence(bot_plays=bot, bot_stays=bot, offered=reached)


def silent_until(last_move: datetime) -> tuple[datetime, datetime]:
    """When a table without a clock is warned, and when it is closed as abandoned."""
    closed = last_move + SILENCE
    return closed - WARNING, closed


def may_end(
    stood_in: Mapping[int, bool], offered: Mapping[int, datetime], *, now: datetime
) -> int | None:
    """Who of two people may end the game: a bot plays for the other, whose seat nobody takes.

    Of each seat of a person whether a bot plays for him, and since when a seat is offered.
    """
    here = [number for number, bot in stood_in.items() if not bot]
    if len(stood_in) != 2 or len(here) != 1:
        return None
    since = offered.get(next(number for number in stood_in if number != here[0]))
    return here[0] if since is not None and now >= since + IN_VAIN else None
