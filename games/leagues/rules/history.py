"""What a draw knows of the rounds before it: who met whom, who sat where, and who sat out."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations

Pair = frozenset[str]
Progress = Callable[[int, int], None]
"""Told of a long draw: so much is done, of so much."""


def silent(_done: int, _of: int) -> None:
    """Progress that nobody asked for."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A round: its tables, each in seat order, and who has a bye that counts."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """Counts over the rounds that stand; annulled tables are among them, since they did meet."""

    met: Counter[Pair] = field(default_factory=Counter)
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How often an entry sat at a seat; seat 1 starts."""
    sizes: Counter[tuple[str, int]] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)
    compared: Counter[Pair] = field(default_factory=Counter)
    """How often two sat at the same seat of tables of one size: of one deal, in duplicate."""


def pairs(table: Iterable[str]) -> Iterable[Pair]:
    """Who meets whom at a table."""
    return map(frozenset, combinations(table, 2))


def history(rounds: Iterable[Draw]) -> History:
    """Count the rounds that stand."""
    past = History()
    for draw in rounds:
        past.byes.update(draw.byes)
        for table in draw.tables:
            past.met.update(pairs(table))
            past.seats.update((entry, seat) for seat, entry in enumerate(table, 1))
            past.sizes.update((entry, len(table)) for entry in table)
        for size in {len(table) for table in draw.tables}:
            deal = [table for table in draw.tables if len(table) == size]
            for same_seat in zip(*deal, strict=True):
                past.compared.update(pairs(same_seat))
    return past
