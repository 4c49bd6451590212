"""R4: the broker emptied, cut off, full, killed and away while people move and letters leave."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from redis import Redis

from games.models import Letter
from tests.faults import plants
from tests.faults.conftest import Row
from tests.faults.effort import ALONE, EFFORT
from tests.faults.outbox import Arrivals, Post, became, write
from tests.faults.players import Players, lost_moves, slowest, surplus_moves
from tests.faults.post_office import holding
from tests.faults.processes import UNHURRIED
from tests.faults.service import Service, wait_until

Begin = Callable[..., Service]


def emptied(service: Service) -> None:
    """Forget every message."""
    Redis.from_url(settings.REDIS_URL).flushall()


def cut_off(service: Service) -> None:
    """Cut every connection."""
    Redis.from_url(settings.REDIS_URL).client_kill_filter(_type="normal", skipme=True)


def full(service: Service) -> None:
    """Take no message for a while: there is no memory left."""
    broker = Redis.from_url(settings.REDIS_URL)
    broker.config_set("maxmemory", "1")
    time.sleep(EFFORT.silence)
    broker.config_set("maxmemory", "0")


def evicting(service: Service) -> None:
    """Throw away whatever comes, as a cache does that is too small."""
    broker = Redis.from_url(settings.REDIS_URL)
    broker.config_set("maxmemory-policy", "allkeys-random")
    broker.config_set("maxmemory", "1")
    time.sleep(EFFORT.silence)
    broker.config_set("maxmemory", "0")
    broker.config_set("maxmemory-policy", "noeviction")


def killed(service: Service) -> None:
    """Be killed, and stay away for a while."""
    with away(service):
        time.sleep(EFFORT.silence)


@contextmanager
def away(service: Service) -> Iterator[None]:
    """Be killed, and stay away until the block is over."""
    os.kill(service.broker.pid, signal.SIGKILL)
    assert service.broker.process
    service.broker.process.wait()
    try:
        yield
    finally:
        service.broker.start()
        service.broker.await_ready()


FAULTS = (emptied, cut_off, full, evicting, killed)
MOST_DELAYED = 15.0
"""Seconds until a letter leaves after the broker is back: a round of the beat, and some."""


def play_without_broker(service: Service, faults: int) -> tuple[Players, Post, float]:
    """Let people play meanwhile; also tell how long the first letter afterwards took at most."""
    service.start_post()
    service.start_work()
    service.start_web()
    players, arrivals, worst = Players(service.web_port), Arrivals(service), 0.0
    with service.supervised(), players.playing():
        for at in range(faults):
            for fault in FAULTS:
                time.sleep(0.3)
                fault(service)
                begun, known = time.monotonic(), arrivals.count()
                write(1, to=f"{fault.__name__}{at}x")
                wait_until(lambda: arrivals.count() > known)  # noqa: B023
                worst = max(worst, time.monotonic() - begun)
    return players, became(service), worst


@pytest.mark.row("R4", "a broker emptied, cut off, full and killed while people move")
@pytest.mark.timeout(7200)
def test_r4_nothing_is_lost_without_a_broker(begin: Begin, row: Row):
    players, post, worst = play_without_broker(begin(**UNHURRIED), EFFORT.broker)
    row.tell(faults=EFFORT.broker * len(FAULTS), moves=len(players.told))
    row.tell(lost=lost_moves(players.told), doubled=surplus_moves(players))
    row.tell(slowest_move_s=slowest(players.waits, 1), letter_after_s=worst)
    row.tell(letters=post.letters, letters_lost=post.lost, stuck=post.stuck)
    row.tell(letters_doubled=post.doubled)
    assert not players.strange
    assert row.figures["lost"] == row.figures["doubled"] == 0
    assert post.lost == post.stuck == post.doubled == 0
    assert worst < MOST_DELAYED or not ALONE


def test_r4_a_broker_that_restarts_is_a_warning_and_wakes_nobody_up(begin: Begin):
    service = begin(**UNHURRIED)
    service.start_post()
    service.start_work()
    all_know = {"worker.consumer.consumer": len(service.workers), "beat": 1}

    def warned() -> dict[str, int]:
        told = service.complaints()
        return {who: told.count(f"WARNING celery.{who} no broker") for who in all_know}

    write(1, to="before")
    assert wait_until(lambda: len(service.arrived()) == 1)
    cut_off(service)
    write(1, to="between")
    assert wait_until(lambda: len(service.arrived()) == 2)
    with away(service):
        assert wait_until(lambda: warned() == all_know), service.complaints()
    write(1, to="afterwards")
    assert became(service).lost == 0
    told = service.complaints()
    assert warned() == all_know
    assert " ERROR " not in told
    assert "Traceback" not in told


def test_r4_workers_and_beat_that_start_without_a_broker_wait_for_it(begin: Begin):
    service = begin(**UNHURRIED)
    service.start_post()
    everybody = (*service.workers, service.beat)
    with away(service):
        write(1, to="before")
        service.start_work()
        assert wait_until(lambda: service.complaints().count("no broker") == len(everybody))
    assert wait_until(lambda: len(service.arrived()) == 1), service.complaints()
    assert all(each.runs() for each in everybody)
    assert "Traceback" not in service.complaints()


def test_r4_who_is_sending_when_the_broker_dies_goes_on_working(begin: Begin):
    service = begin(**UNHURRIED)
    service.start_post(holding)
    service.start_work()
    pids = [worker.pid for worker in service.workers]
    # Which of its connections a worker finds cut first is chance.
    for at in range(EFFORT.restarts * 3):
        write(1, to=f"{at}x")
        sent = Letter.objects.filter(status="inflight", email__startswith=f"{at}x")
        assert wait_until(sent.exists), service.complaints()
        with away(service):
            time.sleep(EFFORT.silence)
            if at % 2:
                service.let_go()
        if not at % 2:
            service.let_go()
        assert wait_until(lambda: len(service.arrived()) > at)  # noqa: B023
    assert became(service).lost == 0
    assert all(worker.runs() for worker in service.workers)
    assert [worker.pid for worker in service.workers] == pids
    told = service.complaints()
    assert "Unrecoverable" not in told
    assert "Traceback" not in told


def test_r4_sees_that_nobody_looks_for_what_hints_have_lost(begin: Begin):
    service = begin(plants.hints_alone, **UNHURRIED)
    write(12)
    emptied(service)
    service.start_post()
    service.start_work()
    assert became(service, seconds=6).stuck > 0
