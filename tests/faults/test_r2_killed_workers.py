"""R2: workers and beats killed at random moments while letters leave."""

import random
import time
from collections.abc import Callable

import pytest

from games.models import Letter
from tests.faults import plants
from tests.faults.conftest import Row
from tests.faults.effort import ALONE, EFFORT
from tests.faults.outbox import WAITING, Arrivals, Post, became, write
from tests.faults.service import Service

Begin = Callable[..., Service]
LETTERS_A_KILL = 16
MOST_DOUBLED = 0.05
"""Letters for each kill."""
IN_HAND = 2
"""So many letters a worker may just have sent when it is killed: one for each of its threads."""


def send_and_kill(service: Service, kills: int) -> tuple[Post, int]:
    """Let letters leave while one worker after the other is killed, now and then the beat."""
    write(kills * LETTERS_A_KILL)
    service.start_post()
    service.start_work()
    arrivals, killed = Arrivals(service), 0
    while killed < kills and Letter.objects.filter(status__in=WAITING).exists():
        if not arrivals.await_one_more():
            continue
        # Long enough to meet every moment between a commit and its letter's arrival alike.
        time.sleep(random.uniform(0, 0.25))
        process = service.beat if killed % 10 == 9 else random.choice(service.workers)
        process.kill()
        process.start()
        killed += 1
    return became(service), killed


@pytest.mark.row("R2", "workers and beats killed while letters leave")
@pytest.mark.timeout(3600)
def test_r2_no_letter_is_lost_when_workers_are_killed(begin: Begin, row: Row):
    post, kills = send_and_kill(begin(), EFFORT.work_kills)
    row.tell(kills=kills, **vars(post), doubled_a_kill=post.doubled / kills)
    assert post.lost == post.stuck == 0
    assert post.unequal == 0
    # A few kills tell one in twenty from none as little as from five.
    assert post.doubled <= kills * (MOST_DOUBLED if ALONE else IN_HAND)


def test_r2_sees_letters_that_are_marked_before_they_leave(begin: Begin):
    post, _ = send_and_kill(begin(plants.marked_too_early), 4)
    assert post.lost > 0
