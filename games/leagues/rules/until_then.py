"""What a draw takes for tables that still run, only for the draw (leagues.md, 2)."""

from dataclasses import replace

from games.leagues.rules import dropouts
from games.leagues.rules.scoring import By, Scoring
from games.leagues.rules.values import Facts, Status
from games.leagues.rules.worth import deal


def for_the_draw(scoring: Scoring, facts: Facts) -> Facts:
    """The facts as if open tables had been annulled: each missing line is a requested bye.

    Of a duplicate deal all tables are open until the last has ended: a draw must not tell of them.
    """
    tables = dropouts.settled(facts.tables, facts.dropouts)
    missing = {table.id for table in tables if table.status is Status.OPEN or table.closed}
    if scoring.by is By.DUPLICATE:
        running = {deal(table) for table in tables if table.id in missing}
        missing |= {table.id for table in tables if deal(table) in running}
    as_missing = (
        replace(table, status=Status.ANNULLED) if table.id in missing else table for table in tables
    )
    return replace(facts, tables=tuple(as_missing))
