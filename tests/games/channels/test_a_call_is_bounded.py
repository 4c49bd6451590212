"""A call over a real line: what is sent, what its answer means; nobody keeps us waiting."""

import socket
import threading
from datetime import timedelta
from typing import Any

import pytest

from games.channels.rules import answers
from games.channels.rules.answers import Answer, Verdict
from games.channels.rules.messages import Message
from games.channels.services import calling
from tests.games.cast import NOW
from tests.games.channels import listener as server
from tests.games.channels.listener import Listener, listening, status

MESSAGE = Message(b'{"a":1}', {"Content-Type": "application/json", "webhook-id": "x"})


def test_a_message_is_posted_as_it_is(listener: Listener):
    assert calling.call(listener.url("/a/b?c=d"), MESSAGE) == Answer(204)
    (heard,) = listener.heard
    assert (heard.method, heard.target, heard.body) == ("POST", "/a/b?c=d", b'{"a":1}')
    assert heard.headers["host"] == f"localhost:{listener.port}"
    assert heard.headers["webhook-id"] == "x"
    assert heard.headers["content-length"] == "7"
    assert "cookie" not in heard.headers
    assert "authorization" not in heard.headers


def test_no_redirection_is_followed(listener: Listener):
    with listening() as other:
        for code in (301, 302, 303, 307, 308):
            listener.answer = status(code, f"Location: {other.url()}")
            answer = calling.call(listener.url(), MESSAGE)
            assert answer.status == code
            assert answers.judge(answer) is Verdict.IN_VAIN
        assert other.lines == 0
    assert listener.lines == 5


@pytest.mark.parametrize("answer", [server.silent, server.dripping, server.flooding])
def test_an_answer_that_does_not_come_to_its_end_is_cut(listener, answer, monkeypatch):
    monkeypatch.setattr(calling, "SECONDS", 1.0)
    listener.answer = answer  # never ends by itself
    assert calling.call(listener.url(), MESSAGE).fault in ("slow", "unread")


def test_of_a_body_nothing_is_read(listener: Listener):
    listener.answer = server.endless_body
    assert calling.call(listener.url(), MESSAGE) == Answer(204)


def test_a_name_that_is_looked_up_for_ever_is_given_up(listener, monkeypatch):
    monkeypatch.setattr(calling, "SECONDS", 0.3)
    real, given_up = socket.getaddrinfo, threading.Event()

    def look_up(host: Any, *given: Any, **how: Any) -> Any:
        if host == "localhost":
            given_up.wait()
        return real(host, *given, **how)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    try:
        assert calling.call(listener.url(), MESSAGE).fault == "slow"
    finally:
        given_up.set()


def test_a_server_that_cannot_show_who_it_is_is_told_nothing(listener, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    assert calling.call(listener.url(), MESSAGE).fault == "tls"
    assert listener.heard == []


def test_a_certificate_for_another_name_is_none(listener, settings, monkeypatch):
    # The name leads here, but the server is another's.
    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, port, *more, **how: real("127.0.0.1", port, *more, **how),
    )
    settings.CHANNELS_ALLOWED = [f"hooks.example.org:{listener.port}"]
    url = listener.url(host="hooks.example.org")
    assert calling.call(url, MESSAGE).fault == "tls"
    assert listener.heard == []


@pytest.mark.parametrize(
    "said",
    [
        b"", b"hello\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"HTTP/1.1 200", b"HTTP/2 200\r\n\r\n",
        b"HTTP/1.1 999 x\r\n\r\n", b"\xff\xfe\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_no_answer_is_none(listener: Listener, said: bytes):
    listener.answer = lambda line: line.sendall(said)
    assert calling.call(listener.url(), MESSAGE).fault == "unread"


def test_who_says_that_an_answer_will_come_is_waited_for(listener: Listener):
    said = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
    listener.answer = lambda line: line.sendall(said)
    assert calling.call(listener.url(), MESSAGE).status == 200


def test_who_asks_us_to_wait_is_heard_and_within_reason(listener: Listener):
    listener.answer = status(429, "Retry-After: 120")
    answer = calling.call(listener.url(), MESSAGE)
    assert answer == Answer(429, wait=120)
    assert answers.next_try(1, answer, now=NOW) == NOW + timedelta(seconds=120)
    assert answers.next_try(1, Answer(429, wait=10**6 - 1), now=NOW) == NOW + answers.LONGEST_WAIT
    listener.answer = status(503, "Retry-After: Fri, 20 Nov 2026 10:00:00 GMT")
    assert calling.call(listener.url(), MESSAGE) == Answer(503)


def test_what_was_taken_is_taken_however_many_lines_say_so(listener: Listener):
    # Python reads no more than a hundred; and the same message again would be told twice.
    listener.answer = status(204, *(f"X-{number}: x" for number in range(200)))
    assert calling.call(listener.url(), MESSAGE) == Answer(204)


def test_nobody_listens_at_a_closed_port(settings, monkeypatch):
    with listening() as gone:
        settings.CHANNELS_ALLOWED = [f"localhost:{gone.port}"]
        url = gone.url()
    assert calling.call(url, MESSAGE).fault == "no-line"


@pytest.mark.parametrize(
    ("codes", "verdict"),
    [
        ((200, 201, 202, 204), Verdict.TOLD),
        ((401, 403, 404, 410), Verdict.SHUT),
        ((0, 408, 425, 429, 500, 502, 503, 504), Verdict.LATER),
        ((300, 301, 307, 400, 405, 413, 422), Verdict.IN_VAIN),
    ],
)
def test_what_an_answer_means(codes: tuple[int, ...], verdict: Verdict):
    for code in codes:
        assert answers.judge(Answer(code)) is verdict, code


def test_a_message_is_tried_for_a_day_and_a_channel_for_three():
    waits = [answers.next_try(each, Answer(500), now=NOW) for each in range(1, 10)]
    assert [each for each in waits if each] == [NOW + wait for wait in answers.RETRIES]
    assert not answers.is_dead(None, now=NOW)
    assert not answers.is_dead(NOW - timedelta(hours=71), now=NOW)
    assert answers.is_dead(NOW - timedelta(hours=72), now=NOW)
