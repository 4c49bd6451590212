"""Who stands where, why, and what each number comes from (leagues.md, 6)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any

from games.leagues.rules import dropouts, head_to_head, lot, points, records, tiebreaks
from games.leagues.rules.head_to_head import Among, Results
from games.leagues.rules.lot import Lot
from games.leagues.rules.records import Record
from games.leagues.rules.scoring import Scoring
from games.leagues.rules.tiebreaks import OF_ONE, USUAL, Division, Term, Tiebreak
from games.leagues.rules.values import Facts

SHOWN = (Tiebreak.SB, Tiebreak.WINS, Tiebreak.MISSES)
"""Told in every row, whether they order it or not."""
FIRST, POINTS, SHARED = "first", "points", "shared"

Divide = Callable[[list[str]], list[list[str]]]
Groups = list[tuple[str, list[str]]]
"""Who is level, from the first on, and what decided between them and those above."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a standing is made by."""

    scoring: Scoring
    tiebreaks: tuple[Tiebreak, ...] = USUAL
    best: int | None = None  # so many rounds of each count


@dataclass(frozen=True, slots=True)
class Row:
    """An entry's line of the standing.

    `decided_by` names what separates it from the row above: "first", "points", a criterion, or
    "shared" where nothing does. `among` are the stages of head to head; `not_all_met` says that
    it was passed over. `ticket` is the lot, if it was drawn for this row.
    """

    entry: str
    place: int
    points: Fraction
    decided_by: str
    record: Record
    values: Mapping[Tiebreak, Fraction | None]
    division: Division
    among: tuple[Among, ...] = ()
    not_all_met: bool = False
    ticket: str | None = None

    def terms(self, tiebreak: Tiebreak) -> tuple[Term, ...]:
        """What one of the values comes from, round by round."""
        return tiebreaks.terms(tiebreak, self.record, self.division)

    @property
    def games(self) -> int:
        """Lines with a result, those included that are not among the best."""
        return len(self.record.games) + sum(
            isinstance(each, records.Game) for each in self.record.left_out
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """The rows from the first place on, and who left without a place."""

    rows: tuple[Row, ...]
    withdrawn: tuple[str, ...]
    byes: tuple[records.Sat, ...]


@dataclass(slots=True)
class _Notes:
    """What is found out while groups are split."""

    among: dict[str, list[Among]] = field(default_factory=dict)
    not_all_met: set[str] = field(default_factory=set)
    tickets: dict[str, str] = field(default_factory=dict)


def standing(rules: Rules, facts: Facts, drawn: Lot | None = None) -> Standing:
    """The standing by these results. Without the lot's secret players may stay level."""
    gone = dropouts.gone(facts.dropouts)
    tables = dropouts.settled(facts.tables, facts.dropouts)
    scored = points.score(rules.scoring, tables, facts.byes, gone)
    collected = records.collect(facts, scored, gone, rules.best)
    totals = {entry: record.points for entry, record in collected.items()}
    division = tiebreaks.division(rules.scoring.by, totals)
    asked = sorted({*SHOWN, *rules.tiebreaks} & OF_ONE)
    values = {
        entry: {each: tiebreaks.value(each, record, division) for each in asked}
        for entry, record in collected.items()
    }
    notes = _Notes()
    groups = _parts([(FIRST, sorted(totals))], POINTS, _by(lambda entry: -totals[entry]))
    for tiebreak in rules.tiebreaks:
        if divide := _divider(tiebreak, collected, values, drawn, notes):
            groups = _parts(groups, tiebreak, divide)
    return Standing(
        tuple(
            Row(
                entry,
                place,
                totals[entry],
                decided_by,
                collected[entry],
                values[entry],
                division,
                tuple(notes.among.get(entry, ())),
                entry in notes.not_all_met,
                notes.tickets.get(entry),
            )
            for place, decided_by, entry in _placed(groups)
        ),
        tuple(entry for entry in sorted(facts.entries) if entry in gone),
        tuple(records.Sat(bye, worth) for bye, worth in scored.byes),
    )


def _placed(groups: Groups) -> Iterator[tuple[int, str, str]]:
    place = 1
    for decided_by, group in groups:
        for at, entry in enumerate(group):
            yield place, SHARED if at else decided_by, entry
        place += len(group)


def _parts(groups: Groups, criterion: str, divide: Divide) -> Groups:
    """Split each group that is level, within itself; what separates the parts is noted."""
    found: Groups = []
    for decided_by, group in groups:
        parts = divide(group) if len(group) > 1 else [group]
        found += zip((decided_by, *[criterion] * (len(parts) - 1)), parts, strict=True)
    return found


def _by(key: Callable[[str], Any]) -> Divide:
    def divide(group: list[str]) -> list[list[str]]:
        return [list(part) for _, part in groupby(sorted(group, key=key), key)]

    return divide


def _divider(
    tiebreak: Tiebreak,
    collected: Mapping[str, Record],
    values: Mapping[str, Mapping[Tiebreak, Fraction | None]],
    drawn: Lot | None,
    notes: _Notes,
) -> Divide | None:
    match tiebreak:
        case Tiebreak.HEAD_TO_HEAD:
            return _head_to_head(Results(collected), notes)
        case Tiebreak.LOT:
            return None if drawn is None else _by_lot(drawn, notes)
        case Tiebreak.MISSES:
            return _by(lambda entry: values[entry][tiebreak])
    return _by(lambda entry: _most_first(values[entry][tiebreak]))


def _most_first(value: Fraction | None) -> tuple[bool, Fraction]:
    return (True, Fraction(0)) if value is None else (False, -value)


def _by_lot(drawn: Lot, notes: _Notes) -> Divide:
    def divide(group: list[str]) -> list[list[str]]:
        notes.tickets |= {entry: lot.ticket(drawn, entry) for entry in group}
        return [[entry] for entry in sorted(group, key=notes.tickets.__getitem__)]

    return divide


def _head_to_head(met: Results, notes: _Notes) -> Divide:
    def divide(group: list[str]) -> list[list[str]]:
        if not head_to_head.all_met(group, met):
            notes.not_all_met |= set(group)
            return [group]
        parts = head_to_head.split(group, met)
        for _, among in parts:
            notes.among |= among
        return [part for part, _ in parts]

    return divide
