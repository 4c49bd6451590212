"""What a simulated month is made of: how many games, and what goes wrong when."""

import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.games.cast import DAY, HOUR

BEGIN = datetime(2026, 3, 6, 12, tzinfo=UTC)
"""Summer time begins in America two days later, in Europe on 29 March, and ends on Lord Howe."""

Times = tuple[datetime, datetime]


def _from(day: float, hours: float) -> Times:
    return BEGIN + day * DAY, BEGIN + day * DAY + hours * HOUR


TIMES: tuple[dict[str, Any], ...] = (
    {},
    {"clock": {"style": "fixed", "hours": 24}, "table_quiet": "22:00-06:00"},
    {"clock": {"style": "hour", "at": "20:00", "notice": 12}},
    {"clock": {"style": "fixed", "hours": 36}, "days_off": ["sat", "sun"], "pace": "unhurried"},
    {"clock": {"style": "bank", "initial": 24, "increment": 6, "cap": 48}, "policy": "bot"},
    {"clock": {"style": "fixed", "hours": 12}, "personal_quiet": False, "least_waking": 6},
    {"clock": {"style": "fixed", "hours": 20}, "pace": "off"},
)
HASTY: tuple[dict[str, Any], ...] = (
    {"clock": {"style": "fixed", "hours": 6}, "pace": "unhurried"},
    {"clock": {"style": "fixed", "hours": 5}, "table_quiet": "20:00-06:00"},
    {"clock": {"style": "bank", "initial": 8, "increment": 4, "cap": 10}},
)
TEMPERS = ("prompt", "prompt", "steady", "steady", "steady", "sleepy", "returns", "vanishes")


@dataclass(frozen=True, slots=True)
class Plan:
    """A month, or a part of one."""

    games: int
    days: int
    seed: int | str = 1
    whims: float = 1.0
    """How much oftener than usual people wish for something."""
    times: tuple[dict[str, Any], ...] = TIMES
    tempers: tuple[str, ...] = TEMPERS
    down: tuple[Times, ...] = ()
    """Nothing runs: no sweep, no page."""
    silent: tuple[Times, ...] = ()
    """The sweeps alone are down."""
    no_mail: tuple[Times, ...] = ()
    held: tuple[Times, ...] = ()

    @property
    def end(self) -> datetime:
        """When it is over."""
        return BEGIN + self.days * DAY

    @property
    def people(self) -> int:
        """So many play at these tables, each at several of them."""
        return max(8, self.games * 3 // 10 + 6)


STEP = timedelta(minutes=14)
"""Between two sweeps."""
MONTH = Plan(
    games=int(os.environ.get("MONTH_GAMES", "6")),
    days=int(os.environ.get("MONTH_DAYS", "30")),
    seed=int(os.environ.get("MONTH_SEED", "1")),
    whims=3,
    down=(_from(8.3, 9),),
    silent=(_from(18.8, 5),),
    no_mail=(_from(13.2, 7),),
    held=(_from(24.5, 4),),
)
WEEK = replace(
    MONTH,
    days=7,
    whims=9,
    down=(_from(1.3, 9),),
    silent=(_from(4.4, 5),),
    no_mail=(_from(2.8, 7),),
    held=(_from(5.8, 4),),
)
"""As much goes wrong in a week as in the month."""
SHORT = Plan(
    games=15,
    days=3,
    whims=15,
    times=HASTY,
    tempers=("prompt", "steady", "sleepy", "steady", "sleepy", "vanishes"),
    down=(_from(0.8, 7),),
    no_mail=(_from(1.8, 20),),
    held=(_from(2.6, 8),),
)
"""For planted breaks: everything happens in some days."""
FEW = Plan(
    games=6,
    days=2,
    whims=3,
    times=HASTY,
    tempers=SHORT.tempers,
    down=(_from(0.6, 2),),
    no_mail=(_from(1.2, 3),),
)
"""For moderators, who hold the service themselves: each act comes about in some days."""
