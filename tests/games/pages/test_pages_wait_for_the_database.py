"""While Postgres is down or recovers, pages say so shortly, and the log gets one line for each."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.urls import reverse

from saboteur_site.local.children import Child
from tests.games.cast import player, started
from tests.games.pages.table import browser, seat_url

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def no_database(servers: tuple[Child, Child]) -> Iterator[None]:
    connection.close()
    servers[0].stop()
    try:
        yield
    finally:
        servers[0].start()
        servers[0].await_ready()
        connection.close()


def test_a_page_without_a_database_answers_503_with_one_line_in_the_log(
    servers: tuple[Child, Child], caplog, settings
):
    settings.ADMINS = [("Hal", "hal@example.org")]
    game = started()
    seat = game.places.first()
    stranger, member = browser(), browser(player("alice"), language="de")
    asked = [
        (stranger, seat_url(seat)),
        (stranger, reverse("table-public", args=[game.key])),
        (member, reverse("home")),
        (member, reverse("admin:index")),
    ]
    caplog.clear()
    with no_database(servers):
        for each, _url in asked:
            each.raise_request_exception = False
        answers = [each.get(url) for each, url in asked]
    assert [answer.status_code for answer in answers] == [503] * 4
    assert all(answer.headers["Retry-After"] == "30" for answer in answers)
    assert "Content-Security-Policy" in answers[0].headers
    assert "The database is restarting." in answers[0].content.decode()
    assert "Die Datenbank startet gerade neu." in answers[2].content.decode()
    said = [line for line in caplog.records if line.levelno >= logging.WARNING]
    assert [(line.levelname, line.exc_info) for line in said] == [("WARNING", None)] * 4
    assert "Service Unavailable" in said[0].getMessage()
    assert member.get(asked[2][1]).status_code == 200


def test_any_other_fault_is_still_an_error_with_its_traceback(caplog, monkeypatch):
    client = browser()
    client.raise_request_exception = False

    def broken(*_args: object, **_how: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.selectors.public_view", broken)
    assert client.get(reverse("pictures-small", args=["any"])).status_code == 500
    [said] = [line for line in caplog.records if line.levelno >= logging.WARNING]
    assert said.levelname == "ERROR"
    assert said.exc_info
