"""How even a schedule is: the quantities that draws minimise one after the other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.leagues.rules.history import Draw, History, history, pairs


@dataclass(frozen=True, slots=True)
class Balance:
    """The quantities in the order in which they count, and what the squares cannot fall below."""

    squares: int
    bound: int
    meetings_least: int
    meetings_most: int
    byes_least: int
    byes_most: int
    seat_squares: int
    seat_spread: int
    """The most by which one entry's counts of seats differ."""
    size_squares: int
    comparison_squares: int
    """It counts in duplicate rounds only, and there before the seats."""
    comparisons_least: int
    comparisons_most: int


def squares(counts: Iterable[int]) -> int:
    """The sum of squares."""
    return sum(count * count for count in counts)


def bound(stands: Iterable[int], more: int) -> int:
    """The least sum of squares when pairs that met so often have so many further meetings.

    It is reached if the meetings fall on the pairs that met least, as evenly as whole numbers are.
    """
    levels, low = sorted(stands), 0
    for filled, level in enumerate(levels):
        if filled * level - low >= more > 0:
            return _even(low + more, filled) + squares(levels[filled:])
        low += level
    return _even(low + more, len(levels)) if more else squares(levels)


def _even(meetings: int, pairs: int) -> int:
    q, r = divmod(meetings, pairs)
    return (pairs - r) * q * q + r * (q + 1) ** 2


def balance(
    entries: Sequence[str], rounds: Iterable[Draw], before: History | None = None
) -> Balance:
    """The quantities among the entries, over rounds that are drawn and what stands before them."""
    rounds = tuple(rounds)
    drawn, before = history(rounds), before or History()
    everyone = tuple(pairs(entries))
    stands = [before.met[pair] for pair in everyone]
    met = [before.met[pair] + drawn.met[pair] for pair in everyone]
    byes = [before.byes[entry] + drawn.byes[entry] for entry in entries]
    compared = [before.compared[pair] + drawn.compared[pair] for pair in everyone]
    seats = [
        [
            before.seats[entry, seat] + drawn.seats[entry, seat]
            for seat in range(1, _most(rounds) + 1)
        ]
        for entry in entries
    ]
    sizes = before.sizes + drawn.sizes
    return Balance(
        squares=squares(met),
        bound=bound(stands, sum(met) - sum(stands)),
        meetings_least=min(met, default=0),
        meetings_most=max(met, default=0),
        byes_least=min(byes, default=0),
        byes_most=max(byes, default=0),
        seat_squares=sum(map(squares, seats)),
        seat_spread=max((max(row) - min(row) for row in seats if row), default=0),
        size_squares=squares(count for (entry, _), count in sizes.items() if entry in set(entries)),
        comparison_squares=squares(compared),
        comparisons_least=min(compared, default=0),
        comparisons_most=max(compared, default=0),
    )


def _most(rounds: Sequence[Draw]) -> int:
    return max((len(table) for draw in rounds for table in draw.tables), default=0)
