"""R15: people play on while no mail leaves; when it does again, nobody gets a heap of old news."""

import time
from collections import Counter
from collections.abc import Callable

import pytest

from games.models import Letter
from tests.faults import plants
from tests.faults.conftest import Row
from tests.faults.effort import EFFORT
from tests.faults.outbox import became
from tests.faults.players import PROMPTS, Players
from tests.faults.processes import UNHURRIED
from tests.faults.service import Service

Begin = Callable[..., Service]


def play_without_mail(service: Service, moves: int) -> tuple[int, int, int]:
    """Tell how many were due, how many that came were stale, and how many a reader got twice."""
    service.start_web()
    with Players(service.web_port).playing(moves):
        pass
    due = Letter.objects.filter(status="queued").count()
    service.start_work()
    time.sleep(1)
    service.start_post()
    became(service)
    came = {letter.message_id for letter in service.arrived()}
    rows = [
        row
        for row in Letter.objects.filter(kind__in=PROMPTS).select_related("game", "seat")
        if row.message_id in came
    ]
    stale = sum(row.ply != row.game.ply or row.seat.number not in row.game.to_act for row in rows)
    readers = Counter(row.seat_id for row in rows)
    return due, stale, sum(times - 1 for times in readers.values())


@pytest.mark.row("R15", "people play on while the mail server is away")
@pytest.mark.timeout(7200)
def test_r15_after_an_outage_nobody_gets_old_news(begin: Begin, row: Row):
    due, stale, surplus = play_without_mail(begin(**UNHURRIED), EFFORT.backlog)
    row.tell(letters_due=due, stale=stale, more_than_one_a_reader=surplus)
    assert due >= EFFORT.backlog
    assert stale == surplus == 0


def test_r15_sees_letters_that_are_sent_though_nobody_is_asked_any_more(begin: Begin):
    _, stale, surplus = play_without_mail(begin(plants.always_needed, **UNHURRIED), 40)
    assert stale > 0
    assert surplus > 0
