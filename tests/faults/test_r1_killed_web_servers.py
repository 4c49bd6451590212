"""R1: web servers killed at random moments while people move."""

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from tests.faults import plants
from tests.faults.conftest import Row
from tests.faults.effort import ALONE, EFFORT
from tests.faults.players import Players, lost_moves, slowest, surplus_moves, wrong_letters
from tests.faults.service import Service

Begin = Callable[..., Service]


def play_and_kill(service: Service, kills: int) -> tuple[Players, int]:
    """Let people move while one web worker after the other is killed, now and then the server."""
    service.start_web()
    players, killed = Players(service.web_port), 0
    with players.playing(kills * EFFORT.moves_a_kill) as at_work:
        while killed < kills and not all(each.done() for each in at_work):
            time.sleep(random.uniform(0, 0.08))
            if killed % 20 == 19:
                service.web.kill()
                service.start_web()
            elif (pid := service.web_worker()) is None:
                continue
            else:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                (service.pids / str(pid)).unlink()
            killed += 1
    return players, killed


@pytest.mark.row("R1", "web servers killed while people move")
@pytest.mark.timeout(3600)
def test_r1_no_move_is_lost_or_doubled_when_web_servers_are_killed(begin: Begin, row: Row):
    players, kills = play_and_kill(begin(), EFFORT.web_kills)
    row.tell(moves=len(players.told), kills=kills, lost=lost_moves(players.told))
    row.tell(doubled=surplus_moves(players), wrong_letters=wrong_letters(players.games))
    row.tell(p99=slowest(players.waits), longest=max(players.waits))
    assert not players.strange
    assert row.figures["p99"] <= 1 or not ALONE
    assert row.figures["lost"] == row.figures["doubled"] == row.figures["wrong_letters"] == 0


def test_r1_sees_moves_that_are_answered_before_they_stand(begin: Begin):
    players, _ = play_and_kill(begin(plants.answered_too_early), 10)
    assert lost_moves(players.told) or surplus_moves(players)
