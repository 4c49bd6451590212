"""The log's head: on a public page, and once a day in the operators' mailboxes."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.conf import settings as configured
from django.core import mail
from django.db import connection
from django.urls import reverse

from games import tasks
from games.log import selectors
from games.log.rules import Cause
from games.log.services import because, check, reporting, write
from games.models import Check, Game, Line, Move
from games.services import instant
from tests.games.cast import NOW, play, started
from tests.games.pages.table import browser

HOSTS = Path(configured.BASE_DIR) / "docs" / "hosts.md"
DAY = timedelta(days=1)


def add(act: str) -> Line:
    """Add a line."""
    with because(Cause.ACT):
        return write(act, now=NOW)


@pytest.mark.django_db
class TestThePage:
    """Everybody may open it."""

    def said(self) -> str:
        """The page, to a visitor."""
        answer = browser().get(reverse("log"))
        assert answer.status_code == 200
        return answer.content.decode()

    def test_an_empty_log_says_so(self):
        assert "Nothing was written into it so far." in self.said()
        assert "It was not checked so far" in self.said()

    def test_the_head_is_shown(self):
        add("pause")
        line = add("resume")
        said = self.said()
        assert "<dd>2</dd>" in said
        assert line.hash in said
        assert "pause" not in said

    def test_what_the_last_check_found_is_shown(self):
        add("pause")
        check(now=NOW)
        assert "all 1 lines are as they were written" in self.said()
        Check.objects.create(at=NOW, length=9, head="0" * 64, wrong=4)
        assert "of 9 lines number 4 is not as it was written" in self.said()


@pytest.fixture
def operators(settings) -> None:
    """Somebody who is told."""
    settings.ADMINS = [("", "root@example.org")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("operators")
class TestTheDailyLetter:
    """It goes to ADMINS."""

    def test_it_goes_out_once_a_day(self):
        line = add("pause")
        assert reporting.sweep(now=NOW) is not None
        assert reporting.sweep(now=NOW + timedelta(hours=1)) is None
        assert reporting.sweep(now=NOW + DAY) is not None
        assert [letter.to for letter in mail.outbox] == [["root@example.org"]] * 2
        assert "is whole" in mail.outbox[0].body
        assert line.hash in mail.outbox[0].body

    def test_a_letter_that_could_not_leave_is_tried_again(self, settings):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
        with pytest.raises(OSError, match="refused"):
            reporting.sweep(now=NOW)
        assert not Check.objects.exists()

    def test_while_one_worker_reports_another_does_not(self):
        at = connection.get_connection_params()
        with psycopg.connect(host=at["host"], dbname=at["dbname"], user=at["user"]) as other:
            other.execute("SELECT pg_advisory_xact_lock(%s)", [reporting.REPORT])
            assert reporting.sweep(now=NOW) is None
        assert not mail.outbox
        assert reporting.sweep(now=NOW) is not None

    def test_a_wrong_line_is_told(self, caplog):
        add("pause")
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_line DISABLE TRIGGER USER")
            cursor.execute("UPDATE games_line SET reason = 'other'")
            cursor.execute("ALTER TABLE games_line ENABLE TRIGGER USER")
        reporting.sweep(now=NOW)
        assert "is broken at line 1" in mail.outbox[0].body
        assert "line 1 of the log is not as it was written" in caplog.text


OWNER, SERVICE = "owner_of_a_test", "service_of_a_test"


def run_by_hosts(sql: str) -> None:
    """Do what docs/hosts.md says, with names of our own."""
    named = re.sub(r"\bsaboteur\b", SERVICE, re.sub(r"\bsaboteur_owner\b", OWNER, sql))
    with connection.cursor() as cursor:
        cursor.execute(named)


@pytest.fixture
def two_roles(transactional_db) -> Iterator[None]:
    """The roles of docs/hosts.md; the connection is the service's from now on."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        (superuser,) = cursor.fetchone()
    first, second, *_ = re.findall(r"```sql\n(.*?)```", HOSTS.read_text("utf-8"), re.DOTALL)
    granted = re.findall(r"GRANT .*? TO saboteur;", first)
    try:
        run_by_hosts(first)
        # What migrations of that role would have made it has got by its default privileges.
        for grant in granted:
            run_by_hosts(re.sub(r"ON (TABLES|SEQUENCES)", r"ON ALL \1 IN SCHEMA public", grant))
        run_by_hosts(second)
        run_by_hosts(f"SET ROLE {SERVICE}")
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
            cursor.execute(f"ALTER SCHEMA public OWNER TO {superuser}")
            for role in (SERVICE, OWNER):
                cursor.execute(f"DROP OWNED BY {role}")
                cursor.execute(f"DROP ROLE {role}")


@pytest.mark.usefixtures("two_roles")
def test_the_service_plays_and_logs_with_the_role_that_the_handbook_gives_it():
    game = started()
    play(game)
    assert Move.objects.filter(game=game, by="player").exists()
    with because(Cause.ACT):
        Game.objects.filter(pk=game.pk).update(name="Other")
        line = write("annul", now=NOW)
    assert line.changes == 1
    assert check(now=NOW).wrong is None
    assert not selectors.can_be_changed()


@pytest.mark.django_db
def test_a_role_that_could_do_more_is_warned_of_at_the_start(settings, caplog):
    assert selectors.can_be_changed()
    tasks._look_at_the_locks()
    assert "this database role may change the log" in caplog.text
    caplog.clear()
    settings.LOCAL_MODE = True
    tasks._look_at_the_locks()
    assert not caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_starts_before_the_database_says_one_line(servers, caplog):
    connection.close()
    servers[0].stop()
    try:
        tasks._look_at_the_locks()
    finally:
        servers[0].start()
        servers[0].await_ready()
    [said] = [line for line in caplog.records if line.levelname in ("WARNING", "ERROR")]
    assert said.getMessage() == "no database yet (OperationalError): its locks were not checked"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("operators")
def test_the_beat_checks_the_log(monkeypatch):
    monkeypatch.setattr(instant, "now", lambda: NOW)
    tasks.sweep_log()
    assert Check.objects.get().at == NOW
