"""Players who are level, ordered by the games that they played with each other (leagues.md, 6)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from games.leagues.rules.records import Record

Results = Mapping[str, Mapping[str, Sequence[Fraction]]]


class Pair(NamedTuple):
    """One other of a level group: the results of all meetings with him, and their mean."""

    entry: str
    results: tuple[Fraction, ...]
    mean: Fraction


class Among(NamedTuple):
    """What somebody reached among those who were level with him: the mean over all of them."""

    value: Fraction
    pairs: tuple[Pair, ...]


def results(records: Iterable[Record]) -> Results:
    """The results of everybody against everybody met."""
    found: dict[str, dict[str, list[Fraction]]] = {}
    for record in records:
        own: defaultdict[str, list[Fraction]] = defaultdict(list)
        for game in record.games:
            for other in game.met:
                own[other.entry].append(other.result)
        found[record.entry] = own
    return found


def all_met(group: Sequence[str], met: Results) -> bool:
    """Tell whether every pair of a group has met."""
    # A large group has not, which the number of those met tells without a look at each pair.
    return all(
        len(met[one]) >= len(group) - 1 and all(other in met[one] for other in group if other != one)
        for one in group
    )


def split(group: Sequence[str], met: Results) -> list[tuple[list[str], dict[str, list[Among]]]]:
    """The parts of a group that has met, the best first, as far as it splits.

    Each part comes with what its members reached, stage by stage.
    """
    reached = {one: _among(one, group, met) for one in group}
    ordered = sorted(group, key=lambda one: -reached[one].value)
    parts = [list(part) for _, part in groupby(ordered, lambda one: reached[one].value)]
    if len(parts) == 1:
        return [(parts[0], {one: [reached[one]] for one in parts[0]})]
    found = []
    for part in parts:
        within = split(part, met) if len(part) > 1 else [(part, {part[0]: []})]
        for rest, stages in within:
            found.append((rest, {one: [reached[one], *stages[one]] for one in rest}))
    return found


def _among(one: str, group: Sequence[str], met: Results) -> Among:
    pairs = tuple(
        Pair(other, tuple(met[one][other]), sum(met[one][other], Fraction(0)) / len(met[one][other]))
        for other in group
        if other != one
    )
    return Among(sum((pair.mean for pair in pairs), Fraction(0)) / len(pairs), pairs)
