"""Points of every line and every bye, by the league's scoring (leagues.md, 5 and 7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.leagues.rules import worth
from games.leagues.rules.bye_points import ByePoints
from games.leagues.rules.scoring import By, Scoring, Substituted
from games.leagues.rules.values import Bye, Ending, Kind, Line, Status, Table
from games.leagues.rules.why import Why
from games.leagues.rules.worth import Worth


@dataclass(frozen=True, slots=True)
class Share:
    """A line with its points and what they come from.

    A walkover has none yet while they are the mean of a round that is open.
    """

    line: Line
    points: Fraction | None
    why: Why | None = None
    counts: bool = True  # for its entry; what the others have beaten it stays anyhow


@dataclass(frozen=True, slots=True)
class Scored:
    """Tables whose results may be told, each with its shares in seat order, and all byes."""

    tables: tuple[tuple[Table, tuple[Share, ...]], ...]
    byes: tuple[tuple[Bye, Fraction | None], ...]


def score(
    scoring: Scoring,
    tables: Sequence[Table],
    byes: Sequence[Bye] = (),
    gone: frozenset[str] = frozenset(),
) -> Scored:
    """Tell all points. Lines of who is `gone` count for nobody, those of others stay as they are.

    A deal whose tables have not all ended is told as if none of them had.
    """
    ruled = [_as_ruled(table, scoring.substituted) for table in tables]
    bye_points = ByePoints(scoring, ruled, gone)
    judged = worth.method(scoring, ruled)
    all_byes = (bye for bye in (*byes, *_byes_of(ruled)) if bye.entry not in gone)
    return Scored(
        tuple(
            (
                table,
                tuple(
                    _share(scoring, bye_points, table, line, played, gone)
                    for line, played in zip(table.lines, judged(table), strict=True)
                ),
            )
            for table in _told(scoring, ruled)
        ),
        tuple((bye, bye_points.of(bye.kind, bye.round)) for bye in all_byes),
    )


def _told(scoring: Scoring, tables: Sequence[Table]) -> list[Table]:
    final = [table for table in tables if table.status is Status.FINAL and not table.closed]
    if scoring.by is not By.DUPLICATE:
        return final
    closed = {worth.deal(table) for table in tables if table.status is Status.OPEN}
    return [table for table in final if worth.deal(table) not in closed]


def _share(
    scoring: Scoring,
    byes: ByePoints,
    table: Table,
    line: Line,
    played: Worth,
    gone: frozenset[str],
) -> Share:
    points: Fraction | None
    why: Why | None
    points, why = played
    match line.ending:
        case Ending.FORFEIT if scoring.by is not By.RELATIVE:
            points, why = Fraction(0), None
        case Ending.WALKOVER:
            points, why = _walkover(scoring, byes, table), None
        case Ending.ADJUDICATED:
            points, why = line.awarded, None
    counts = line.entry not in gone and line.ending is not Ending.SUBSTITUTED
    return Share(line, points, why, counts)


def _walkover(scoring: Scoring, byes: ByePoints, table: Table) -> Fraction | None:
    match scoring.by:
        case By.WINS:
            return Fraction(1)
        case By.RANK:
            return Fraction(100)
        case By.PLACES:
            return scoring.places[len(table.lines)][0]
    return byes.of(Kind.FORCED, table.round)


def _as_ruled(table: Table, substituted: Substituted) -> Table:
    if all(line.ending is not Ending.SUBSTITUTED for line in table.lines):
        return table
    # Where it comes to a bye the line stays what it is, and does not count.
    ending = {
        Substituted.COUNTS: Ending.PLAYED,
        Substituted.FORFEIT: Ending.FORFEIT,
        Substituted.BYE: Ending.SUBSTITUTED,
    }[substituted]
    return replace(
        table,
        lines=tuple(
            replace(line, ending=ending) if line.ending is Ending.SUBSTITUTED else line
            for line in table.lines
        ),
    )


def _byes_of(tables: Sequence[Table]) -> Iterator[Bye]:
    """Give the byes of tables that were annulled for good, and of seats that come to one."""
    replayed = {table.replays for table in tables}
    for table in tables:
        if table.status is Status.ANNULLED and table.id not in replayed:
            for line in table.lines:
                yield Bye(line.entry, table.round, Kind.ANNULLED)
        if table.status is Status.FINAL:
            for line in table.lines:
                if line.ending is Ending.SUBSTITUTED:
                    yield Bye(line.entry, table.round, Kind.REQUESTED)
