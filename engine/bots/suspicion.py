"""How likely each other seat is a saboteur, from how roles were dealt and what was done.

Evidence is in nats: how much likelier a saboteur does something than a digger. An act between two
seats counts by both roles at once, so that a saboteur's victim is cleared and his helper is not.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp
from typing import NamedTuple

from engine.api import Seat


class Pair(NamedTuple):
    """What an act of one seat on another says."""

    actor: Seat
    target: Seat
    by_saboteur: float
    """If a saboteur does it to a digger."""
    on_saboteur: float
    """If a digger does it to a saboteur."""
    among: float
    """If a saboteur does it to another."""


def suspicions(
    dwarves: tuple[int, int],
    seats: int,
    known: Mapping[Seat, bool],
    alone: Sequence[float],
    pairs: Iterable[Pair] = (),
) -> tuple[float, ...]:
    """Tell for each seat how likely it is a saboteur.

    `dwarves` are the digger and saboteur cards that were shuffled, `known` the seats whose role is
    known, `alone` the evidence of each seat's own acts.
    """
    joint = list(pairs)
    total, each = 0.0, [0.0] * seats
    for saboteurs, ways in _deals(dwarves, seats):
        if any((seat in saboteurs) != role for seat, role in known.items()):
            continue
        weight = sum(alone[seat] for seat in saboteurs)
        for actor, target, by_saboteur, on_saboteur, among in joint:
            if actor in saboteurs:
                weight += among if target in saboteurs else by_saboteur
            elif target in saboteurs:
                weight += on_saboteur
        chance = ways * exp(weight)
        total += chance
        for seat in saboteurs:
            each[seat] += chance
    return tuple([chance / total for chance in each])


@lru_cache(maxsize=32)
def _deals(dwarves: tuple[int, int], seats: int) -> tuple[tuple[frozenset[int], float], ...]:
    """List every set of saboteurs at the table, and in how many ways it is dealt."""
    diggers, saboteurs = dwarves
    found = []
    for count in range(saboteurs + 1):
        honest = seats - count
        if honest > diggers:
            continue
        # One dwarf is left over: a digger, or a saboteur if all the others are dealt.
        left = diggers + saboteurs - seats
        ways = 1.0
        for step in range(count):
            ways *= saboteurs - step
        for step in range(honest):
            ways *= diggers - step
        assert left >= 0
        found += [(frozenset(some), ways) for some in combinations(range(seats), count)]
    return tuple(found)
