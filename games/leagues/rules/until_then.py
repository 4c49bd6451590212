"""What a draw takes for tables that still run: requested byes, only for the draw (leagues.md, 2)."""

from dataclasses import replace

from games.leagues.rules import dropouts
from games.leagues.rules.scoring import By, Scoring
from games.leagues.rules.values import Bye, Facts, Kind, Status
from games.leagues.rules.worth import deal


def for_the_draw(scoring: Scoring, facts: Facts) -> Facts:
    """The facts as if nobody had sat at an open table. The standing stays what it is.

    Of a duplicate deal all tables are open until the last has ended: a draw must not tell of them.
    """
    tables = dropouts.settled(facts.tables, facts.dropouts)
    missing = {table.id for table in tables if table.status is Status.OPEN}
    if scoring.by is By.DUPLICATE:
        running = {deal(table) for table in tables if table.status is Status.OPEN}
        ended = (table for table in tables if table.status is Status.FINAL)
        missing |= {table.id for table in ended if deal(table) in running}
    byes = (
        Bye(line.entry, table.round, Kind.REQUESTED)
        for table in tables
        if table.id in missing
        for line in table.lines
    )
    kept = (table for table in tables if table.id not in missing)
    return replace(facts, tables=tuple(kept), byes=(*facts.byes, *byes))
