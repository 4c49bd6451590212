"""Time that a seat saves from turn to turn (time.md, 3)."""

import math
from collections.abc import Iterable
from datetime import timedelta

from games.clocks.rules.stretches import HOUR, NOTHING
from games.clocks.rules.styles import Bank, Style

LEAST = 24 * HOUR


def at_start(style: Style) -> timedelta | None:
    """What every seat has when a bank comes in; none without a bank."""
    return style.initial * HOUR if isinstance(style, Bank) else None


def after_turn(bank: timedelta, style: Bank, taken: timedelta, *, missed: bool) -> timedelta:
    """What the next turn will have."""
    left = NOTHING if missed else max(bank - taken, NOTHING)
    return min(left + style.increment * HOUR, style.cap * HOUR)


def at_least(bank: timedelta, style: Bank) -> timedelta:
    """What who is asked again finds: no less than a day, or than what the game began with."""
    return max(bank, min(style.initial * HOUR, LEAST))


def noted(banks: Iterable[timedelta | None]) -> list[int] | None:
    """Write down what each seat has saved, in seconds; none without banks."""
    return [math.ceil(bank.total_seconds()) for bank in banks if bank is not None] or None


def read(written: Iterable[int]) -> dict[int, timedelta]:
    """Read what `noted` wrote, by seat."""
    return {number: timedelta(seconds=bank) for number, bank in enumerate(written)}


def taken_over(bank: timedelta, style: Bank) -> timedelta:
    """What a substitute finds: at least half of what the game began with."""
    return max(bank, style.initial * HOUR / 2)
