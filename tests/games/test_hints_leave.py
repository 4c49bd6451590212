"""Hints reach the workers through Celery; a broker that fails costs a move a second at most."""

import os
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import psycopg
import pytest
from django.db import OperationalError
from psycopg import errors

from games import dispatch, tasks
from games.services import instant, mailbox
from saboteur_site.celery import app
from saboteur_site.local.children import Child
from tests.games.cast import NOW

ROOT = Path(__file__).parents[2]


@pytest.fixture
def broker(servers: tuple[Child, Child], monkeypatch: pytest.MonkeyPatch) -> Child:
    """The broker, which no hint of an earlier test has found down."""
    monkeypatch.setattr(dispatch, "_silent_until", 0.0)
    return servers[1]


def waiting() -> int:
    """Count the hints that wait for a worker, and throw them away."""
    return app.control.purge()


def hint() -> None:
    dispatch._send("deliver", ("a",))


def test_a_silent_broker_delays_the_hints_of_a_move_by_a_second_in_all(broker: Child, caplog):
    hint()
    os.kill(broker.pid, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        for _ in range(3):
            hint()
        waited = time.monotonic() - begun
    finally:
        os.kill(broker.pid, signal.SIGCONT)
    # One of them waits, for a second; a busy machine adds to it.
    assert 0.9 < waited < 30
    assert caplog.text.count("no hint for deliver, the sweep will do it") == 1


def test_hints_leave_again_after_the_broker_has_restarted(broker: Child, monkeypatch):
    hint()
    waiting()
    broker.stop()
    hint()
    broker.start()
    broker.await_ready()
    monkeypatch.setattr(dispatch, "_silent_until", 0.0)
    hint()
    assert waiting() == 1


def test_a_hint_finds_its_way_after_its_connection_was_cut(broker: Child):
    hint()
    waiting()
    broker.stop()
    broker.start()
    broker.await_ready()
    hint()
    assert waiting() == 1


@pytest.mark.usefixtures("broker")
def test_a_hint_that_comes_too_late_is_not_done():
    dispatch._send("deliver", ("not a letter",))
    with app.connection_for_read() as connection:
        message = app.amqp.queues[app.conf.task_default_queue].bind(connection).get(no_ack=True)
    assert message is not None
    assert message.headers["expires"]
    assert message.headers["ignore_result"]


def test_emails_and_bots_move_with_a_broker_that_is_not_redis():
    """Run the tests of real workers once more, with a broker in the memory of their process."""
    chosen = ("tests/games/test_nothing_is_lost.py", "-q", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *chosen, "-k", "real_worker"],
        env=os.environ | {"BROKER_URL": "memory://"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


@pytest.mark.parametrize(
    ("cause", "gone"),
    [
        (errors.DeadlockDetected(), False),
        (errors.DiskFull(), False),
        (errors.AdminShutdown(), True),
        (errors.CannotConnectNow(), True),
        (errors.ConnectionFailure(), True),
        (psycopg.OperationalError("server closed the connection unexpectedly"), True),
    ],
    ids=lambda it: type(it).__name__,
)
def test_a_database_that_is_gone_is_one_line_of_a_task_and_any_other_error_is_told(
    cause: psycopg.Error, gone: bool, monkeypatch, caplog
):
    def refused(**_: object) -> None:
        raise OperationalError from cause

    caplog.set_level("WARNING")
    monkeypatch.setattr(mailbox, "sweep", refused)
    monkeypatch.setattr(instant, "now", lambda: NOW)
    with nullcontext() if gone else pytest.raises(OperationalError):
        tasks.sweep_letters()
    told = [each for each in caplog.records if each.name == "games.tasks"]
    assert [(line.levelname, line.exc_info) for line in told] == [("WARNING", None)] * gone
