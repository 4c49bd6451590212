"""The search for a cheap Swiss draw. Entries are their places here: 0 leads the standing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from games.leagues.rules.history import Pair, Progress

EXACT = 12
"""Among so many the search tries all draws that may be the cheapest."""

Tables = list[list[int]]
"""A draw as it is written: each table in standing order, and the tables by their first."""


class Places:
    """The places of a standing and how often each met which others."""

    def __init__(self, standing: Sequence[str], met: Mapping[Pair, int]) -> None:
        """Read off who met whom."""
        self.count = len(standing)
        self._met: list[dict[int, int]] = [{} for _ in standing]
        place = {entry: index for index, entry in enumerate(standing)}
        for pair, times in met.items():
            p, q = (place.get(entry) for entry in pair)
            if p is not None and q is not None and times:
                self._met[p][q] = self._met[q][p] = times
        # Any spread is below this, so that one number has repeats and spread in their order.
        self._repeat = max(self.count, 1) ** 4

    def cost(self, tables: Iterable[Sequence[int]]) -> tuple[int, int]:
        """Repeats and spread of a draw."""
        return divmod(sum(map(self._weight, tables)), self._repeat)

    def _weight(self, table: Sequence[int]) -> int:
        return sum(self._together(p, q) for p, q in combinations(table, 2))

    def _together(self, p: int, q: int) -> int:
        return self._met[p].get(q, 0) * self._repeat + (p - q) ** 2

    def baseline(self, sizes: Sequence[int], progress: Progress) -> Tables:
        """Cut the standing into tables, largest first; exchange two while that costs less."""
        tables, start = list[list[int]](), 0
        for size in sorted(sizes, reverse=True):
            tables.append(list(range(start, start + size)))
            start += size
        at = [index for index, table in enumerate(tables) for _ in table]
        while self._pass(tables, at, progress):
            pass
        return _written(tables)

    def _pass(self, tables: Tables, at: list[int], progress: Progress) -> bool:
        """Go through all pairs in standing order; whether any exchange cost less."""
        falls, met = False, self._met
        sizes, sums = [len(table) for table in tables], [sum(table) for table in tables]
        repeats = [any(q in met[p] for p, q in combinations(table, 2)) for table in tables]
        for i in range(self.count):
            progress(i, self.count)
            a = at[i]
            for j in range(i + 1, self.count):
                b = at[j]
                if a == b:
                    continue
                # k places that sum to s, their squares to q, are spread by k*q - s*s.
                d = j - i
                wider = (sizes[a] - sizes[b]) * (j * j - i * i) - 2 * d * (sums[a] - sums[b] + d)
                if wider >= 0 and not repeats[a] and not repeats[b]:
                    continue
                if self._more_repeats(tables, i, j, a, b) * self._repeat + wider < 0:
                    tables[a][tables[a].index(i)], tables[b][tables[b].index(j)] = j, i
                    at[i], at[j] = b, a
                    sums[a] += d
                    sums[b] -= d
                    for index in (a, b):
                        repeats[index] = any(q in met[p] for p, q in combinations(tables[index], 2))
                    a, falls = b, True
        return falls

    def _more_repeats(self, tables: Tables, i: int, j: int, a: int, b: int) -> int:
        of_i, of_j = self._met[i], self._met[j]
        return sum(of_j.get(q, 0) - of_i.get(q, 0) for q in tables[a] if q != i) + sum(
            of_i.get(q, 0) - of_j.get(q, 0) for q in tables[b] if q != j
        )

    def polished(self, tables: Tables, progress: Progress) -> Tables:
        """Draw neighbouring tables anew among themselves, the cheapest way, until none gains."""
        tables, gains = list(tables), True
        while gains:
            gains = False
            for start in range(len(tables)):
                progress(start, len(tables))
                window = slice(start, start + _fitting(tables[start:]))
                among = [place for table in tables[window] for place in table]
                better = self.cheapest(among, [len(table) for table in tables[window]])[0]
                if self.cost(better) < self.cost(tables[window]):
                    tables[window], gains = better, True
            tables = _written(tables)
        return tables

    def cheapest(self, among: Sequence[int], sizes: Iterable[int]) -> list[Tables]:
        """All draws of these places that cost least, each as it is written."""
        # No table of k costs less than k places in a row.
        least = {size: sum((size - d) * d * d for d in range(size)) for size in sizes}
        best, found = self._repeat**2, list[Tables]()

        def draw(tables: Tables, free: Sequence[int], left: Sequence[int], spent: int) -> None:
            nonlocal best
            if not left:
                if spent < best:
                    best = spent
                    found.clear()
                found.append(tables)
                return
            for size in sorted(set(left), reverse=True):
                others = list(left)
                others.remove(size)
                needed = spent + sum(least[other] for other in others)
                for table, weight in fill(free[:1], free[1:], size, 0, needed):
                    rest = [place for place in free if place not in table]
                    draw([*tables, table], rest, others, spent + weight)

        def fill(
            table: Sequence[int], free: Sequence[int], size: int, weight: int, needed: int
        ) -> Iterator[tuple[list[int], int]]:
            if len(table) == size:
                yield list(table), weight
                return
            for index, place in enumerate(free):
                more = weight + sum(self._together(other, place) for other in table)
                if needed + more <= best:
                    yield from fill([*table, place], free[index + 1 :], size, more, needed)

        draw([], sorted(among), tuple(sizes), 0)
        return found


def _fitting(tables: Tables) -> int:
    seats = 0
    for index, table in enumerate(tables):
        seats += len(table)
        if seats > EXACT:
            return index
    return len(tables)


def _written(tables: Iterable[Iterable[int]]) -> Tables:
    return sorted(sorted(table) for table in tables)
