"""What is stored of a seat's time: its turn, the clock that runs while it is asked, what is left.

`stored` writes all of them as JSON (time.md, 13).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from games.clocks.rules.grants import AtLeast, Extension, Grant
from games.clocks.rules.settings import Settings
from games.clocks.rules.stretches import NOTHING
from games.clocks.rules.walls import Night

# whole: what the turn began with; rest: exactly what was left; stands: the old hour, if it can.
Measure = Literal["whole", "rest", "stands"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What holds for a seat's whole turn, whatever comes in between."""

    mark: int
    rule: Settings
    zone: str
    quiet: Night | None
    begun: datetime
    allotment: timedelta | None
    used: timedelta = NOTHING  # by asks that are answered
    extended: int = 0  # hours, by grants to asks that are answered
    favoured: bool = False  # the one favour of 4.8 is used up
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Reminder:
    """A share of the plan and when it rings."""

    share: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Plan:
    """Reminders still to come and those that have rung for this deadline."""

    coming: tuple[Reminder, ...] = ()
    rung: tuple[int, ...] = ()
    rung_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat that is asked: its deadline and how it came about."""

    turn: Turn
    asked: datetime  # the ask it runs from: the turn's first, or the one after an interruption
    amount: timedelta | None  # running time from there; none: no deadline
    measure: Measure = "whole"
    stands: datetime | None = None
    ruled: bool = False  # a kinder rule reached it
    grants: tuple[Grant, ...] = ()
    due: datetime | None = None
    causes: tuple[str, ...] = ()
    plan: Plan = Plan()

    @property
    def remind_at(self) -> datetime | None:
        """When to remind next."""
        return self.plan.coming[0].at if self.plan.coming else None

    @property
    def runs_from(self) -> datetime:
        """When the ask's time began: when its letter could leave, if that was late by our fault."""
        late = (each.since for each in self.grants if isinstance(each, AtLeast) and each.is_ours)
        return max(late, default=self.asked)

    @property
    def hours_granted(self) -> int:
        """Hours of extension in this turn."""
        given = (grant.hours for grant in self.grants if isinstance(grant, Extension))
        return self.turn.extended + sum(given)


@dataclass(frozen=True, slots=True)
class Aside:
    """A turn that stands aside while others are asked under the same mark."""

    turn: Turn
    left: timedelta | None
    due: datetime | None
