"""The thread that carries hints to the broker outlives every trouble with it."""

import json
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError
from psycopg import errors
from redis import Redis
from redis.exceptions import ConnectionError as RedisDown

from games import dispatch, tasks
from games.services import instant, mailbox
from saboteur_site import hints
from saboteur_site.celery import app
from tests.games.cast import NOW


@pytest.fixture(autouse=True)
def _hints_of_other_tests_have_left() -> None:
    dispatch._messenger.waiting.join()


def test_no_trouble_with_the_broker_ends_the_carrying_of_hints(monkeypatch, caplog):
    answers, sent = [RedisDown(), TypeError("no message"), None], []

    def leave(task: str, *_: object, **__: object) -> None:
        sent.append(task)
        if error := answers[len(sent) - 1]:
            raise error

    monkeypatch.setattr(hints, "leave", leave)
    messenger = dispatch._Messenger()
    for task in ("first", "second", "third"):
        messenger.take((task, ()))
    messenger.waiting.join()
    assert sent == ["first", "second", "third"]
    assert "no hint for second, the sweep will do it" in caplog.text


def test_hints_within_a_moment_share_a_message(monkeypatch):
    sent = []
    monkeypatch.setattr(hints, "leave", lambda task, args, **_: sent.append((task, args)))
    messenger = dispatch._Messenger()
    for hint in (("letters", ("a", "b")), ("bots", ((1, 2),)), ("letters", ("c",))):
        messenger.take(hint)
    messenger.waiting.join()
    assert sent == [("letters", ["a", "b", "c"]), ("bots", [(1, 2)])]


@pytest.mark.usefixtures("servers")
def test_a_hint_is_what_celery_would_lay_into_the_queue():
    queue = Redis.from_url(settings.REDIS_URL)
    queue.delete(hints.QUEUE)
    app.send_task("games.tasks.deliver", args=["a", [1, 2]], expires=60, retry=False)
    hints.leave("games.tasks.deliver", ["a", [1, 2]], life=60)
    ours, celerys = map(json.loads, queue.lrange(hints.QUEUE, 0, -1))
    queue.delete(hints.QUEUE)
    for message in (ours, celerys):
        head, properties = message["headers"], message["properties"]
        until = datetime.fromisoformat(head.pop("expires"))
        assert timedelta(seconds=50) < until - datetime.now(UTC) < timedelta(seconds=60)
        assert head.pop("id") == head.pop("root_id") == properties.pop("correlation_id")
        assert properties.pop("delivery_tag")
        assert properties.pop("reply_to")
        del head["origin"], head["argsrepr"]  # where it came from, and what a log may tell of it
    assert ours == celerys


@pytest.mark.usefixtures("servers")
def test_a_hint_finds_its_way_after_its_line_was_cut():
    queue = Redis.from_url(settings.REDIS_URL)
    queue.delete(hints.QUEUE)
    hints.leave("games.tasks.deliver", ["a"], life=60)
    queue.client_kill_filter(_type="normal", skipme=True)
    hints.leave("games.tasks.deliver", ["b"], life=60)
    assert queue.llen(hints.QUEUE) == 2
    queue.delete(hints.QUEUE)


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
