"""What is open in a division, as its bounds take it: tables, byes, rounds (leagues.md, 10)."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.leagues.rules import bounds, dropouts, records
from games.leagues.rules.bounds import Open, Span
from games.leagues.rules.hanging import Hanging, Own, Running
from games.leagues.rules.records import Record
from games.leagues.rules.scoring import By, Scoring, Substituted
from games.leagues.rules.standing import Rules, Standing
from games.leagues.rules.values import Bye, Ending, Facts, Kind, Status, Table
from games.leagues.rules.worth import deal

NOTHING = Fraction(0)
_TOGETHER = {
    By.WINS: bounds.By.WINS,
    By.RANK: bounds.By.RANK,
    By.PLACES: bounds.By.PLACES,
}


class Range(NamedTuple):
    """Between what points a line is."""

    least: Fraction
    most: Fraction


Ranges = Mapping[int, Range]
"""By the size of the table."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What nobody has begun: rounds that are published, and how many each has beyond them."""

    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()
    undrawn: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Remaining:
    """What bounds are worked out from, and between what totals each entry is by itself."""

    points: Mapping[str, Fraction]
    tables: tuple[Open, ...]
    spans: tuple[Span, ...]
    totals: Mapping[str, Range]
    hanging: Hanging | None = None
    """What byes hang on, if any do."""

    def bounds(self) -> Mapping[str, bounds.Bounds]:
        """Everybody's bounds."""
        if self.hanging is not None and self.hanging.few:
            return self.hanging.bounds()
        return bounds.bounds(self.points, self.tables, self.spans)


def together(scoring: Scoring, size: int, *, clans: bool) -> bounds.By | None:
    """Say how the lines of a table hang on each other; none where each is open by itself."""
    if scoring.by is By.WINS and clans:
        return None
    if scoring.by is By.PLACES and scoring.places[size][-1] < 0:
        return None
    return _TOGETHER.get(scoring.by)


def remaining(
    rules: Rules, facts: Facts, told: Standing, ahead: Ahead, ranges: Ranges, *, clans: bool
) -> Remaining:
    """Say what is open, given what stands."""
    scoring = rules.scoring
    points = {row.entry: row.points for row in told.rows}
    settled = dropouts.settled([*facts.tables, *ahead.tables], facts.dropouts)
    running = list(filter(_is_open(scoring, settled), settled))
    tables, lines = list[Open](), defaultdict[str, list[Range]](list)
    for table in running:
        size, seated = len(table.lines), tuple(line.entry for line in table.lines)
        way = together(scoring, size, clans=clans)
        if way is not None:
            tables.append(Open(seated, way, scoring.places.get(size, ())))
            continue
        for entry in seated:
            lines[entry].append(ranges[size])
    widest = _widest(scoring, ranges)
    means = _Means(scoring, facts, settled, running, ranges)
    unknown = {row.entry: _unknown(row.record) for row in told.rows}
    for bye in ahead.byes:
        if bye.entry in unknown and _hangs(scoring, bye):
            unknown[bye.entry].append(bye.round)
        else:
            lines[bye.entry].append(_bye(scoring, bye, widest))
    for entry, rounds_ in unknown.items():
        lines[entry] += [means.of(entry, played_in) for played_in in rounds_]
    for entry, rounds in (ahead.undrawn or {}).items():
        lines[entry] += [widest] * rounds
    spans = tuple(
        Span(row.entry, *_adds(row.record, lines[row.entry], rules.best))
        for row in told.rows
        if lines[row.entry]
    )
    totals = _totals(points, tables, spans)
    hanging = means.hanging(told, ahead, unknown, widest, rules.best)
    return Remaining(points, tuple(tables), spans, totals, hanging)


def _is_open(scoring: Scoring, tables: list[Table]) -> Callable[[Table], bool]:
    """A deal that several tables share is open as a whole until it is told."""
    deals = {deal(table) for table in tables if table.status is Status.OPEN}
    by_deal = scoring.by is By.DUPLICATE

    def is_open(table: Table) -> bool:
        if table.status is Status.ANNULLED:
            return False
        shared = by_deal and deal(table) in deals
        return table.status is Status.OPEN or table.closed or shared

    return is_open


def _widest(scoring: Scoring, ranges: Ranges) -> Range:
    """What a round that is not drawn can be worth: a seat at any table, a bye, or nothing."""
    byes = [each for each in (scoring.forced, scoring.requested) if each is not None]
    least = min(NOTHING, *byes, *(each.least for each in ranges.values()))
    return Range(least, max(NOTHING, *byes, *(each.most for each in ranges.values())))


def _bye(scoring: Scoring, bye: Bye, widest: Range) -> Range:
    if bye.kind is Kind.ZERO:
        return Range(NOTHING, NOTHING)
    said = scoring.forced if bye.kind is Kind.FORCED else scoring.requested
    return widest if said is None else Range(said, said)


def _hangs(scoring: Scoring, bye: Bye) -> bool:
    """Whether a bye is the mean of its round."""
    said = scoring.forced if bye.kind is Kind.FORCED else scoring.requested
    return bye.kind is not Kind.ZERO and said is None and scoring.by is By.GOLD


def _unknown(record: Record) -> list[int]:
    """The rounds in which an entry has the mean of a round that is open."""
    found = []
    for each in (*record.games, *record.byes, *record.left_out):
        match each:
            case records.Game(share=share, round=played_in) if share.points is None:
                found.append(played_in)
            case records.Sat(points=None, bye=bye):
                found.append(bye.round)
    return found


class _Means:
    """Between what the means of rounds lie of which tables are open (by gold alone)."""

    def __init__(
        self,
        scoring: Scoring,
        facts: Facts,
        settled: list[Table],
        running: list[Table],
        ranges: Ranges,
    ) -> None:
        self.scoring, self.running, self.ranges = scoring, running, ranges
        self.gone = dropouts.gone(facts.dropouts)
        self.played = defaultdict[int, list[Fraction]](list)
        self.still = defaultdict[int, list[Span]](list)
        counts = [Ending.PLAYED]
        if scoring.substituted is Substituted.COUNTS:
            counts.append(Ending.SUBSTITUTED)
        open_ = {table.id for table in running}
        for table in settled:
            if table.status is Status.FINAL and table.id not in open_:
                self.played[table.round] += [
                    Fraction(line.score)
                    for line in table.lines
                    if line.ending in counts and line.entry not in self.gone
                ]
        for table in running:
            self.still[table.round] += [
                Span(line.entry, *ranges[len(table.lines)])
                for line in table.lines
                if line.entry not in self.gone
            ]

    def of(self, entry: str, played_in: int) -> Range:
        span = bounds.bye_in_gold(entry, self.played[played_in], self.still[played_in])
        return Range(span.least, span.greatest)

    def hanging(
        self,
        told: Standing,
        ahead: Ahead,
        unknown: Mapping[str, list[int]],
        widest: Range,
        best: int | None,
    ) -> Hanging | None:
        """Take together what hangs together; all other lines are open by themselves."""
        rounds = {played_in for own in unknown.values() for played_in in own}
        if not rounds or self.scoring.by is not By.GOLD:
            return None
        alone = defaultdict[str, list[Range]](list)
        for table in self.running:
            if table.round not in rounds:
                for line in table.lines:
                    alone[line.entry].append(self.ranges[len(table.lines)])
        for bye in ahead.byes:
            if not _hangs(self.scoring, bye):
                alone[bye.entry].append(_bye(self.scoring, bye, widest))
        for entry, number in (ahead.undrawn or {}).items():
            alone[entry] += [widest] * number
        return Hanging(
            tuple(self._running(table) for table in self.running if table.round in rounds),
            {
                row.entry: Own(
                    tuple(_stands(row.record)),
                    tuple(unknown[row.entry]),
                    tuple(each.least for each in alone[row.entry]),
                    tuple(each.most for each in alone[row.entry]),
                    sum((each.points for each in row.record.penalties), NOTHING),
                )
                for row in told.rows
            },
            {number: self.played[number] for number in rounds},
            self.scoring.forced,
            best,
        )

    def _running(self, table: Table) -> Running:
        seated = tuple(line.entry for line in table.lines)
        counted = tuple(entry for entry in seated if entry not in self.gone)
        least, most = self.ranges[len(seated)]
        return Running(table.round, seated, counted, int(least), int(most))


def _stands(record: Record) -> list[Fraction]:
    """What an entry has of lines and byes whose points are known."""
    points = (
        each.share.points if isinstance(each, records.Game) else each.points
        for each in (*record.games, *record.byes, *record.left_out)
    )
    return [each for each in points if each is not None]


def _adds(record: Record, lines: list[Range], best: int | None) -> Range:
    """What open lines can add to an entry's points, of which only the best rounds may count."""
    if best is None:
        return Range(sum((each.least for each in lines), NOTHING),
                     sum((each.most for each in lines), NOTHING))  # fmt: skip
    known = [_worth(each) for each in (*record.games, *record.byes, *record.left_out)]
    now = _best(known, best)
    return Range(
        _best([*known, *(each.least for each in lines)], best) - now,
        _best([*known, *(each.most for each in lines)], best) - now,
    )


def _worth(each: records.Game | records.Sat) -> Fraction:
    points = each.share.points if isinstance(each, records.Game) else each.points
    return points or NOTHING


def _best(worth: list[Fraction], best: int) -> Fraction:
    return sum(sorted(worth, reverse=True)[:best], NOTHING)


def _totals(
    points: Mapping[str, Fraction], tables: list[Open], spans: tuple[Span, ...]
) -> Mapping[str, Range]:
    least, most = dict(points), dict(points)
    for span in spans:
        least[span.entry] += span.least
        most[span.entry] += span.greatest
    for table in tables:
        first = table.worth()[0]
        for entry in table.entries:
            if entry in most:
                most[entry] += first
    return {entry: Range(least[entry], most[entry]) for entry in points}
