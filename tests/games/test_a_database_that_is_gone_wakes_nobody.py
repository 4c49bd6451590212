"""The database is restarted in the middle of a sweep: one line of warning, the next one does it.

No game is set aside for it, and nobody is told of an error.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from games import links, tasks
from games.accounts.services import leaving
from games.gathering.rules.asking import Wish
from games.links import JoinClaim
from games.models import Game, Invitation, Letter, Move, SignIn
from games.services import accounts, games, instant, invitations
from games.subscriptions.rules import Choice
from tests.games.cast import DAY, HOUR, NOW, all_sent, open_table, player, started
from tests.games.subscriptions.cast import choose
from tests.games.subscriptions.test_the_daily_letter import MORNING, waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]

Done = Callable[[], bool]


def deadlines() -> Done:
    game = started()
    all_sent()
    return lambda: Move.objects.filter(game=game, by="deadline").exists()


def reminders() -> Done:
    started()
    all_sent()
    return lambda: Letter.objects.filter(kind="reminder").exists()


def old_wishes() -> Done:
    accounts.ask_code("zoe@example.org", next="", language="en", origin="x", now=NOW)
    return lambda: not SignIn.objects.exists()


def unanswered() -> Done:
    table = open_table()
    wish = Wish(reply_by=NOW + HOUR)
    invitations.invite(table.key, "zoe@example.net", by=player("alice"), wish=wish, now=NOW)
    return lambda: Invitation.objects.get().status == "lapsed"


def daily_letters() -> Done:
    choose("alice", Choice(daily=True))
    waiting()
    return lambda: Letter.objects.filter(kind="digest").exists()


def seats_left_behind() -> Done:
    table, bob = open_table(), player("bob")
    games.take_open_seat(JoinClaim.of(table), bob, now=NOW)
    asked = SignIn.objects.get(pk=leaving.ask(bob, origin="x", now=NOW))
    leaving.leave(bob, asked.pk, links.code_of(asked), now=NOW)
    return lambda: not table.places.filter(player=bob).exists()


SWEEPS: list[tuple[str, Callable[[], Done], str, datetime]] = [
    ("sweep_deadlines", deadlines, 'INSERT INTO "?games_move', NOW + 2 * DAY),
    ("sweep_reminders", reminders, 'INSERT INTO "games_letter', NOW + 23 * HOUR),
    ("clean", old_wishes, 'DELETE FROM "games_signin', NOW + 40 * DAY),
    ("sweep_invitations", unanswered, 'UPDATE "games_invitation', NOW + 2 * HOUR),
    ("sweep_daily", daily_letters, 'INSERT INTO "games_letter', MORNING),
    ("sweep_leaving", seats_left_behind, 'UPDATE "games_seat', NOW),
]


def terminate(pid: int) -> None:
    """End a connection from another one, as a server that stops ends all."""

    def say() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        connection.close()

    other = Thread(target=say)
    other.start()
    other.join()


@contextmanager
def cut_off_at(statement: str) -> Iterator[list[str]]:
    """Let the database end our connection at the first such statement, and be there again."""
    met: list[str] = []

    def said(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not met and re.match(statement, sql):
            met.append(sql)
            terminate(connection.connection.info.backend_pid)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(said):
        yield met


@pytest.mark.parametrize(
    ("task", "prepare", "statement", "at"), SWEEPS, ids=[row[0] for row in SWEEPS]
)
def test_a_sweep_whose_database_is_gone_says_one_line_and_is_done_by_the_next(
    task: str,
    prepare: Callable[[], Done],
    statement: str,
    at: datetime,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    done = prepare()
    monkeypatch.setattr(instant, "now", lambda: at)
    caplog.clear()
    caplog.set_level("WARNING")
    with cut_off_at(statement) as met:
        getattr(tasks, task)()
    assert met, "it came to no such statement"
    said = [line for line in caplog.records if line.levelname in ("WARNING", "ERROR")]
    assert [line.getMessage() for line in said] == [f"{task}: no database (OperationalError)"]
    assert not done()
    assert not Game.objects.filter(stuck__gt=0).exists()
    getattr(tasks, task)()
    assert done()
