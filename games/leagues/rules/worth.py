"""What lines that were played are worth, table by table, for each scoring (leagues.md, 5)."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial

from games.leagues.rules import neuberg, order
from games.leagues.rules.expectation import Cell
from games.leagues.rules.scoring import By, Scoring
from games.leagues.rules.values import Ending, Line, Status, Table
from games.leagues.rules.why import Compared, Field, Places, Relative, Role, Sides, Why

Worth = tuple[Fraction, Why | None]
Method = Callable[[Table], list[Worth]]
Deal = tuple[int, int, str]


def method(scoring: Scoring, tables: Iterable[Table]) -> Method:
    """Tell how a table's lines are judged, all tables that were drawn being known."""
    match scoring.by:
        case By.GOLD:
            return lambda table: [(Fraction(line.score), None) for line in table.lines]
        case By.RANK:
            return _by_rank
        case By.PLACES:
            return partial(_by_places, scoring.places)
        case By.WINS:
            return _by_wins
        case By.RELATIVE:
            return partial(_relative, scoring.expected)
        case By.DUPLICATE:
            return _duplicate(tables)


def deal(table: Table) -> Deal:
    """Which deal a duplicate table has: one for all of a size in a round."""
    return table.round, len(table.lines), table.deal


def relative(expected: Mapping[Cell, Fraction], table: Table, line: Line) -> Worth:
    """Tell the gold of all rounds less what was expected of the line's roles."""
    forfeited = line.ending is Ending.FORFEIT
    rounds = tuple(
        Role(each.role, 0 if forfeited else each.gold, expected[Cell(len(table.lines), each.role)])
        for each in line.rounds
    )
    return sum((each.gold - each.expected for each in rounds), Fraction(0)), Relative(rounds)


def _by_rank(table: Table) -> list[Worth]:
    others = len(table.lines) - 1
    compared = (order.beaten_and_equal(table, line) for line in table.lines)
    return [
        (Fraction(50 * (2 * beaten + equal), others), Compared(beaten, equal, others))
        for beaten, equal in compared
    ]


def _by_places(places: Mapping[int, tuple[Fraction, ...]], table: Table) -> list[Worth]:
    paid = places[len(table.lines)]
    worth: list[Worth] = []
    for line in table.lines:
        beaten, equal = order.beaten_and_equal(table, line)
        last = len(paid) - beaten
        covered = paid[last - equal - 1 : last]
        worth.append((sum(covered, Fraction(0)) / len(covered), Places(last - equal, last)))
    return worth


def _by_wins(table: Table) -> list[Worth]:
    winners, sides = order.winners(table)
    won, lost = (Fraction(1, sides or 1), Sides(sides)), (Fraction(0), Sides(0))
    return [won if line.entry in winners else lost for line in table.lines]


def _relative(expected: Mapping[Cell, Fraction], table: Table) -> list[Worth]:
    return [relative(expected, table, line) for line in table.lines]


def _duplicate(tables: Iterable[Table]) -> Method:
    scores: defaultdict[tuple[Deal, int], list[int]] = defaultdict(list)
    drawn: defaultdict[Deal, int] = defaultdict(int)
    for table in tables:
        drawn[deal(table)] += 1
        if table.status is Status.FINAL:
            for seat, line in enumerate(table.lines):
                if line.ending is Ending.PLAYED:
                    scores[deal(table), seat].append(line.score)
    for each in scores.values():
        each.sort()

    def worth(table: Table) -> list[Worth]:
        of = deal(table)
        return [
            _in_field(line.score, scores[of, seat], drawn[of])
            if line.ending is Ending.PLAYED
            else (Fraction(0), None)
            for seat, line in enumerate(table.lines)
        ]

    return worth


def _in_field(score: int, field: list[int], tables: int) -> Worth:
    beaten = bisect_left(field, score)
    equal = bisect_right(field, score) - beaten - 1
    points = neuberg.percentage(beaten + Fraction(equal, 2), len(field), tables)
    return points, Field(beaten, equal, len(field), tables)
