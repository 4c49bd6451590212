"""Points of a round without a table (leagues.md, 5)."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from games.leagues.rules.numbers import down_to_hundredths
from games.leagues.rules.scoring import By, Scoring
from games.leagues.rules.values import Ending, Kind, Status, Table

AVERAGE = Fraction(50)


class ByePoints:
    """What byes of each kind are worth in each round of one division."""

    def __init__(self, scoring: Scoring, tables: Iterable[Table], gone: frozenset[str]) -> None:
        """Know the rounds that are open, and the gold of the others' played lines."""
        self._scoring = scoring
        self._open: set[int] = set()
        self._gold: defaultdict[int, list[int]] = defaultdict(list)
        for table in tables:
            if table.status is Status.OPEN or table.closed:
                self._open.add(table.round)
            elif table.status is Status.FINAL:
                self._gold[table.round] += (
                    line.score
                    for line in table.lines
                    if line.ending is Ending.PLAYED and line.entry not in gone
                )

    def of(self, kind: Kind, played_in: int) -> Fraction | None:
        """Points of a bye; none while they are the mean of a round that is still open."""
        if kind is Kind.ZERO:
            return Fraction(0)
        if kind is Kind.ANNULLED and self._scoring.by is By.DUPLICATE:
            return AVERAGE
        said = self._scoring.forced if kind is Kind.FORCED else self._scoring.requested
        return self._mean(played_in) if said is None else said

    def _mean(self, played_in: int) -> Fraction | None:
        if played_in in self._open:
            return None
        gold = self._gold[played_in]
        return down_to_hundredths(Fraction(sum(gold), len(gold) or 1))
