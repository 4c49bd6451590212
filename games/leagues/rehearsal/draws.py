"""Draws of a rehearsal: those planned as a whole once for all runs, Swiss ones by the baseline."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.leagues.rules import byes, groups, roundrobin, seats, solo
from games.leagues.rules.history import Draw, History, history, silent
from games.leagues.rules.places import Places
from games.leagues.rules.terms import Format, Terms


@dataclass
class Planned:
    """Schedules by the number of entries, who are named by their numbers from 0 on."""

    terms: Terms
    seed: str
    kept: dict[int, tuple[Draw, ...]] = field(default_factory=dict)

    def of(self, entries: int) -> tuple[Draw, ...]:
        """The schedule of so many."""
        if entries not in self.kept:
            self.kept[entries] = self._drawn(entries)
        return self.kept[entries]

    def dump(self) -> dict[str, Any]:
        """What was drawn so far, as JSON."""
        return {
            str(entries): [[draw.tables, draw.byes] for draw in drawn]
            for entries, drawn in self.kept.items()
        }

    def take_up(self, told: Mapping[str, Any]) -> None:
        """Go on with what `dump` wrote."""
        for entries, drawn in told.items():
            self.kept[int(entries)] = tuple(
                Draw(tuple(map(tuple, tables)), tuple(out)) for tables, out in drawn
            )

    def _drawn(self, entries: int) -> tuple[Draw, ...]:
        names, terms = [str(number) for number in range(entries)], self.terms
        rounds = terms.rounds_for(entries)
        match terms.format:
            case Format.SOLO:
                return (solo.draw(names),) * rounds
            case Format.ROUND_ROBIN:
                return tuple(roundrobin.rounds(names, double=terms.double))
        seating = terms.seating(entries)
        if not seating.tables:
            return (Draw((), tuple(names)),) * rounds
        return groups.plan(
            names, seating, rounds=rounds, seed=self.seed, duplicate=terms.compared
        ).rounds


def swiss(terms: Terms, order: Sequence[str], drawn: Sequence[Draw]) -> Draw:
    """Draw a round for those in this order by the baseline: a real draw costs no more."""
    past: History = history(drawn)
    seating = terms.seating(len(order))
    if not seating.tables:
        return Draw((), tuple(order))
    out = byes.forced(order, past.byes, seating.byes)
    rest = [entry for entry in order if entry not in out]
    tables = Places(rest, past.met).baseline(seating.tables, silent)
    return Draw(
        tuple(seats.seated([rest[at] for at in table], past.seats)[1] for table in tables),
        tuple(out),
    )
