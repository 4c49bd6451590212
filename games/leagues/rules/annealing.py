"""The search for an even schedule. Entries are numbers here; chance comes from a given source."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations, repeat
from operator import mul
from random import Random
from typing import NamedTuple

from games.leagues.rules.history import Progress

Round = list[list[int]]
"""A round's tables, and as its last group those who sit out."""

SQUARE = 10**9
"""One number has the squares of meetings and, below this, the squares of sizes."""

LEVELS = 50
WARM, COOLER = 0.5, 0.9
"""The odds of a step that costs two squares at first, and how they fall with each level."""
MOST = 12
"""Steps that cost more than twice as many squares are not taken."""


class Before(NamedTuple):
    """What stands before a schedule, by number: meetings, byes, and how often at which size."""

    met: Sequence[Sequence[int]]
    byes: Sequence[int]
    sizes: Sequence[Sequence[int]]


class Evenness(NamedTuple):
    """What counts of a schedule, in this order, and all the less the better."""

    squares: int
    apart: int
    """Most less least meetings."""
    sizes: int


class Schedule:
    """Rounds that change by exchanges of two entries, and what they cost.

    Byes stay as even as they are: who sits out changes with somebody who had fewer byes, or with
    one whose own bye he takes over in another round.
    """

    def __init__(self, rounds: Iterable[Round], before: Before) -> None:
        """Count the rounds onto what stands before them."""
        self.rounds = [[list(group) for group in groups] for groups in rounds]
        self._met, self._sizes = (list(map(list, rows)) for rows in (before.met, before.sizes))
        self._byes = list(before.byes)
        self._bench = len(self.rounds[0]) - 1
        self._at = [[0] * len(self._byes) for _ in self.rounds]
        for at, groups in zip(self._at, self.rounds, strict=True):
            self._count(at, groups)
        most = max(map(max, before.met)) + len(self.rounds)
        self._pairs = [0] * (most + 1)
        """How many pairs met so often."""
        for p, q in combinations(range(len(self._byes)), 2):
            self._pairs[self._met[p][q]] += 1
        squares = sum(times * times * pairs for times, pairs in enumerate(self._pairs))
        sizes = sum(times * times for row in self._sizes for times in row)
        self.cost = squares * SQUARE + sizes

    def _count(self, at: list[int], groups: Round) -> None:
        for index, group in enumerate(groups):
            for entry in group:
                at[entry] = index
                if index == self._bench:
                    self._byes[entry] += 1
                else:
                    self._sizes[entry][len(group)] += 1
        for table in groups[: self._bench]:
            for p, q in combinations(table, 2):
                self._met[p][q] += 1
                self._met[q][p] += 1

    def step(self, rng: Random, odds: Sequence[float]) -> bool:
        """Try an exchange by chance and do it if it costs no squares; whether it was done.

        One that costs 2k squares more is done with the likelihood `odds[k]`.
        """
        chance = rng.random
        number = int(chance() * len(self._at))
        x, y = int(chance() * len(self._byes)), int(chance() * len(self._byes))
        at = self._at[number]
        if at[x] == at[y]:
            return False
        also = None
        if self._bench in (at[x], at[y]):
            rests, plays = (x, y) if at[x] == self._bench else (y, x)
            if self._byes[rests] <= self._byes[plays]:
                also = self._round_of_bye(plays, rests, chance())
                if also is None:
                    return False
        more = self._adds(number, x, y)
        if also is not None:
            self._exchange(number, x, y)
            more += self._adds(also, x, y)
        gain = more // (2 * SQUARE)
        if gain <= 0 or (gain < len(odds) and chance() < odds[gain]):
            self._exchange(number if also is None else also, x, y)
            self.cost += more
            return True
        if also is not None:
            self._exchange(number, x, y)
        return False

    def evenness(self) -> Evenness:
        """How even it is now."""
        met = [times for times, pairs in enumerate(self._pairs) if pairs]
        squares, sizes = divmod(self.cost, SQUARE)
        return Evenness(squares, met[-1] - met[0], sizes)

    def copy(self) -> list[Round]:
        """The rounds as they are now."""
        return [[list(group) for group in groups] for groups in self.rounds]

    def _round_of_bye(self, rests: int, plays: int, chance: float) -> int | None:
        bench = self._bench
        rounds = [n for n, at in enumerate(self._at) if at[rests] == bench != at[plays]]
        return rounds[int(chance * len(rounds))] if rounds else None

    def _adds(self, number: int, x: int, y: int) -> int:
        """What it adds to the cost if two change places in a round."""
        groups, at, bench = self.rounds[number], self._at[number], self._bench
        of_x, of_y = self._met[x], self._met[y]
        a, b = at[x], at[y]
        half = 0
        # A pair that meets once more adds 2m + 1 squares, one that meets once less takes 2m - 1.
        if a != bench:
            for other in groups[a]:
                if other != x:
                    half += of_y[other] - of_x[other] + 1
        if b != bench:
            for other in groups[b]:
                if other != y:
                    half += of_x[other] - of_y[other] + 1
        adds = 2 * SQUARE * half
        size_x, size_y = len(groups[a]), len(groups[b])
        if size_x != size_y or bench in (a, b):
            if a != bench:
                adds += 2 * (self._sizes[y][size_x] - self._sizes[x][size_x] + 1)
            if b != bench:
                adds += 2 * (self._sizes[x][size_y] - self._sizes[y][size_y] + 1)
        return adds

    def _exchange(self, number: int, x: int, y: int) -> None:
        groups, at, bench = self.rounds[number], self._at[number], self._bench
        for leaves, comes in ((x, y), (y, x)):
            group = groups[at[leaves]]
            resting = at[leaves] == bench
            self._byes[leaves] -= resting
            self._byes[comes] += resting
            if not resting:
                self._sizes[leaves][len(group)] -= 1
                self._sizes[comes][len(group)] += 1
                for other in group:
                    if other != leaves:
                        self._meet(leaves, other, -1)
                        self._meet(comes, other, 1)
        a, b = at[x], at[y]
        groups[a][groups[a].index(x)], groups[b][groups[b].index(y)] = y, x
        at[x], at[y] = b, a

    def _meet(self, p: int, q: int, more: int) -> None:
        times = self._met[p][q]
        self._pairs[times] -= 1
        self._pairs[times + more] += 1
        self._met[p][q] = self._met[q][p] = times + more


def annealed(
    rounds: Sequence[Round],
    before: Before,
    *,
    steps: int,
    floor: int,
    rng: Random,
    progress: Progress,
) -> tuple[Evenness, list[Round]]:
    """The most even rounds met in so many steps; the search ends where squares reach the floor.

    Steps that cost squares are taken by odds that fall; the last steps start from the best.
    """
    schedule, odds = Schedule(rounds, before), WARM
    best, kept = schedule.evenness(), schedule.copy()
    for level in range(LEVELS + 1):
        progress(level, LEVELS + 1)
        if level < LEVELS:
            # Products of one number are the same on every machine, powers need not be.
            likely = list(accumulate(repeat(odds, MOST), mul, initial=1.0))
            odds *= COOLER
        else:
            schedule, likely = Schedule(kept, before), []
        least = (best.squares + 1) * SQUARE
        for _ in range(steps // LEVELS):
            if schedule.step(rng, likely) and schedule.cost < least:
                found = schedule.evenness()
                if found < best:
                    best, kept, least = found, schedule.copy(), (found.squares + 1) * SQUARE
                    if best.squares <= floor:
                        return best, kept
    return best, kept
