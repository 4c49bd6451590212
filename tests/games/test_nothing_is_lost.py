"""Killed workers, a restarted database, a dead broker: what was written stands, letters arrive."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from celery.contrib.testing.worker import start_worker
from django.db import connection, transaction

from games import dispatch
from games import letters as written
from games.models import Letter, Move
from games.services import mailbox, marking, turns
from games.services.claiming import LEASE, claim
from saboteur_site.celery import app
from saboteur_site.local.children import Child
from tests.games.cast import MINUTE, NOW, again, moves, started
from tests.games.cast import claim as seat_claim
from tests.games.mail_server import MailServer
from tests.games.processes import kill, wait_until, worker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


def test_a_worker_killed_between_claim_and_send_loses_no_letter(mail_server: MailServer):
    started()
    mail_server.delay = 30
    with worker("sweep", now=NOW, server=mail_server) as process:
        wait_until(lambda: mail_server.connections > 0)
        kill(process)
    mail_server.delay = 0
    assert mailbox.sweep(now=NOW + MINUTE) == 0, "the lease still holds all three"
    mailbox.sweep(now=NOW + LEASE)
    assert len(set(mail_server.ids)) == len(mail_server.ids) == 3
    assert set(Letter.objects.values_list("status", "attempts")) == {("sent", 2)}


def test_a_letter_that_workers_die_of_stops_alone(mail_server: MailServer):
    started()
    assert len(claim(NOW, mailbox.AT_ONCE)) == 3
    # Their worker is dead. The next one takes one up by itself, and then the others.
    [deadly] = claim(NOW + LEASE, mailbox.AT_ONCE)
    assert mailbox.sweep(now=NOW + LEASE) == 2
    Letter.objects.filter(pk=deadly.pk).update(attempts=len(mailbox.RETRIES) + 1)
    assert mailbox.sweep(now=NOW + 2 * LEASE) == 1
    died = Letter.objects.get(pk=deadly.pk)
    assert (died.status, died.error) == ("failed", "its workers died of it")
    assert len(mail_server.got) == 2


def test_a_database_gone_while_a_letter_is_written_costs_it_no_attempt(
    mail_server: MailServer, monkeypatch, caplog
):
    started()
    write = written.write

    def cut_off(letter: Letter, **how):
        monkeypatch.setattr(written, "write", write)
        connection.connection.close()
        return write(letter, **how)

    monkeypatch.setattr(written, "write", cut_off)
    assert mailbox.sweep(now=NOW) == 6, "each twice"
    assert len(set(mail_server.ids)) == len(mail_server.ids) == 3
    assert set(Letter.objects.values_list("status", "attempts")) == {("sent", 1)}
    said = [(line.levelname, line.exc_info) for line in caplog.records if "database" in line.msg]
    assert said == [("WARNING", None)]


def test_a_worker_killed_between_send_and_mark_sends_the_same_letter_under_the_same_id(
    mail_server: MailServer,
):
    started()
    with worker("send", now=NOW, server=mail_server) as process:
        wait_until(lambda: len(mail_server.got) == 1)
        kill(process)
    mailbox.sweep(now=NOW + LEASE)
    assert len(mail_server.ids) == 4
    twice = mail_server.ids[0]
    assert mail_server.ids.count(twice) == 2
    assert len(set(mail_server.ids)) == 3


def test_a_worker_that_overslept_its_lease_marks_nothing(mail_server: MailServer):
    started()
    [late] = claim(NOW)
    assert late is not None
    mailbox.sweep(now=NOW + LEASE)
    marking.mark(late, marking.Delivery(Letter.Status.FAILED, "too late"))
    assert set(Letter.objects.values_list("status", flat=True)) == {"sent"}


def restart(child: Child) -> None:
    child.stop()
    child.start()
    child.await_ready()


def test_a_database_restarted_while_a_letter_is_sent_sends_it_once(
    mail_server: MailServer, servers: tuple[Child, Child]
):
    started()
    reached, restarted = Event(), Event()

    def hold_the_first() -> None:
        if not reached.is_set():
            reached.set()
            restarted.wait(20)

    mail_server.before_answer = hold_the_first
    # The restart belongs to this thread: the server is told to die with the thread that started it.
    with ThreadPoolExecutor(1) as pool:
        swept = pool.submit(_sweep_on_a_connection_of_its_own)
        reached.wait(20)
        restart(servers[0])
        restarted.set()
        assert swept.result() == 3
    connection.close()
    assert len(set(mail_server.ids)) == len(mail_server.ids) == 3
    assert set(Letter.objects.values_list("status", flat=True)) == {"sent"}


def _sweep_on_a_connection_of_its_own() -> int:
    try:
        return mailbox.sweep(now=NOW)
    finally:
        connection.close()


def test_a_move_survives_a_restart_of_the_database(servers: tuple[Child, Child]):
    game = started()
    who, text = seat_claim(game), moves(game)[0]
    turns.play_move(who, text, seen_ply=0, now=NOW)
    restart(servers[0])
    connection.close()
    assert again(game).ply == 1
    assert Letter.objects.filter(game=game, ply=1).count() == 1


@contextmanager
def no_broker(servers: tuple[Child, Child]) -> Iterator[None]:
    servers[1].stop()
    try:
        yield
    finally:
        servers[1].start()
        servers[1].await_ready()


def test_a_move_without_broker_stands_and_its_letter_goes_out_later(
    mail_server: MailServer, servers: tuple[Child, Child], caplog, monkeypatch
):
    monkeypatch.setattr(dispatch, "_silent_until", 0.0)
    game = started()
    mailbox.sweep(now=NOW)
    mail_server.got.clear()
    who, text = seat_claim(game), moves(game)[0]
    with no_broker(servers):
        began = time.monotonic()
        turns.play_move(who, text, seen_ply=0, now=NOW)
        assert time.monotonic() - began < 60
    assert Move.objects.filter(game=game).count() == 2
    assert "the sweep will do it" in caplog.text
    assert mailbox.sweep(now=NOW) == 1
    assert len(mail_server.got) == 1


@contextmanager
def a_real_worker() -> Iterator[None]:
    """Let a worker take hints; those of the tests before, hundreds by now, are thrown away."""
    app.control.purge()
    # It sets how much all loggers of this process tell; tests after this one listen as before.
    with start_worker(
        app, pool="solo", loglevel="info", perform_ping_check=False, shutdown_timeout=30
    ):
        yield


def test_the_hint_makes_a_real_worker_send_at_once(mail_server: MailServer):
    of_the_start = Letter.objects.exclude(kind__in=("seated", "ready"))
    with a_real_worker():
        started(at_work=True)
        wait_until(lambda: [*of_the_start.values_list("status", flat=True)] == ["sent"] * 3)
    sent = Letter.objects.filter(status="sent").count()
    assert len(mail_server.ids) == len(set(mail_server.ids)) == sent


def test_the_hint_makes_a_real_worker_move_for_every_bot_in_a_row():
    with a_real_worker():
        game = started(("alice",), bots=4)
        wait_until(lambda: not again(game).bot_asked)
        turns.play_move(seat_claim(game), moves(game)[0], seen_ply=again(game).ply, now=NOW)
        ply = again(game).ply
        wait_until(lambda: again(game).ply == ply + 4 or bool(again(game).ended_at))
    assert not again(game).bot_asked


def test_who_waits_for_a_mark_does_nothing_meanwhile(mail_server: MailServer):
    started()
    [letter] = claim(NOW)
    held = Event()

    def hold() -> None:
        with transaction.atomic():
            Letter.objects.select_for_update().get(pk=letter.pk)
            held.set()
            time.sleep(0.5)
        connection.close()

    holder = Thread(target=hold)
    holder.start()
    held.wait()
    begun = time.thread_time()
    with marking.marks(NOW) as sent:
        sent.note(letter)
    assert time.thread_time() - begun < 0.2
    holder.join()
    assert Letter.objects.get(pk=letter.pk).status == "sent"
