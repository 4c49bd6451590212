"""How many sit at each table of a round, and how many sit out."""

from dataclasses import dataclass
from functools import cache

from games.leagues.rules.refusals import Reason, Refused


@dataclass(frozen=True, slots=True)
class Sizes:
    """The tables a league plays at: from low to high, best at the preferred one."""

    low: int
    high: int
    preferred: int

    def __post_init__(self) -> None:
        """Refused if they are out of order."""
        if not 1 <= self.low <= self.preferred <= self.high:
            raise Refused(Reason.SIZES_OUT_OF_ORDER)


@dataclass(frozen=True, slots=True)
class Seating:
    """Tables by size, largest first, and the number of byes. Without tables there are too few."""

    tables: tuple[int, ...]
    byes: int


@cache
def seating(players: int, sizes: Sizes) -> Seating:
    """The fewest byes; then nearest to the preferred size, by squares, seats and tables."""
    best: dict[int, tuple[int, int, int, tuple[int, ...]]] = {0: (0, 0, 0, ())}
    for seats in range(sizes.low, players + 1):
        ways = []
        for size in range(sizes.low, sizes.high + 1):
            if (rest := best.get(seats - size)) is not None:
                squares, others, tables, taken = rest
                off = size - sizes.preferred
                longer = tuple(sorted((*taken, size), reverse=True))
                ways.append((squares + off * off, others + size * bool(off), tables + 1, longer))
        if ways:
            best[seats] = min(ways)
    seats = max(best)
    return Seating(best[seats][3], players - seats)


def seating_in_duplicate(players: int, sizes: Sizes) -> Seating | None:
    """Tables of one size, since only equal deals compare, and two at least; none if it cannot be.

    The fewest byes; then the size nearest to the preferred one; then the smaller.
    """
    possible = [size for size in range(sizes.low, sizes.high + 1) if players >= 2 * size]
    if not possible:
        return None
    size = min(possible, key=lambda size: (players % size, abs(size - sizes.preferred), size))
    return Seating((size,) * (players // size), players % size)
