"""R3: connections cut, a database crashed and restarted while people move and letters leave."""

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import closing, suppress

import psycopg
import pytest
from django.db import connection

from saboteur_site.local.children import Child
from tests.faults.conftest import Row, answer_when_written
from tests.faults.effort import ALONE, EFFORT
from tests.faults.outbox import Post, became
from tests.faults.players import PEOPLE, Players, lost_moves, surplus_moves, wrong_letters
from tests.faults.processes import UNHURRIED
from tests.faults.service import Service, wait_until

Begin = Callable[..., Service]
OTHERS = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"


def line() -> psycopg.Connection:
    """Connect to the database beside all others."""
    at = connection.settings_dict
    return psycopg.connect(host=at["HOST"], dbname=at["NAME"], user="postgres", autocommit=True)


def cut() -> None:
    """Cut somebody's connection, whatever he is doing."""
    with line() as ours:
        ours.execute(f"SELECT pg_terminate_backend(pid) {OTHERS} ORDER BY random() LIMIT 1")


def crash(database: Child) -> None:
    """Kill a process of the server: it throws everybody out and reads its log again."""
    # It may serve again before anybody could see that it did not: but us it throws out, too.
    with suppress(psycopg.OperationalError), closing(line()) as ours:
        while True:
            _kill_one(ours)
            # A process that was just ending takes nobody along: then another one is killed.
            for _ in range(200):
                ours.execute("SELECT 1")
                time.sleep(0.01)
    assert wait_until(_serves)


def _kill_one(ours: psycopg.Connection) -> None:
    while True:
        others = ours.execute(f"SELECT pid {OTHERS} ORDER BY random() LIMIT 1")
        # Whoever was listed may have gone by himself meanwhile.
        with suppress(ProcessLookupError):
            for (pid,) in others:
                os.kill(pid, signal.SIGKILL)
                return


def restart(database: Child) -> None:
    """Stop the server on the spot and start it again."""
    os.kill(database.pid, signal.SIGQUIT)
    assert database.process
    database.process.wait()
    database.start()
    database.await_ready()


def _serves() -> bool:
    try:
        line().close()
    except psycopg.OperationalError:
        return False
    return True


def play_and_stumble(service: Service, cuts: int, falls: int) -> tuple[Players, Post, float]:
    """Let people play on meanwhile; also tell how long nobody got on after the worst fall."""
    service.start_post()
    service.start_work()
    service.start_web()
    players, worst = Players(service.web_port), 0.0
    with players.playing():
        for at in range(cuts + falls):
            time.sleep(random.uniform(0.05, 0.3))
            if at % (1 + cuts // falls):
                cut()
                continue
            (restart if at % 2 else crash)(service.database)
            worst = max(worst, _seconds_to_get_on(players))
    connection.close()
    return players, became(service), worst


def _seconds_to_get_on(players: Players) -> float:
    begun, known = time.monotonic(), len(players.told)
    wait_until(lambda: len(players.told) > known)
    return time.monotonic() - begun


def play_and_crash(service: Service) -> bool:
    """Crash as soon as somebody was told of a move; tell whether any was taken back."""
    service.start_web()
    players = Players(service.web_port)
    with players.playing():
        assert wait_until(lambda: len(players.games) == PEOPLE)
        with line() as ours:
            ours.execute("CHECKPOINT")  # the tables stand; what is made there from now on does not
        _seconds_to_get_on(players)
        crash(service.database)
    service.kill()
    connection.close()
    # Whoever moves again in a position that came back is told of one move twice.
    return bool(lost_moves(players.told) or surplus_moves(players))


@pytest.mark.row("R3", "a database cut off, crashed and restarted while people move")
@pytest.mark.timeout(7200)
def test_r3_nothing_is_lost_when_the_database_stumbles(begin: Begin, row: Row):
    cuts, falls = EFFORT.cut_connections, EFFORT.restarts
    players, post, worst = play_and_stumble(begin(**UNHURRIED), cuts, falls)
    row.tell(moves=len(players.told), cuts=cuts, restarts=falls, lost=lost_moves(players.told))
    row.tell(doubled=surplus_moves(players), wrong_letters=wrong_letters(players.games))
    row.tell(letters=post.letters, letters_lost=post.lost, stuck=post.stuck)
    row.tell(letters_doubled=post.doubled)
    row.tell(gets_on_after_s=worst)
    assert row.figures["lost"] == row.figures["doubled"] == row.figures["wrong_letters"] == 0
    assert not players.strange
    assert post.lost == post.stuck == post.doubled == 0
    assert worst <= 5 or not ALONE


def test_r3_sees_moves_that_a_crash_takes_back(begin: Begin):
    service = begin()
    answer_when_written("off")
    # What was written before the last breath of the log's writer stands: not every crash costs.
    assert any(play_and_crash(service) for _ in range(20))
