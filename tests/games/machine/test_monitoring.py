"""/healthz, /readyz and /metrics: what they say when something is down, and to whom."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from django.conf import settings as site
from django.db import connection
from django.urls import reverse
from prometheus_client.parser import text_string_to_metric_families

from games.clocks.services import holding
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Letter, Position, RefusedEmail, Reply, Swept
from games.views.monitoring import metrics
from saboteur_site.local.children import Child
from saboteur_site.security import visitors_address
from tests.games.cast import DAY, HOUR, MINUTE, NOW, all_sent, player, started
from tests.games.machine.cast import beat_runs, names_of_sweeps
from tests.games.moderation.cast import done, staff
from tests.games.pages.table import Rows, browser, text_of

pytestmark = pytest.mark.django_db(transaction=True)

STRANGER = "203.0.113.9"
TOKEN = "a-long-random-token"
IN_TIME = 5.0
"""Seconds: two for a new connection to the database, and the rest for a loaded machine."""


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def asked(path: str, **how: Any) -> tuple[int, str]:
    answer = browser().get(path, **how)
    return answer.status_code, answer.content.decode()


def samples(**labels: str) -> dict[str, float]:
    """Read from /metrics the values of all series that have these labels and no others."""
    status, told = asked("/metrics")
    assert status == 200
    families = text_string_to_metric_families(told)
    found = [each for family in families for each in family.samples if each.labels == labels]
    return {each.name.removeprefix("saboteur_"): each.value for each in found}


@contextmanager
def stopped(server: Child) -> Iterator[None]:
    connection.close()
    server.stop()
    try:
        yield
    finally:
        server.start()
        server.await_ready()
        connection.close()


@contextmanager
def silent(server: Child) -> Iterator[None]:
    """The server takes connections and says nothing."""
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


def asked_in_time(path: str) -> tuple[int, str]:
    begun = time.monotonic()
    answer = asked(path)
    assert time.monotonic() - begun < IN_TIME
    return answer


# /readyz and /healthz


def test_a_service_whose_beat_runs_is_ready():
    beat_runs(now=NOW)
    status, told = asked("/readyz")
    lines = told.splitlines()
    assert status == 200
    assert lines[:2] == ["database: answers", "broker: answers"]
    assert "sweep deadlines: ran 0 s ago" in lines
    assert lines[-1] == "oldest unsent email: 0 s"


def test_a_service_whose_beat_never_ran_is_not_ready():
    status, told = asked("/readyz")
    assert status == 503
    assert "sweep letters: has never run\n" in told
    assert "database" not in told


@pytest.mark.parametrize("fault", [stopped, silent])
def test_a_broker_that_is_gone_is_told_in_time_and_is_ready_again_after_its_return(
    fault: Callable[[Child], AbstractContextManager[None]], servers: tuple[Child, Child]
):
    beat_runs(now=NOW)
    with fault(servers[1]):
        for _ in range(2):
            status, told = asked_in_time("/readyz")
            assert (status, told.count("\n")) == (503, 1)
            assert re.fullmatch(r"broker: no answer \(\w+Error\)\n", told)
        assert asked("/healthz") == (200, "ok\n")
    assert asked("/readyz")[0] == 200


@pytest.mark.parametrize("fault", [stopped, silent])
def test_a_database_that_is_gone_is_told_in_time_and_is_ready_again_after_its_return(
    fault: Callable[[Child], AbstractContextManager[None]], servers: tuple[Child, Child]
):
    beat_runs(now=NOW)
    with fault(servers[0]):
        for _ in range(2):
            status, told = asked_in_time("/readyz")
            assert (status, told.count("\n")) == (503, 1)
            assert re.fullmatch(r"database: no answer \(\w+\)\n", told)
        assert asked("/healthz") == (200, "ok\n")
    assert asked("/readyz")[0] == 200


def test_a_sweep_that_stands_still_is_named():
    beat_runs(now=NOW)
    Swept.objects.filter(name="orders").update(ran_at=NOW - 6 * MINUTE)
    Swept.objects.filter(name="tables").update(ran_at=NOW - DAY)
    assert asked("/readyz") == (503, "sweep orders: ran 360 s ago\n")


def test_an_email_that_does_not_leave_is_told():
    beat_runs(now=NOW)
    started()
    with because(Cause.POST):
        Letter.objects.update(due_at=NOW - 4 * MINUTE)
    assert asked("/readyz")[0] == 200
    with because(Cause.POST):
        Letter.objects.update(due_at=NOW - 6 * MINUTE)
    assert asked("/readyz") == (503, "oldest unsent email: 360 s\n")


def test_a_held_service_is_ready():
    started()
    with because(Cause.POST):
        Letter.objects.update(due_at=NOW - DAY)
    beat_runs(now=NOW)
    Swept.objects.filter(name="deadlines").update(ran_at=NOW - DAY)
    holding.hold("A new machine", now=NOW, position=Position.ALL)
    status, told = asked("/readyz")
    assert status == 200
    assert "sweep deadlines: held\n" in told


# /metrics: what it says


def test_each_sweep_has_its_age(set_clock):
    beat_runs(now=NOW)
    set_clock(NOW + 2 * MINUTE)
    ages = {name: samples(sweep=name)["sweep_age_seconds"] for name in names_of_sweeps()}
    assert set(ages.values()) == {120}
    assert len(ages) == len(site.CELERY_BEAT_SCHEDULE)


def test_the_machine_room_shows_the_same_figures(set_clock):
    late, running, aside = (started(names, hours=24) for names in WHO)
    done(staff("mia"), "quarantine", aside.key, why="check")
    all_sent()
    posted()
    for why, count in (("failed", 5), ("strange", 8)):
        RefusedEmail.objects.create(hour=NOW, why=why, count=count)
    replied(running)
    Game.objects.filter(pk=late.pk).update(deadline_at=NOW - 3 * MINUTE)
    page = text_of(browser(staff("mia")).get(reverse("machine")).content.decode())
    told = samples()
    assert told["running_games"] == 3
    assert told["overdue_games"] == 1
    assert told["set_aside_games"] == 1
    assert "Games running: 3. Past a deadline: 1." in page
    assert aside.name in page
    assert (told["unsent_emails"], told["retried_emails"], told["failed_emails"]) == (3, 1, 2)
    assert "3 wait, 1 of them are tried again, 2 failed within a day." in page
    assert told["oldest_unsent_email_seconds"] == 240
    assert "letters : the oldest is late by 4 minutes" in page
    assert samples(what="deadlines")["oldest_overdue_seconds"] == 180
    assert "deadlines : the oldest is late by 3 minutes" in page
    assert (told["waiting_replies"], told["handled_replies"]) == (1, 2)
    assert "Replies waiting: 1. Handled within a day: 2." in page
    refused = [samples(reason=why)["refused_emails"] for why in ("failed", "strange", "unsure")]
    assert refused == [5, 8, 0]
    assert "failed SPF, DKIM or DMARC : 5" in page


WHO = (("alice", "bob", "carol"), ("dora", "eve", "finn"), ("gus", "ida", "jon"))


def posted() -> None:
    """Let three emails wait, one of which failed once, and give up two."""
    game = Game.objects.first()
    with because(Cause.FORM):
        for at, (status, attempts) in enumerate(
            [("queued", 0), ("queued", 1), ("inflight", 1), ("failed", 6), ("failed", 6)]
        ):
            Letter.objects.create(
                kind="declined",
                game=game,
                email=f"{at}@example.org",
                created_at=NOW - HOUR,
                due_at=NOW - 4 * MINUTE,
                status=status,
                attempts=attempts,
            )


def replied(game: Game) -> None:
    """Let three replies come in, of which two were handled today, and one a week ago."""
    seat = game.places.first()
    for at, acted_at in enumerate([None, NOW, NOW - HOUR, NOW - 7 * DAY]):
        Reply.objects.create(
            once=str(at),
            seat=seat,
            player=seat.player,
            epoch=0,
            ply=0,
            accepted_at=NOW - 7 * DAY,
            acted_at=acted_at,
        )


def test_nothing_private_is_told():
    game = started(("alice", "bob", "carol"))
    beat_runs(now=NOW)
    _status, told = asked("/metrics")
    for secret in (game.key, game.name, "alice", "bob", "@", "example"):
        assert secret not in told
    labels = set(re.findall(r'="([^"]*)"', told))
    assert all(re.fullmatch(r"[a-z]+|50|95", each) for each in labels)


def test_whoever_plays_reads_no_figure_of_their_own_game_in_the_machine_room():
    game = started(("alice", "bob", "max"))
    replied(game)
    for who, running, handled in (("mia", 1, 2), ("max", 0, 0)):
        page = text_of(browser(staff(who)).get(reverse("machine")).content.decode())
        assert f"Games running: {running}." in page
        assert f"Handled within a day: {handled}." in page


def test_reading_figures_writes_nothing():
    started()
    beat_runs(now=NOW)
    rows = Rows()
    for path in ("/healthz", "/readyz", "/metrics"):
        assert asked(path)[0] in (200, 503)
        assert rows.are_same()


# /metrics: who may read it


def test_a_stranger_is_told_that_there_is_no_such_page():
    for how in (
        {},
        {"authorization": "Bearer "},
        {"authorization": f"Bearer {TOKEN}"},
        {"authorization": "Bearer gefälscht"},
        {"x-forwarded-for": "127.0.0.1"},
        {"forwarded": "for=127.0.0.1"},
    ):
        assert asked("/metrics", REMOTE_ADDR=STRANGER, headers=how) == (404, "Not found\n")


def test_the_right_token_opens_it_and_no_other(settings):
    settings.METRICS_TOKEN = TOKEN
    for given, status in (
        (f"Bearer {TOKEN}", 200),
        (f"Bearer {TOKEN}x", 404),
        (f"Bearer {TOKEN[:-1]}", 404),
        (TOKEN, 404),
        ("Bearer ", 404),
        (f"Basic {TOKEN}", 404),
    ):
        how = {"authorization": given, "x-forwarded-for": "198.51.100.7"}
        assert asked("/metrics", REMOTE_ADDR=STRANGER, headers=how)[0] == status


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "127.8.9.10"])
def test_it_answers_this_machine_but_not_what_a_proxy_on_it_passes_on(address: str):
    assert asked("/metrics", REMOTE_ADDR=address)[0] == 200
    for name in ("x-forwarded-for", "x-forwarded-proto", "x-real-ip", "forwarded", "via"):
        how = {name: "127.0.0.1"}
        assert asked("/metrics", REMOTE_ADDR=address, headers=how) == (404, "Not found\n")


@pytest.mark.parametrize("forged", ["127.0.0.1", "127.0.0.1, 127.0.0.1", "::1", "localhost"])
def test_behind_a_proxy_a_forged_address_is_no_way_in(forged: str, rf, settings):
    settings.METRICS_TOKEN = TOKEN
    for sent in (forged, f"{forged}, {STRANGER}"):
        request = rf.get("/metrics", REMOTE_ADDR="127.0.0.1", headers={"x-forwarded-for": sent})
        answer = visitors_address(metrics)(request)
        assert (answer.status_code, answer.content) == (404, b"Not found\n")


def test_a_socket_without_an_address_is_not_this_machine():
    assert asked("/metrics", REMOTE_ADDR="")[0] == 404


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_a_monitor_is_not_sent_on_to_https(path: str, settings):
    settings.SECURE_SSL_REDIRECT = True
    beat_runs(now=NOW)
    assert asked(path)[0] == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_a_form_sent_to_a_monitoring_address_does_nothing(path: str):
    assert browser(player("alice")).post(path).status_code == 405
