"""Workers killed at random moments: no letter and no move is lost, none is doubled."""

import random
import time
from collections import Counter
from datetime import timedelta

import pytest

from games.models import Letter, Move
from games.services import accounts, mailbox
from tests.games.cast import NOW, again, started
from tests.games.mail_server import MailServer
from tests.games.processes import kill, wait_until, worker

pytestmark = pytest.mark.django_db(transaction=True)

KILLS = 5


def test_no_letter_is_lost_and_a_kill_doubles_at_most_one_under_its_id(mail_server: MailServer):
    for at in range(80):
        address, origin = f"friend{at}@example.org", str(at)
        accounts.ask_code(address, next="", language="en", origin=origin, now=NOW)
    for _ in range(KILLS):
        before = len(mail_server.got)
        with worker("sweep", now=NOW, server=mail_server) as process:
            wait_until(lambda: len(mail_server.got) > before)  # noqa: B023
            time.sleep(random.uniform(0, 0.03))
            kill(process)
    mailbox.sweep(now=NOW)
    mailbox.sweep(now=NOW + mailbox.LEASE)
    assert set(Letter.objects.values_list("status", flat=True)) == {"sent"}
    sent = Counter(mail_server.ids)
    assert len(sent) == 80
    assert sum(sent.values()) - 80 <= KILLS


def test_no_move_is_half_made():
    game = started(rounds="3")
    for kills in range(KILLS):
        before = again(game).ply
        with worker("play", now=NOW + timedelta(days=100 * kills)) as process:
            wait_until(lambda: again(game).ply > before + 1)  # noqa: B023
            time.sleep(random.uniform(0, 0.01))
            kill(process)
        at = again(game)
        plies = list(Move.objects.filter(game=game).order_by("ply").values_list("ply", flat=True))
        assert plies == list(range(at.ply + 1))
        readers = Letter.objects.filter(game=game).values_list("ply", "seat__number")
        assert sorted(readers) == [(ply, seat) for ply in plies for seat in range(3)]
