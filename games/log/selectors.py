"""The log as it can be read, and whether it is whole and tells of all that was changed."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from games.log.models import Check, Line
from games.log.rules import FIRST, hashed

AT_ONCE = 2_000
"""So many lines are read at a time."""


def head() -> Line | None:
    """Read the last line; None while nothing was logged."""
    return Line.objects.order_by("-number").first()


def checked() -> Check | None:
    """Read the last check of the whole chain; None before the first."""
    return Check.objects.order_by("-pk").first()


@dataclass(frozen=True, slots=True)
class Reading:
    """What the whole chain is like: its length, its last hash, its first wrong number, if any."""

    length: int
    head: str
    wrong: int | None


def read() -> Reading:
    """Read every line and work out anew what its hash must be."""
    lines = Line.objects.order_by("number").iterator(AT_ONCE)
    length, last, wrong = 0, FIRST, None
    for length, line in enumerate(lines, 1):
        if wrong is None and not _follows(line, length, last):
            # A missing line is named itself, not the one after it.
            wrong = length
        last = line.hash
    return Reading(length, last, wrong)


def _follows(line: Line, number: int, previous: str) -> bool:
    said = line.number == number and line.previous == previous
    return said and line.text == line.canonical and line.hash == hashed(line.text)


@dataclass(frozen=True, slots=True)
class Proof:
    """What was changed and by nobody's move or form, beside what the log tells of it."""

    transactions: int
    untold: tuple[str, ...]
    """Transactions that changed something and have no line."""
    otherwise: tuple[int, ...]
    """Lines that tell of other changes than there were."""


def proof() -> Proof:
    """Match every change that no player made with the log."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT request) FROM games_change")
        (transactions,) = cursor.fetchone()
        cursor.execute(_PROOF)
        wrong = cursor.fetchall()
    untold = tuple(str(request) for request, number in wrong if number is None)
    return Proof(transactions, untold, tuple(number for _, number in wrong if number is not None))


def can_be_changed() -> bool:
    """Tell whether the role that asks has more of the log than to read it and to add to it."""
    with connection.cursor() as cursor:
        cursor.execute(_PRIVILEGES)
        return bool(cursor.fetchone()[0])


def changes_of(request: UUID) -> tuple[int, str]:
    """Count the rows that a transaction changed and work out their digest."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_CHANGED} FROM games_change WHERE request = %s", [request])  # noqa: S608
        changes, digest = cursor.fetchone()
    return int(changes), digest


_PRIVILEGES = """SELECT bool_or(
    has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') OR pg_has_role(relowner, 'USAGE'))
FROM pg_class WHERE oid = ANY('{games_line, games_change, games_check}'::regclass[])
"""
_CHANGED = """coalesce(sum(rows), 0) AS changes, coalesce(encode(sha256(convert_to(
    string_agg("table" || ' ' || rows || ' ' || was || ' ' || became, E'\\n' ORDER BY id), 'UTF8'
)), 'hex'), '') AS digest"""
_PROOF = f"""WITH changed AS (SELECT request, {_CHANGED} FROM games_change GROUP BY request)
SELECT request, number FROM changed c FULL JOIN games_line l USING (request)
WHERE number IS NULL OR l.changes <> coalesce(c.changes, 0) OR l.digest <> coalesce(c.digest, '')
ORDER BY number"""  # noqa: S608 - nothing but our own words
