"""Bounds by gold while byes hang on open lines: all ways in which these can end are gone through.

A bye is the mean of its round's played lines. Whoever raises it raises somebody's line, too: taken
by itself each could have more than both can.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import inf, lcm, prod
from typing import NamedTuple

from games.leagues.rules.bounds import MOST, Bounds

HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Running:
    """A table without a result, in a round on which byes hang. `counted`: whose lines count."""

    round: int
    entries: tuple[str, ...]
    counted: tuple[str, ...]
    least: int
    most: int

    @property
    def ways(self) -> int:
        """In how many ways it can end: any gold or a forfeit each; of two, one may walk over."""
        values = self.most - self.least + 1
        if len(self.entries) == 2:
            return values * values + 3
        return prod([values + 1] * len(self.counted))


@dataclass(frozen=True, slots=True)
class Own:
    """All else of an entry: what stands, on which rounds its byes hang, other open lines."""

    stands: tuple[Fraction, ...]
    byes: tuple[int, ...] = ()
    least: tuple[Fraction, ...] = ()
    most: tuple[Fraction, ...] = ()
    penalties: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Hanging:
    """What is open in a division by gold where a bye hangs on it."""

    tables: tuple[Running, ...]
    own: Mapping[str, Own]
    played: Mapping[int, Sequence[Fraction]] = field(default_factory=dict)
    """The lines of each of these rounds that were played."""
    forced: Fraction | None = None
    """What a walkover is worth, if that is said."""
    best: int | None = None

    @property
    def few(self) -> bool:
        """Whether all ways in which these tables can end are gone through."""
        return prod(table.ways for table in self.tables) <= MOST

    def bounds(self) -> dict[str, Bounds]:
        """Say everybody's bounds, exactly."""
        return _Search(self).bounds()


class _End(NamedTuple):
    """A way in which a table can end."""

    gold: int
    lines: int
    """So many of them were played."""
    values: tuple[tuple[str, int], ...]
    over: str
    """Who walks over, if one does."""


def _ends(table: Running) -> Iterator[_End]:
    values = range(table.least, table.most + 1)
    if len(table.entries) == 2:
        one, other = table.entries
        yield from (
            _End(first + second, 2, ((one, first), (other, second)), "")
            for first in values
            for second in values
        )
        yield from (_End(0, 0, (), over) for over in (one, other, ""))
        return
    for way in product((None, *values), repeat=len(table.counted)):
        got = [value for value in way if value is not None]
        pairs = zip(table.counted, way, strict=True)
        yield _End(sum(got), len(got), tuple((one, value or 0) for one, value in pairs), "")


class _Search:
    """Totals in whole numbers. Those whom no way concerns are counted from what never changes."""

    def __init__(self, open_: Hanging) -> None:
        self.open = open_
        numbers = [
            number
            for own in open_.own.values()
            for number in (*own.stands, *own.least, *own.most, own.penalties)
        ]
        said = [number for number in (open_.forced,) if number is not None]
        self.unit = lcm(HUNDRED, *(number.denominator for number in (*numbers, *said)))
        seated = {entry for table in open_.tables for entry in table.entries}
        self.moved = [e for e, own in open_.own.items() if own.byes or e in seated]
        still = [entry for entry in open_.own if entry not in self.moved]
        self.still = {entry: self._span(entry, []) for entry in still}
        self.lows = sorted(low for low, _ in self.still.values())
        self.highs = sorted(high for _, high in self.still.values())

    def bounds(self) -> dict[str, Bounds]:
        """Everybody's, over all ways."""
        count = len(self.moved)
        best = dict.fromkeys(self.moved, len(self.open.own))
        worst = dict.fromkeys(self.moved, 1)
        # The k-th greatest of what those who are moved have at least, at its least; and so on.
        least, most = [inf] * count, [-inf] * count
        for spans in self._ways():
            lows = sorted((low for low, _ in spans), reverse=True)
            highs = sorted((high for _, high in spans), reverse=True)
            least = list(map(min, least, lows))
            most = list(map(max, most, highs))
            for entry, (low, high) in zip(self.moved, spans, strict=True):
                above = _above(self.lows, high) + sum(other > high for other in lows)
                level = _reach(self.highs, low) + sum(other >= low for other in highs)
                best[entry] = min(best[entry], 1 + above)
                worst[entry] = max(worst[entry], level)
        found = {entry: Bounds(best[entry], worst[entry]) for entry in self.moved}
        for entry, (low, high) in self.still.items():
            above = _above(self.lows, high) + sum(other > high for other in least)
            level = _reach(self.highs, low) + sum(other >= low for other in most)
            found[entry] = Bounds(1 + above, level)
        return found

    def _ways(self) -> Iterator[list[tuple[int, int]]]:
        """What each who is moved has at least and at the most, way by way."""
        played = {
            number: (int(sum(lines, Fraction()) * self.unit), len(lines))
            for number, lines in self.open.played.items()
        }
        for way in product(*(list(_ends(table)) for table in self.open.tables)):
            sums = dict(played)
            for table, end in zip(self.open.tables, way, strict=True):
                gold, lines = sums.get(table.round, (0, 0))
                sums[table.round] = gold + end.gold * self.unit, lines + end.lines
            means = {number: self._mean(*each) for number, each in sums.items()}
            got: dict[str, list[int]] = {
                entry: [means.get(number, 0) for number in self.open.own[entry].byes]
                for entry in self.moved
            }
            for table, end in zip(self.open.tables, way, strict=True):
                for entry, value in end.values:
                    if entry in got:
                        got[entry].append(value * self.unit)
                if end.over in got:
                    got[end.over].append(self._walkover(means[table.round]))
            yield [self._span(entry, got[entry]) for entry in self.moved]

    def _mean(self, gold: int, lines: int) -> int:
        """The mean, down to hundredths."""
        return gold * HUNDRED // (max(lines, 1) * self.unit) * (self.unit // HUNDRED)

    def _walkover(self, mean: int) -> int:
        return mean if self.open.forced is None else int(self.open.forced * self.unit)

    def _span(self, entry: str, got: Sequence[int]) -> tuple[int, int]:
        """Between what totals somebody is, given what he has of what hangs together."""
        own = self.open.own[entry]
        stands = [*(int(each * self.unit) for each in own.stands), *got]
        low, high = (
            self._counting([*stands, *(int(each * self.unit) for each in lines)])
            for lines in (own.least, own.most)
        )
        penalties = int(own.penalties * self.unit)
        return low + penalties, high + penalties

    def _counting(self, worth: list[int]) -> int:
        if self.open.best is None:
            return sum(worth)
        return sum(sorted(worth, reverse=True)[: self.open.best])


def _above(rising: Sequence[int], mark: int) -> int:
    return len(rising) - bisect_right(rising, mark)


def _reach(rising: Sequence[int], mark: int) -> int:
    return len(rising) - bisect_left(rising, mark)
