"""The log holds what was written: lines are only added, and a changed one is found."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import StringIO

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.log import selectors
from games.log.rules import FIRST, Cause, hashed
from games.log.services import because, check, write
from games.models import Change, Check, Game, Line
from tests.games.cast import NOW, started
from tests.games.processes import kill, wait_until, worker

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS, EACH = 16, 6
ROLE = "saboteur_service_of_a_test"


def add(*acts: str) -> None:
    """Add a line for each act."""
    for act in acts:
        with because(Cause.ACT):
            write(act, now=NOW)


def said(*arguments: str) -> str:
    """What the command says."""
    told = StringIO()
    call_command("check_log", *arguments, stdout=told)
    return told.getvalue()


@contextmanager
def unlocked(table: str = "games_line") -> Iterator[Callable[..., object]]:
    """Take the triggers off, as the owner of the tables can."""
    raw = connection.cursor()
    raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    try:
        yield raw.execute
    finally:
        raw.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


@pytest.fixture
def service() -> Iterator[psycopg.Connection]:
    """A connection of the role that docs/hosts.md gives the service."""
    connection.ensure_connection()
    at = connection.get_connection_params()
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {ROLE} LOGIN")
        cursor.execute(f"GRANT SELECT, INSERT ON games_line, games_change, games_check TO {ROLE}")
    with psycopg.connect(host=at["host"], dbname=at["dbname"], user=ROLE, autocommit=True) as other:
        yield other
    with connection.cursor() as cursor:
        cursor.execute(f"DROP OWNED BY {ROLE}; DROP ROLE {ROLE}")


CHANGES = [
    "UPDATE {0} SET {1} = {1}",
    "DELETE FROM {0}",
    "TRUNCATE {0}",
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    ("table", "column"),
    [("games_line", "act"), ("games_change", "was"), ("games_check", "head")],
)
def test_scenario_36_a_line_is_neither_changed_nor_removed_by_anybody(
    service: psycopg.Connection, change: str, table: str, column: str
):
    add("pause")
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="permission denied"):
        service.execute(change.format(table, column))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tableowner = current_user FROM pg_tables WHERE tablename = %s", [table]
        )
        assert cursor.fetchone() == (True,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="lines are only added"):
            connection.connection.execute(change.format(table, column))


@pytest.mark.parametrize(
    "wrong", [{"number": 3}, {"number": 1}, {"previous": FIRST}, {"hash": "0" * 64}, {"text": "x"}]
)
def test_a_line_is_added_nowhere_but_at_the_end(wrong: dict[str, object]):
    add("pause")
    first = Line.objects.get()
    line = Line(number=2, at=NOW, act="resume", request="1" * 32, previous=first.hash)
    line.text = line.canonical
    line.hash = hashed(line.text)
    for field, value in wrong.items():
        setattr(line, field, value)
    with pytest.raises(Exception, match="does not follow"):
        line.save(force_insert=True)
    assert Line.objects.count() == 1


def test_many_write_at_once_and_leave_no_gap():
    def some(writer: int) -> None:
        try:
            add(*[f"act-{writer}"] * EACH)
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as threads:
        list(threads.map(some, range(WRITERS)))
    numbers = Line.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, WRITERS * EACH + 1))
    assert check(now=NOW).wrong is None


def test_who_is_killed_leaves_no_gap_and_holds_nobody_up():
    add("pause")
    with worker("log", now=NOW) as writer:
        wait_until(_somebody_holds_the_chain)
        kill(writer)
    add("resume")
    assert list(Line.objects.order_by("number").values_list("number", "act")) == [
        (1, "pause"),
        (2, "resume"),
    ]
    assert check(now=NOW).wrong is None


def _somebody_holds_the_chain() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database d ON d.oid = database"
            " WHERE locktype = 'advisory' AND datname = current_database())"
        )
        return bool(cursor.fetchone()[0])


TAMPERED = [
    "UPDATE games_line SET reason = 'other' WHERE number = 3",
    "UPDATE games_line SET actor = 7 WHERE number = 3",
    "UPDATE games_line SET text = replace(text, 'act-3', 'act-4') WHERE number = 3",
    # Its own hash may be made to fit: then the next line does not know it.
    "UPDATE games_line SET text = 'x', hash = encode(sha256('x'), 'hex') WHERE number = 3",
    "DELETE FROM games_line WHERE number = 3",
]


@pytest.mark.parametrize("tampering", TAMPERED)
def test_scenario_36_a_changed_line_is_named_first(tampering: str):
    add("act-1", "act-2", "act-3", "act-4", "act-5")
    assert "The chain is whole." in said()
    with unlocked() as execute:
        execute(tampering)
    with pytest.raises(CommandError, match="Line 3 is not as it was written"):
        said()
    assert Check.objects.order_by("pk").values_list("wrong", flat=True)[1] == 3


def test_a_whole_line_made_anew_shows_in_the_one_after_it():
    add("act-1", "act-2", "act-3")
    line = Line.objects.get(number=2)
    line.reason = "other"
    line.text = line.canonical
    with unlocked() as execute:
        execute(
            "UPDATE games_line SET reason = %s, text = %s, hash = %s WHERE number = 2",
            [line.reason, line.text, hashed(line.text)],
        )
    assert check(now=NOW).wrong == 3


def test_an_empty_log_is_whole():
    assert "0 lines" in said()
    assert selectors.checked().head == FIRST


@pytest.fixture
def annulled() -> Game:
    """A game that somebody changed, and the log tells of it."""
    game = started()
    with because(Cause.ACT):
        Game.objects.filter(pk=game.pk).update(name="Other")
        write("annul", now=NOW)
    return game


def test_every_change_that_no_player_made_is_matched_with_its_line(annulled: Game):
    add("find")
    told = said("--changes")
    assert "1 transactions changed something" in told
    assert "0 of them are not told, 0 lines tell of other changes" in told


def test_a_change_that_no_line_tells_is_named(annulled: Game):
    request = str(Change.objects.first().request)
    with unlocked() as execute:
        execute("DELETE FROM games_line")
    assert selectors.proof().untold == (request,)
    with pytest.raises(CommandError, match=request):
        said("--changes")


@pytest.mark.parametrize(
    "tampering",
    [
        "DELETE FROM games_change",
        "UPDATE games_change SET became = 'x'",
        "UPDATE games_change SET rows = 9",
    ],
)
def test_a_line_that_tells_of_other_changes_is_named(annulled: Game, tampering: str):
    with unlocked("games_change") as execute:
        execute(tampering)
    assert selectors.proof().otherwise == (1,)
    with pytest.raises(CommandError, match="line 1"):
        said("--changes")
