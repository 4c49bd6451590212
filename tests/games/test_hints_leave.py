"""The thread that carries hints to the broker outlives every trouble with it."""

from redis.exceptions import ConnectionError as RedisDown
from redis.exceptions import ResponseError

from games import dispatch
from saboteur_site.celery import app


def test_no_trouble_with_the_broker_ends_the_carrying_of_hints(monkeypatch, caplog):
    answers, sent = [RedisDown(), ResponseError("OOM command not allowed"), None], []

    def send_task(task: str, **_: object) -> None:
        sent.append(task)
        if error := answers[len(sent) - 1]:
            raise error

    monkeypatch.setattr(app, "send_task", send_task)
    messenger = dispatch._Messenger()
    for task in ("first", "second", "third"):
        messenger.take((task, ()))
    messenger.waiting.join()
    assert sent == ["first", "second", "third"]
    assert "no hint for second, the sweep will do it" in caplog.text
