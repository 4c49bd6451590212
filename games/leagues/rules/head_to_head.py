"""Players who are level, ordered by the games that they played with each other (leagues.md, 6)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from games.leagues.rules.numbers import total
from games.leagues.rules.records import Record
from games.leagues.rules.tiebreaks import RESULTS


class Pair(NamedTuple):
    """One other of a level group: the results of all meetings with him, and their mean."""

    entry: str
    results: tuple[Fraction, ...]
    mean: Fraction


class Among(NamedTuple):
    """What somebody reached among those who were level with him: the mean over all of them."""

    value: Fraction
    pairs: tuple[Pair, ...]


class Results:
    """The results of everybody against everybody met, looked up when a group asks for them."""

    def __init__(self, records: Mapping[str, Record]) -> None:
        """Know the records."""
        self._records = records
        self._found: dict[str, Mapping[str, Sequence[Fraction]]] = {}

    def of(self, one: str) -> Mapping[str, Sequence[Fraction]]:
        """Everybody whom one met, with the result of each meeting."""
        if one not in self._found:
            own: defaultdict[str, list[Fraction]] = defaultdict(list)
            for game in self._records[one].games:
                for other, halves in game.met:
                    own[other].append(RESULTS[halves])
            self._found[one] = own
        return self._found[one]


def all_met(group: Sequence[str], results: Results) -> bool:
    """Tell whether every pair of a group has met."""
    # Of a large group the first one tells: he has met fewer than there are.
    return all(results.of(one).keys() >= set(group) - {one} for one in group)


def split(group: Sequence[str], results: Results) -> list[tuple[list[str], dict[str, list[Among]]]]:
    """The parts of a group that has met, the best first, as far as it splits.

    Each part comes with what its members reached, stage by stage.
    """
    reached = {one: _among(one, group, results) for one in group}
    ordered = sorted(group, key=lambda one: -reached[one].value)
    parts = [list(part) for _, part in groupby(ordered, lambda one: reached[one].value)]
    if len(parts) == 1:
        return [(parts[0], {one: [reached[one]] for one in parts[0]})]
    found = []
    for part in parts:
        within = split(part, results) if len(part) > 1 else [(part, {part[0]: []})]
        for rest, stages in within:
            found.append((rest, {one: [reached[one], *stages[one]] for one in rest}))
    return found


def _among(one: str, group: Sequence[str], results: Results) -> Among:
    met, pairs = results.of(one), []
    for other in group:
        if other != one:
            of_all = tuple(met[other])
            pairs.append(Pair(other, of_all, total(of_all) / len(of_all)))
    return Among(total(pair.mean for pair in pairs) / len(pairs), tuple(pairs))
