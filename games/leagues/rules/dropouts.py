"""Who left: whether what he played stands, and what becomes of his tables (leagues.md, 8)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.leagues.rules.values import Bye, Dropout, Ending, Line, Status, Table


def before_half(dropout: Dropout) -> bool:
    """Tell whether his lines count for nobody. Exactly half is after."""
    return 2 * dropout.finished < dropout.scheduled


def leaving(
    entry: str, joined: int, rounds: int, tables: Iterable[Table], byes: Iterable[Bye]
) -> Dropout:
    """Count who leaves now, having joined with a round of a season with so many.

    Several games in one round count each, a bye or an annulled table is none to play, and a round
    that is not drawn yet is one.
    """
    own = [table for table in tables if any(line.entry == entry for line in table.lines)]
    games = [table for table in own if table.status is not Status.ANNULLED]
    known = {table.round for table in own} | {bye.round for bye in byes if bye.entry == entry}
    to_come = sum(each not in known for each in range(joined, rounds + 1))
    finished = sum(table.status is Status.FINAL for table in games)
    return Dropout(entry, finished, len(games) + to_come)


def gone(dropouts: Iterable[Dropout]) -> frozenset[str]:
    """Whose lines count for nobody and who has no place."""
    return frozenset(each.entry for each in dropouts if before_half(each))


def settled(tables: Sequence[Table], dropouts: Sequence[Dropout]) -> list[Table]:
    """The tables as they stand without those who left.

    Two-player games of who left early vanish, open ones of who left later are given up. At larger
    tables a substitute goes on, and the line is a forfeit when it is entered.
    """
    early = gone(dropouts)
    late = {each.entry for each in dropouts} - early
    stand = (table for table in tables if len(table.lines) != 2 or not early & _seated(table))
    return [_given_up(table, late) for table in stand]


def _given_up(table: Table, left: set[str]) -> Table:
    if len(table.lines) != 2 or table.status is not Status.OPEN or not left & _seated(table):
        return table
    lines = (_without_game(line, left) for line in table.lines)
    return replace(table, lines=tuple(lines), status=Status.FINAL)


def _without_game(line: Line, left: set[str]) -> Line:
    ending = Ending.FORFEIT if line.entry in left else Ending.WALKOVER
    return replace(line, ending=ending)


def _seated(table: Table) -> set[str]:
    return {line.entry for line in table.lines}
