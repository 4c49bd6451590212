"""The search for a substitute: in which stages, who is asked, how many, how long."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

LONGEST = timedelta(hours=48)
"""So long the clocks of a table that runs may stand."""
A_DAY = timedelta(hours=24)
"""So long each stage is before the round opens, when no clock stands still."""
EARLY = 3 * A_DAY
SILENCES = 2
"""So many silences rest somebody in the pool till the next season."""


class Pool(StrEnum):
    """Among whom a stage asks."""

    DIVISION = "division"
    """The pool of the division and the waiting list."""
    LEAGUE = "league"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: whom it asks, how many of them (all, if none is said), and from when till when."""

    pool: Pool
    many: int | None
    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who would play for others, and what speaks against asking him for this seat."""

    player: str
    rating: int | None
    """None before the first rated game."""
    near: frozenset[Pool]
    """The pools in which he is; everybody is in the whole one."""
    at_table: bool = False
    saw_deal: bool = False
    on_vacation: bool = False
    silences: int = 0
    blocked: bool = False
    """He blocks somebody at the table, or is blocked."""


def stages(began: datetime, *, longest: timedelta = LONGEST, opened: bool) -> tuple[Stage, ...]:
    """Say when whom is asked. After the last stage the service plays the seat.

    Before its round has opened no clock stands still, and every stage has a day.
    """
    steps: tuple[tuple[Pool, int | None, timedelta], ...] = (
        (Pool.DIVISION, 3, longest / 4),
        (Pool.LEAGUE, 6, longest / 2),
        (Pool.ALL, None, longest),
    )
    if not opened:
        steps = tuple((pool, many, A_DAY * n) for n, (pool, many, _) in enumerate(steps, start=1))
    found: list[Stage] = []
    for pool, many, after in steps:
        begins = found[-1].ends if found else began
        found.append(Stage(pool, many, begins, began + after))
    return tuple(found)


def current(found: tuple[Stage, ...], now: datetime) -> Stage | None:
    """Say which stage runs; none, when the search is over and the service plays the seat."""
    return next((stage for stage in found if now < stage.ends), None)


def rests(silences: int) -> bool:
    """Tell whether somebody was asked in vain so often that he is left alone this season."""
    return silences >= SILENCES


def may_be_asked(candidate: Candidate) -> bool:
    """Tell whether nothing speaks against asking somebody for this seat."""
    return not (
        candidate.at_table
        or candidate.saw_deal
        or candidate.on_vacation
        or candidate.blocked
        or rests(candidate.silences)
    )


def asked(
    stage: Stage, candidates: Iterable[Candidate], already: Iterable[str], rating: int | None
) -> tuple[str, ...]:
    """Say whom a stage asks, nearest to the seat's rating first, equals as they are given.

    Who has no rating comes after all who have one; to a seat without one nobody is nearer.

    Who was asked in an earlier stage is not asked twice; his answer still counts.
    """
    before = set(already)
    able = [
        one
        for one in candidates
        if (stage.pool is Pool.ALL or stage.pool in one.near)
        and one.player not in before
        and may_be_asked(one)
    ]
    able.sort(key=lambda one: _away(one.rating, rating))
    return tuple(one.player for one in able[: stage.many])


def _away(rating: int | None, wanted: int | None) -> tuple[bool, int]:
    if rating is None:
        return True, 0
    return False, 0 if wanted is None else abs(rating - wanted)
