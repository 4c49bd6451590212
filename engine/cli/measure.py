"""Comparing pieces of work in one run, CPU time against CPU time, so that machines cancel out.

A row is measured in several rounds, in shuffled order. Its median is what is reported; its goal
counts as missed only if the best round misses it.
"""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TypeAlias

Work: TypeAlias = Callable[[], int]
"""Do some of it and tell how many units that was."""
Clock: TypeAlias = Callable[[], float]
Side: TypeAlias = Callable[[], float]
"""Measure what one unit costs."""
Measure: TypeAlias = Callable[[], float]
"""Measure a row's figure once."""

MISSED = "MISSED"
_ORDER = random.Random(1)  # noqa: S311 - only the order of measuring


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure must reach, and from when on."""

    value: float
    at_most: bool = False
    """The figure may not be greater; else it may not be smaller."""
    issue: int = 0
    """Which issue brings it about: until then it is shown and fails nothing. 0: it holds now."""
    until_then: float | None = None
    """What must hold before that."""

    def __str__(self) -> str:
        until = "" if self.until_then is None else f" ({number(self.until_then)} now)"
        return f"{'<=' if self.at_most else '>='} {number(self.value)}{until}"

    def best(self, figures: Sequence[float]) -> float:
        """Pick the figure that does us most honour."""
        return min(figures) if self.at_most else max(figures)

    def judge(self, figures: Sequence[float]) -> str:
        """Say in a word or two how the rounds' figures stand to the goal."""
        if self._reached(median(figures), self.value):
            return "ok"
        best = self.best(figures)
        if self._reached(best, self.value):
            return "ok, barely"
        if self.issue and (self.until_then is None or self._reached(best, self.until_then)):
            return f"issue {self.issue}"
        return MISSED

    def _reached(self, figure: float, wanted: float) -> bool:
        return figure <= wanted if self.at_most else figure >= wanted


def at_least(value: float, *, issue: int = 0, until_then: float | None = None) -> Goal:
    """Ask for so much or more."""
    return Goal(value, issue=issue, until_then=until_then)


def at_most(value: float, *, issue: int = 0, until_then: float | None = None) -> Goal:
    """Ask for so much or less."""
    return Goal(value, at_most=True, issue=issue, until_then=until_then)


@dataclass(frozen=True, slots=True)
class Row:
    """A figure that can be measured again and again, and its goal."""

    key: str
    what: str
    goal: Goal
    measure: Measure


@dataclass(frozen=True, slots=True)
class Result:
    """A row's figure in each round."""

    key: str
    what: str
    goal: Goal
    figures: tuple[float, ...]

    @property
    def met(self) -> bool:
        """Tell whether everything holds that must hold now."""
        return self.goal.judge(self.figures) != MISSED


def timed(work: Work, seconds: float, clock: Clock = process_time) -> Side:
    """Make a side of a row that works for about so long; for 0 seconds it works once."""
    return lambda: cost(work, seconds, clock)


def prepared(prepare: Callable[[], object], side: Side) -> Side:
    """Do something before a side is measured that does not count."""

    def measured() -> float:
        prepare()
        return side()

    return measured


def speed(ours: Side, peer: Side, turns: int = 1) -> Measure:
    """Compare how much gets done in the same time: 2 is twice as much as the peer."""
    return lambda: 1 / _ratio(ours, peer, turns)


def price(ours: Side, peer: Side, turns: int = 1) -> Measure:
    """Compare what a unit costs: 2 is twice the peer's."""
    return lambda: _ratio(ours, peer, turns)


def _ratio(ours: Side, peer: Side, turns: int) -> float:
    # One right after the other, in either order: what disturbs one disturbs the other.
    costs = dict.fromkeys((ours, peer), 0.0)
    for _ in range(turns):
        for side in _ORDER.sample((ours, peer), 2):
            costs[side] += side()
    return costs[ours] / costs[peer]


def cost(work: Work, seconds: float, clock: Clock = process_time) -> float:
    """Measure the seconds, by the clock, that one unit takes, working for about so many."""
    units, begun = 0, clock()
    while True:
        units += work()
        if (spent := clock() - begun) >= seconds:
            return spent / units


def compare(rows: Sequence[Row], *, rounds: int = 3) -> list[Result]:
    """Measure every row in every round."""
    figures: dict[str, list[float]] = {row.key: [] for row in rows}
    for turn in range(1, rounds + 1):
        for at, row in enumerate(_ORDER.sample(rows, len(rows)), 1):
            progress(f"round {turn} of {rounds}, {at} of {len(rows)}: {row.key}: {row.what}")
            figures[row.key].append(row.measure())
    progress("")
    return [Result(row.key, row.what, row.goal, tuple(figures[row.key])) for row in rows]


def table(results: Sequence[Result]) -> Iterator[str]:
    """Write report and goal side by side, a line for each row."""
    lines = [
        (
            result.key,
            number(median(result.figures)),
            f"{number(min(result.figures))}..{number(max(result.figures))}",
            str(result.goal),
            result.goal.judge(result.figures),
            result.what,
        )
        for result in results
    ]
    heads = ("row", "median", "min..max", "goal", "verdict", "what is compared")
    widths = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
    for line in (heads, *lines):
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield "  ".join(padded).rstrip()


def number(value: float) -> str:
    """Write a figure with about three digits that say something."""
    return f"{value:.0f}" if value >= 100 else f"{value:.2f}" if value >= 1 else f"{value:.3g}"


def progress(text: str) -> None:
    """Show what is going on, on the terminal's last line; elsewhere line by line."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text[:78]}", end="", file=sys.stderr, flush=True)
    elif text:
        print(text, file=sys.stderr, flush=True)
