"""When orders are looked at, so that their haste tells no more than it must (time.md, 8)."""

from collections.abc import Callable
from datetime import datetime, timedelta

from games.clocks.rules.stretches import MINUTE

FIRST_ASK, FURTHER_ASK = (5, 65), (1, 5)  # minutes
BEFORE_DEADLINE = 15 * MINUTE
LONGEST_CHAIN = 20  # ordered moves in one step


def unhurried(*, first_ask: bool, pick: Callable[[int, int], int]) -> timedelta:
    """A delay drawn at random, before any order is looked at and whether or not there are any.

    `pick` draws a whole number between two, both of them included.
    """
    low, high = FIRST_ASK if first_ask else FURTHER_ASK
    return pick(low * 60, high * 60) * timedelta(seconds=1)


def looked_at(asked: datetime, delay: timedelta, due: datetime | None) -> datetime:
    """When the orders of an ask are evaluated: after the delay, or just before its deadline."""
    at = asked + delay
    return at if due is None else max(asked, min(at, due - BEFORE_DEADLINE))
