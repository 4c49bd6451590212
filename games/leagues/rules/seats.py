"""Who sits where at tables whose players are known: fair over the season, seat 1 starts."""

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from itertools import combinations

from games.leagues.rules.history import History, Pair, pairs

Seat = tuple[str, int]
Deal = Sequence[list[str]]
"""A round's tables of one size: they get the same deal."""


def seated(table: Sequence[str], had: Mapping[Seat, int]) -> tuple[int, tuple[str, ...]]:
    """The table in the seat order that adds least to the squares of seats, and what it adds.

    Of orders that add the same, the one in which the first given sits first.
    """
    # For each set of players in the first seats: the least they add, and how they then sit.
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(1, len(table) + 1):
        longer: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (adds, order) in best.items():
            for index, entry in enumerate(table):
                if not taken >> index & 1:
                    way = (adds + 2 * had.get((entry, seat), 0) + 1, (*order, index))
                    key = taken | 1 << index
                    if key not in longer or way < longer[key]:
                        longer[key] = way
        best = longer
    ((adds, order),) = best.values()
    return adds, tuple(table[index] for index in order)


def equitable(
    rounds: Sequence[Sequence[Sequence[str]]], had: Mapping[Seat, int]
) -> list[list[tuple[str, ...]]]:
    """Seat a whole schedule: no exchange of two seats along a chain of tables is any fairer.

    With equal tables and nothing before, each entry's counts of seats differ by at most one: two
    seats make each table an arrow between two entries, and arrows can be turned until as many
    leave each entry as come, but for one.
    """
    tables = [[list(table) for table in tables] for tables in rounds]
    flat = [table for tables in tables for table in tables]
    counts: Counter[Seat] = Counter(had)
    counts.update((entry, seat) for table in flat for seat, entry in enumerate(table, 1))
    seats = range(1, max(map(len, flat), default=0) + 1)
    fairer = True
    while fairer:
        fairer = False
        for one, other in combinations(seats, 2):
            both = [table for table in flat if len(table) >= other]
            while chain := _chain(both, counts, one, other):
                fairer = True
                for table in chain:
                    _exchange(table, counts, one, other)
    return [[tuple(table) for table in tables] for tables in tables]


def _exchange(table: list[str], counts: Counter[Seat], one: int, other: int) -> None:
    first, second = table[one - 1], table[other - 1]
    table[one - 1], table[other - 1] = second, first
    counts[first, one] -= 1
    counts[first, other] += 1
    counts[second, other] -= 1
    counts[second, one] += 1


def _chain(
    tables: Sequence[list[str]], counts: Counter[Seat], one: int, other: int
) -> list[list[str]]:
    """Tables whose exchange takes the one seat from who has it too often and gives it to another.

    The squares fall if the surplus of the first is more than two above that of the last.
    """
    leaving = defaultdict[str, list[list[str]]](list)
    for table in tables:
        leaving[table[one - 1]].append(table)
    surplus = {
        entry: counts[entry, one] - counts[entry, other]
        for table in tables
        for entry in (table[one - 1], table[other - 1])
    }
    least = min(surplus.values(), default=0)
    for start in sorted(surplus, key=lambda entry: (-surplus[entry], entry)):
        if surplus[start] - least <= 2:
            break
        reached: dict[str, list[list[str]]] = {start: []}
        waiting = deque([start])
        while waiting:
            entry = waiting.popleft()
            if surplus[start] - surplus[entry] > 2:
                return reached[entry]
            for table in leaving[entry]:
                if table[other - 1] not in reached:
                    reached[table[other - 1]] = [*reached[entry], table]
                    waiting.append(table[other - 1])
    return []


def compared(
    rounds: Sequence[Sequence[Sequence[str]]], before: History
) -> list[list[tuple[str, ...]]]:
    """Seat duplicate rounds: first that each is compared with others evenly, then fair seats.

    Two players of a table change seats whenever both quantities together fall, pass after pass.
    """
    tables = [[list(table) for table in tables] for tables in rounds]
    deals = [deal for tables in tables for deal in _deals(tables)]
    seats, met = Counter(before.seats), Counter(before.compared)
    for deal in deals:
        seats.update((entry, seat) for table in deal for seat, entry in enumerate(table, 1))
        for same_seat in zip(*deal, strict=True):
            met.update(pairs(same_seat))
    falls = True
    while falls:
        falls = False
        for deal in deals:
            for table in deal:
                for one, other in combinations(range(1, len(table) + 1), 2):
                    if _adds(deal, table, one, other, met=met, seats=seats) < (0, 0):
                        _recount(deal, table, one, other, met=met)
                        _exchange(table, seats, one, other)
                        falls = True
    return [[tuple(table) for table in tables] for tables in tables]


def _deals(tables: Sequence[list[str]]) -> list[list[list[str]]]:
    return [
        [table for table in tables if len(table) == size]
        for size in sorted({len(table) for table in tables}, reverse=True)
    ]


def _adds(
    deal: Deal, table: list[str], one: int, other: int, *, met: Counter[Pair], seats: Counter[Seat]
) -> tuple[int, int]:
    """What an exchange of two seats adds to the halved squares of comparisons and of seats."""
    first, second = table[one - 1], table[other - 1]
    compared = 0
    for elsewhere in deal:
        if elsewhere is not table:
            here, there = elsewhere[one - 1], elsewhere[other - 1]
            compared += met[frozenset((second, here))] - met[frozenset((first, here))]
            compared += met[frozenset((first, there))] - met[frozenset((second, there))]
            compared += 2
    sat = seats[first, other] - seats[first, one] + seats[second, one] - seats[second, other] + 2
    return compared, sat


def _recount(deal: Deal, table: list[str], one: int, other: int, *, met: Counter[Pair]) -> None:
    first, second = table[one - 1], table[other - 1]
    for elsewhere in deal:
        if elsewhere is not table:
            here, there = elsewhere[one - 1], elsewhere[other - 1]
            met[frozenset((first, here))] -= 1
            met[frozenset((second, here))] += 1
            met[frozenset((second, there))] -= 1
            met[frozenset((first, there))] += 1
