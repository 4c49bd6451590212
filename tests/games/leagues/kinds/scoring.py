"""Worked examples of points and standings."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from games.leagues.rules import expectation, lot, neuberg, points, scoring, tiebreaks
from games.leagues.rules.lot import Lot
from games.leagues.rules.standing import Row, Rules, standing
from games.leagues.rules.values import (
    Bye,
    Dropout,
    Earned,
    Ending,
    Facts,
    Kind,
    Line,
    Penalty,
    Status,
    Table,
)

Given = dict[str, Any]


def facts(given: Given) -> Facts:
    """What an example says has happened."""
    return Facts(
        tuple(given["entries"]),
        tuple(_table(each) for each in given["tables"]),
        tuple(
            Bye(each["entry"], each["round"], Kind(each["kind"])) for each in given.get("byes", ())
        ),
        tuple(
            Penalty(each["entry"], Fraction(each["points"]), each["reason"])
            for each in given.get("penalties", ())
        ),
        tuple(
            Dropout(each["entry"], each["finished"], each["scheduled"])
            for each in given.get("dropouts", ())
        ),
    )


def _table(given: Given) -> Table:
    lines = tuple(
        Line(
            each["entry"],
            each["score"],
            Ending(each.get("kind", "played")),
            won=each.get("won", False),
            side=each.get("side"),
            rounds=tuple(Earned(role, gold) for role, gold in each.get("roles", ())),
            misses=each.get("misses", 0),
        )
        for each in given["lines"]
    )
    return Table(given["id"], given["round"], lines, Status(given.get("status", "final")))


def _points(given: Given, then: Given) -> None:
    known = facts(given)
    told = points.score(scoring.load(given["scoring"]), known.tables, known.byes)
    lines = [
        [table.id, share.line.entry, share.points]
        for table, shares in told.tables
        for share in shares
    ]
    assert lines == [[*line[:2], Fraction(line[2])] for line in then["lines"]]
    byes = [[bye.entry, bye.round, bye.kind, worth] for bye, worth in told.byes]
    assert byes == [[*bye[:3], Fraction(bye[3])] for bye in then["byes"]]


def _neuberg(given: Given, then: Given) -> None:
    match_points = Fraction(given["match_points"])
    told = neuberg.percentage(match_points, given["scores"], given["field"])
    assert told == Fraction(then["points"])


def _standings(given: Given, then: Given) -> None:
    rules = Rules(scoring.load(given["scoring"]), tiebreaks.load(given["tiebreaks"]))
    told = standing(rules, facts(given), Lot(given["lot_secret"], given["season"]))
    exact = [
        {name: Fraction(value) if name in NUMBERS else value for name, value in row.items()}
        for row in then["rows"]
    ]
    rows = [_told(row) for row in told.rows]
    assert [
        {name: row[name] for name in wanted} for row, wanted in zip(rows, exact, strict=True)
    ] == exact
    assert list(told.withdrawn) == then["withdrawn"]
    assert [
        {"entry": bye.entry, "round": bye.round, "kind": bye.kind, "points": worth}
        for bye, worth in told.byes
    ] == [each | {"points": Fraction(each["points"])} for each in then["byes"]]


NUMBERS = {"points", "sb", "wins", "misses", "opponents"}


def _told(row: Row) -> Given:
    values = {str(name): value for name, value in row.values.items()}
    return values | {
        "entry": row.entry,
        "place": row.place,
        "points": row.points,
        "games": row.games,
        "decided_by": row.decided_by,
    }


def _lot(given: Given, then: Given) -> None:
    assert lot.commitment(given["secret"]) == then["commitment"]
    drawn = Lot(given["secret"], given["season"])
    assert sorted(given["entries"], key=lambda one: lot.ticket(drawn, one)) == then["order"]


def _expectation(given: Given, then: Given) -> None:
    told = expectation.freeze(
        {expectation.read_cell(cell): sample for cell, sample in given["samples"].items()},
        {expectation.read_cell(cell): Fraction(prior) for cell, prior in given["prior"].items()},
    )
    assert {str(cell): each.expected for cell, each in told.items()} == {
        cell: Fraction(expected) for cell, expected in then["expected"].items()
    }


KINDS: dict[str, Callable[[Given, Given], None]] = {
    "points": _points,
    "neuberg": _neuberg,
    "standings": _standings,
    "lot": _lot,
    "expectation": _expectation,
}
