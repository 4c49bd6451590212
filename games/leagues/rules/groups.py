"""Groups of n: all rounds of a season planned as a whole, or those of it that are left."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.leagues.rules import byes, seats
from games.leagues.rules.annealing import Before, Round, annealed
from games.leagues.rules.balance import Balance, balance
from games.leagues.rules.history import Draw, History, Progress, pairs, silent
from games.leagues.rules.places import Places
from games.leagues.rules.sizes import Seating

SMALL = 9
"""Up to so many entries a schedule has the least squares there are: the search begins often."""
BEGINNINGS = 6
STEPS, STEPS_OF_ONE = 10_000, 50_000
"""So many exchanges are tried for each round at each beginning, or at the only one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds planned as a whole, what they reach, and the squares of drawing one after another."""

    rounds: tuple[Draw, ...]
    balance: Balance
    baseline: int


def plan(
    entries: Sequence[str],
    seating: Seating,
    *,
    rounds: int,
    seed: str,
    before: History | None = None,
    duplicate: bool = False,
    progress: Progress = silent,
) -> Plan:
    """Plan so many rounds of equal seatings: meetings first, then byes, seats and sizes even.

    `before` is what stands already: after a withdrawal those who stay get the unpublished rounds
    anew. The same seed gives the same plan. The squares are never above the baseline's.
    """
    before = before or History()
    base = baseline(entries, seating, rounds=rounds, before=before)
    drawn = _improved(entries, base, before, Random(seed), progress)  # noqa: S311
    tables = seats.equitable([draw.tables for draw in drawn], before.seats)
    if duplicate:
        tables = seats.compared(tables, before)
    planned = tuple(
        Draw(tuple(seated), draw.byes) for seated, draw in zip(tables, drawn, strict=True)
    )
    reached = balance(entries, planned, before)
    return Plan(planned, reached, balance(entries, base, before).squares)


def baseline(
    entries: Sequence[str], seating: Seating, *, rounds: int, before: History
) -> tuple[Draw, ...]:
    """Draw one round after the other: forced byes, then the baseline of Swiss tables."""
    met, had, drawn = before.met.copy(), before.byes.copy(), list[Draw]()
    for _ in range(rounds):
        resting = byes.forced(entries, had, seating.byes)
        playing = [entry for entry in entries if entry not in resting]
        places = Places(playing, met).baseline(seating.tables, silent)
        tables = tuple(tuple(playing[place] for place in table) for table in places)
        drawn.append(Draw(tables, resting))
        had.update(resting)
        met.update(pair for table in tables for pair in pairs(table))
    return tuple(drawn)


def _improved(
    entries: Sequence[str], base: Sequence[Draw], before: History, rng: Random, progress: Progress
) -> list[Draw]:
    if not base or not base[0].tables:
        return list(base)
    number = {entry: index for index, entry in enumerate(entries)}
    largest = max(len(entries), *(size for _, size in before.sizes), 0)
    stands = Before(
        [[before.met[frozenset((p, q))] for q in entries] for p in entries],
        [before.byes[entry] for entry in entries],
        [[before.sizes[entry, size] for size in range(largest + 1)] for entry in entries],
    )
    start = [
        [[number[entry] for entry in group] for group in (*draw.tables, draw.byes)] for draw in base
    ]
    bound = balance(entries, base, before).bound
    # Tables of one size are as even as they can be at the bound; others go on to even out sizes.
    floor = bound if len(set(map(len, base[0].tables))) == 1 else 0
    found = []
    beginnings, steps = (BEGINNINGS, STEPS) if len(entries) <= SMALL else (1, STEPS_OF_ONE)
    for _ in range(beginnings):
        reached = annealed(
            start, stands, steps=steps * len(base), floor=floor, rng=rng, progress=progress
        )
        found.append(reached)
        if reached[0].squares <= floor:
            break
    return [_written(entries, groups) for groups in min(found)[1]]


def _written(entries: Sequence[str], groups: Round) -> Draw:
    *tables, resting = ([entries[each] for each in sorted(group)] for group in groups)
    return Draw(tuple(map(tuple, tables)), tuple(resting))
