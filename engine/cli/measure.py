"""Comparing two pieces of work in one run: CPU time against CPU time, so that machines cancel out.

A row is measured in several rounds, in shuffled order. It misses its goal only if its best round
does; a median below the goal is worth a word, no more.
"""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TypeAlias

Work: TypeAlias = Callable[[], int]
"""Do some of it and tell how many units that was."""
Clock: TypeAlias = Callable[[], float]

_ORDER = random.Random(1)  # noqa: S311 - only the order of measuring


@dataclass(frozen=True, slots=True)
class Row:
    """Our work beside a peer's, and how the two must compare."""

    key: str
    what: str
    goal: float
    ours: Work
    peer: Work
    at_most: bool = False
    """Ours may cost at most `goal` times the peer's; else it must be `goal` times as fast."""
    clock: Clock = process_time
    """What ours is timed by; the wall clock where it waits for somebody else."""
    peer_clock: Clock = process_time

    def ratio(self, ours: float, peer: float) -> float:
        """Compare the costs of one unit."""
        return ours / peer if self.at_most else peer / ours

    def meets(self, ratio: float) -> bool:
        """Tell whether a ratio is good enough."""
        return ratio <= self.goal if self.at_most else ratio >= self.goal


@dataclass(frozen=True, slots=True)
class Result:
    """A row and its ratio in each round."""

    row: Row
    ratios: tuple[float, ...]

    @property
    def met(self) -> bool:
        """Tell whether the best round meets the goal."""
        return any(map(self.row.meets, self.ratios))

    def line(self) -> str:
        """Write the result for people."""
        middle = median(self.ratios)
        verdict = "MISSED" if not self.met else "ok" if self.row.meets(middle) else "ok, barely"
        goal = f"goal {'<=' if self.row.at_most else '>='} {self.row.goal}"
        spread = f"{min(self.ratios):.2f}..{max(self.ratios):.2f}"
        return f"{self.row.key:4} {verdict:11}{middle:6.2f}  ({spread}, {goal})  {self.row.what}"


def cost(work: Work, seconds: float, clock: Clock = process_time) -> float:
    """Measure the seconds, of the CPU's clock, that one unit takes, working for about so many."""
    units, begun = 0, clock()
    while (spent := clock() - begun) < seconds or not units:
        units += work()
    return spent / units


def compare(rows: Sequence[Row], *, rounds: int = 3, seconds: float = 1.0) -> list[Result]:
    """Measure every row in every round, both sides one after the other in either order."""
    ratios: dict[str, list[float]] = {row.key: [] for row in rows}
    for number in range(1, rounds + 1):
        for row in _ORDER.sample(rows, len(rows)):
            progress(f"round {number} of {rounds}: {row.key} {row.what}")
            sides = _ORDER.sample(("ours", "peer"), 2)
            clocks = {"ours": row.clock, "peer": row.peer_clock}
            costs = {side: cost(getattr(row, side), seconds, clocks[side]) for side in sides}
            ratios[row.key].append(row.ratio(**costs))
    progress("")
    return [Result(row, tuple(ratios[row.key])) for row in rows]


def progress(text: str) -> None:
    """Show what is going on, on the terminal's last line; elsewhere line by line."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text[:78]}", end="", file=sys.stderr, flush=True)
    elif text:
        print(text, file=sys.stderr, flush=True)
