"""Between which places everybody will end: sound always, exact where it can be counted out."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, permutations
from math import comb, lcm, prod
from typing import NamedTuple

MOST = 20_000
"""Up to so many ways in which open tables can end are counted out."""
MANY_TABLES = 100
"""With more open tables only sums are looked at, unless all their ways are few: it is quick."""


class Bounds(NamedTuple):
    """The best and the worst place that can still come."""

    best: int
    worst: int


class Word(StrEnum):
    """What is said about a border of places."""

    CLINCHED = "clinched"
    OUT = "out"


class By(StrEnum):
    """Scorings in which the lines of a table hang on each other."""

    WINS = "wins"
    """Every seat its own side. Where a side is a clan, lines are spans from 0 to 1."""
    RANK = "rank"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class Open:
    """A table without a result. `places`: the league's list for its size, falling, none below 0."""

    entries: tuple[str, ...]
    by: By
    places: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        """Refused if the list of places is none."""
        if self.by is By.PLACES:
            falling = list(self.places) == sorted(self.places, reverse=True)
            if len(self.places) != len(self.entries) or not falling or self.places[-1] < 0:
                raise ValueError("one number a place, falling, none below 0")

    def worth(self) -> tuple[Fraction, ...]:
        """Say what the places at this table are worth when nobody is level or forfeits."""
        if self.by is By.WINS:
            return (Fraction(1), *[Fraction()] * (len(self.entries) - 1))
        if self.by is By.RANK:
            below = len(self.entries) - 1
            return tuple(Fraction(100 * beaten, below) for beaten in range(below, -1, -1))
        return self.places


@dataclass(frozen=True, slots=True)
class Span:
    """A line that is open by itself: of gold, relative, duplicate, a round not drawn, a bye."""

    entry: str
    least: Fraction
    greatest: Fraction


def undrawn(entries: Iterable[str], rounds: int, least: Fraction, greatest: Fraction) -> list[Span]:
    """Open every active entry's line in rounds that are not drawn: a seat anywhere, or a bye."""
    return [Span(entry, rounds * least, rounds * greatest) for entry in entries]


def bye_in_gold(entry: str, played: Sequence[Fraction], still: Iterable[Span]) -> Span:
    """Open a bye that is the mean of its round's played lines, while tables of it are open.

    Each open line may be forfeited, and is then no played one.
    """
    lines = list(still)
    down = _means(played, sorted(line.least for line in lines))
    up = _means(played, sorted((line.greatest for line in lines), reverse=True))
    return Span(entry, min(down), max(up))


def _means(played: Sequence[Fraction], further: Iterable[Fraction]) -> list[Fraction]:
    sums = accumulate(further, initial=sum(played, Fraction()))
    means = [total / max(n, 1) for n, total in enumerate(sums, start=len(played))]
    return [Fraction(mean * 100 // 1, 100) for mean in means]


def may_end(table: Open, points: Mapping[str, Fraction]) -> bool:
    """Tell whether these points were among the ways in which a table could end.

    If not (an adjudication within the scoring's range, but no result), a new basis begins.
    """
    reached = sorted((points[entry] for entry in table.entries), reverse=True)
    if reached[-1] < 0:
        return False
    kept = [value for value in reached if value > 0]
    if table.by is By.WINS:
        return not kept or kept == [Fraction(1, len(kept))] * len(kept)
    sizes = range(len(kept), len(reached) + 1)
    return any(_is_order(table.worth()[:size], reached) for size in sizes)


def _is_order(worth: Sequence[Fraction], reached: Sequence[Fraction]) -> bool:
    """Tell whether so many were ranked; all others forfeited."""
    at = 0
    while at < len(worth):
        level = next(
            (n for n in range(1, len(worth) - at + 1) if _level(worth[at : at + n], reached[at:])),
            0,
        )
        if not level:
            return False
        at += level
    return True


def _level(covered: Sequence[Fraction], reached: Sequence[Fraction]) -> bool:
    mean = sum(covered, Fraction()) / len(covered)
    return all(value == mean for value in reached[: len(covered)])


def bounds(
    points: Mapping[str, Fraction], tables: Iterable[Open] = (), spans: Iterable[Span] = ()
) -> dict[str, Bounds]:
    """Say everybody's bounds from what stands and what is open.

    `points` has everybody who will have a place. Exact if the ways in which the open tables can
    end are at most 20,000; otherwise never wrong, and no wider than each line taken by itself.
    """
    division = _Division(points, list(tables), list(spans))
    return {entry: Bounds(division.best(entry), division.worst(entry)) for entry in points}


def narrowed(stored: Bounds | None, fresh: Bounds) -> Bounds:
    """Say what is shown, given what was shown before on the same basis, if anything was."""
    if stored is None:
        return fresh
    return Bounds(max(stored.best, fresh.best), min(stored.worst, fresh.worst))


def said(shown: Bounds, borders: Iterable[int]) -> tuple[tuple[Word, int], ...]:
    """Say what is certain about borders (first place, promotion, staying): clinched k, out of k."""
    words = []
    for k in borders:
        if shown.worst <= k:
            words.append((Word.CLINCHED, k))
        elif shown.best > k:
            words.append((Word.OUT, k))
    return tuple(words)


class _Table(NamedTuple):
    """An open table in whole numbers: its seats, and what its places are worth."""

    entries: tuple[str, ...]
    by: By
    worth: tuple[int, ...]


class _Division:
    """All numbers times a common denominator: whole numbers are quick and exact."""

    def __init__(
        self, points: Mapping[str, Fraction], tables: list[Open], spans: list[Span]
    ) -> None:
        worths = [table.worth() for table in tables]
        unit = lcm(
            *(value.denominator for value in points.values()),
            *(end.denominator for span in spans for end in (span.least, span.greatest)),
            *(value.denominator for worth in worths for value in worth),
        ) * lcm(*{n for worth in worths for n in range(1, len(worth) + 1)})  # so many share
        self.tables = [
            _Table(table.entries, table.by, tuple(int(value * unit) for value in worth))
            for table, worth in zip(tables, worths, strict=True)
        ]
        self.low = {entry: int(value * unit) for entry, value in points.items()}
        self.base = dict(self.low)
        for span in spans:
            if span.entry in points:
                self.low[span.entry] += int(span.least * unit)
                self.base[span.entry] += int(span.greatest * unit)
        self.at: dict[str, list[int]] = {entry: [] for entry in points}
        for number, table in enumerate(self.tables):
            for entry in table.entries:
                if entry in points:  # who left before half of his games has no place
                    self.at[entry].append(number)
        self.reach = {
            entry: sum(self.tables[number].worth[0] for number in numbers)
            for entry, numbers in self.at.items()
        }
        self.lows = sorted(self.low.values())
        self.order = sorted(points, key=lambda entry: -self.base[entry])
        self.falling = [-self.base[entry] for entry in self.order]
        self.farthest = max(self.reach.values(), default=0)
        self.supply = sum(sum(table.worth) for table in self.tables)
        ways = (_ways(table.by, len(table.entries)) for table in self.tables)
        self.is_searched = len(self.tables) <= MANY_TABLES or prod(ways) <= MOST

    def best(self, entry: str) -> int:
        """He has all that he can, and all others forfeit: every line is then at its end."""
        most = self.base[entry] + self.reach[entry]
        return 1 + len(self.lows) - bisect_right(self.lows, most)

    def worst(self, entry: str) -> int:
        """He forfeits, which costs nobody else anything; then as many as can reach him do."""
        mark = self.low[entry]
        sure = bisect_right(self.falling, -mark)  # and he himself is one of them
        near = self.order[sure : bisect_right(self.falling, self.farthest - mark)]
        needs = {one: need for one in near if (need := mark - self.base[one]) <= self.reach[one]}
        if self.is_searched:
            return sure + self._together(needs)
        return sure + _served(needs.values(), lambda _: self.supply)

    def _together(self, needs: dict[str, int]) -> int:
        """Say how many can have what they need at once, no less than in truth."""
        served = len(needs)
        seats = defaultdict(set)
        for entry in needs:
            for number in self.at[entry]:
                seats[number].add(entry)
        self._give_what_nobody_contests(needs, seats)
        served -= len(needs)
        return served + sum(self._part(needs, part) for part in _parts(seats))

    def _give_what_nobody_contests(self, needs: dict[str, int], seats: dict[int, set[str]]) -> None:
        while lone := [number for number, those in seats.items() if len(those) < 2]:
            for number in lone:
                for entry in seats.pop(number):
                    needs[entry] -= self.tables[number].worth[0]
                    if needs[entry] <= 0:
                        del needs[entry]
                        for other in self.at[entry]:
                            seats.get(other, set()).discard(entry)

    def _part(self, needs: Mapping[str, int], part: dict[int, set[str]]) -> int:
        """Say it of tables that hang together by those who contest them."""
        entries = sorted({entry for those in part.values() for entry in those})
        wanted = [needs[entry] for entry in entries]
        tables = [
            (self.tables[number], sorted(entries.index(entry) for entry in those))
            for number, those in sorted(part.items())
        ]
        if prod(_ways(table.by, len(seats)) for table, seats in tables) > MOST:
            return _served(
                sorted(wanted),
                lambda m: sum(sum(table.worth[: min(m, len(seats))]) for table, seats in tables),
            )
        return _counted_out(wanted, tables)


def _parts(seats: dict[int, set[str]]) -> list[dict[int, set[str]]]:
    parts: list[tuple[set[str], dict[int, set[str]]]] = []
    for number, those in seats.items():
        joined = [part for part in parts if not part[0].isdisjoint(those)]
        parts = [part for part in parts if part[0].isdisjoint(those)]
        parts.append(
            (
                those.union(*(part[0] for part in joined)),
                {number: those} | {n: s for part in joined for n, s in part[1].items()},
            )
        )
    return [part for _, part in parts]


def _served(needs: Iterable[int], supply: Callable[[int], int]) -> int:
    """Count from the least need on how many can be met out of what all tables give to so many."""
    total = m = 0
    for need in needs:
        total += need
        if total > supply(m + 1):
            break
        m += 1
    return m


_LOST = -1


def _counted_out(wanted: list[int], tables: list[tuple[_Table, list[int]]]) -> int:
    """Go through all ways in which the tables can end; who cannot have enough takes nothing."""
    left = [0] * len(wanted)
    for table, seats in tables:
        for seat in seats:
            left[seat] += table.worth[0]
    states = {tuple(wanted)}
    for table, seats in tables:
        for seat in seats:
            left[seat] -= table.worth[0]
        ways = _endings(table.by, table.worth[: len(seats)])
        further = set()
        for state in states:
            for way in ways:
                after = list(state)
                for seat, got in zip(seats, way, strict=True):
                    if after[seat] > 0:
                        need = max(after[seat] - got, 0)
                        after[seat] = need if need <= left[seat] else _LOST
                further.add(tuple(after))
        states = further
    return max(state.count(0) for state in states)


@cache
def _ways(by: By, seats: int) -> int:
    """Count the ways in which a table can end and leave as much as possible to these seats."""
    if by is By.WINS:
        return (1 << seats) - 1
    if seats == 0:
        return 1
    return sum(comb(seats, first) * _ways(by, seats - first) for first in range(1, seats + 1))


@cache
def _endings(by: By, worth: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """List these ways: they share the best places, whoever else sits there is below them.

    That is no loss: in a falling list nobody has more by one who stands above or beside him.
    """
    seats = range(len(worth))
    if by is By.WINS:
        return tuple(
            tuple(worth[0] // many if seat in winners else 0 for seat in seats)
            for many in range(1, len(worth) + 1)
            for winners in combinations(seats, many)
        )
    orders: set[tuple[int, ...]] = set()
    for levels in _sums(len(worth)):
        values: list[int] = []
        for level in levels:
            covered = worth[len(values) : len(values) + level]
            values += [sum(covered) // level] * level
        orders.update(permutations(values))
    return tuple(sorted(orders))


def _sums(whole: int) -> Iterator[tuple[int, ...]]:
    """Write a number as a sum in every order."""
    if whole == 0:
        yield ()
    for first in range(1, whole + 1):
        for rest in _sums(whole - first):
            yield (first, *rest)
