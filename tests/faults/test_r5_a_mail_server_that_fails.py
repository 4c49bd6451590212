"""R5: a mail server that is away, busy, moody, deaf, slow, killed or not to be trusted."""

import random
import time
from collections.abc import Callable

import pytest

from games.models import Letter
from tests.faults import plants, post_office
from tests.faults.conftest import Row
from tests.faults.effort import EFFORT
from tests.faults.outbox import Arrivals, Post, became, write
from tests.faults.post_office import CERTIFICATE, Manners
from tests.faults.processes import LONG_LEASE, UNHURRIED
from tests.faults.service import Service, wait_until

Begin = Callable[..., Service]


def through(service: Service, manners: Manners) -> None:
    """Let letters leave through a server of these manners."""
    write(EFFORT.letters, to=manners.__name__)
    service.start_post(manners)
    became(service)
    service.post.kill()


def after(service: Service, manners: Manners | None) -> None:
    """Let letters try to leave for a moment, before the server is what it should be."""
    met(service, manners, to=f"later{manners.__name__ if manners else ''}")
    service.start_post()
    became(service)
    service.post.kill()


def met(service: Service, manners: Manners | None, *, to: str) -> None:
    """Let letters try to leave through a server of these manners, or none; then it is gone."""
    before = len(service.arrived())
    done = list(Letter.objects.exclude(error="").values_list("pk", flat=True))
    if manners:
        service.start_post(manners)
    write(EFFORT.letters, to=to)
    new = Letter.objects.exclude(error="").exclude(pk__in=done)
    assert wait_until(lambda: new.exists() or len(service.arrived()) > before), "nobody tried"
    time.sleep(1)
    service.post.kill()


def killing(service: Service, kills: int) -> int:
    """Kill the server again and again while letters come."""
    write(kills * 6, to="killed")
    service.start_post()
    arrivals, killed = Arrivals(service), 0
    while killed < kills and arrivals.await_one_more():
        time.sleep(random.uniform(0, 0.05))
        service.post.kill()
        service.start_post()
        killed += 1
    became(service)
    service.post.kill()
    return killed


def unfit(service: Service, manners: Manners) -> int:
    """Let letters wait for a server that may have none of them; count those that it got."""
    before = len(service.arrived())
    met(service, manners, to=f"unfit{manners.__name__}")
    return len(service.arrived()) - before


def told(service: Service, **settings: object) -> None:
    """Have workers go by other settings from now on."""
    service.settings |= settings
    for worker in service.workers:
        worker.kill()
        worker.start()


def encrypted(service: Service) -> int:
    """Let letters travel over TLS alone; count those that nobody was sure to read but who may."""
    told(service, EMAIL_USE_TLS=True)
    betrayed = unfit(service, post_office.slow)
    # It encrypts, and nobody vouches for its certificate.
    betrayed += unfit(service, post_office.encrypted)
    told(service, SSL_CERT_FILE=str(CERTIFICATE))
    through(service, post_office.encrypted)
    return betrayed


def fail(service: Service) -> tuple[Post, int, int]:
    """Bring about one fault after the other.

    Tell also how often a letter may have come twice, and how many got to whom they must not.
    """
    service.start_work()
    after(service, None)
    after(service, post_office.busy)
    for manners in (post_office.moody, post_office.deaf, post_office.absent, post_office.slow):
        through(service, manners)
    twice = killing(service, EFFORT.mail_kills)
    betrayed = encrypted(service)
    return became(service), twice + len(list(service.letters.glob("*.silence"))), betrayed


@pytest.mark.row("R5", "a mail server away, busy, moody, silent, slow, killed, in clear, forged")
@pytest.mark.timeout(7200)
def test_r5_no_letter_is_lost_whatever_the_mail_server_does(begin: Begin, row: Row):
    service = begin(**LONG_LEASE)
    post, twice, betrayed = fail(service)
    row.tell(**vars(post), cut_after_the_last_dot=twice, not_encrypted_as_asked=betrayed)
    assert betrayed == 0
    assert post.lost == post.stuck == 0
    assert post.unequal == 0
    assert post.doubled <= twice


def test_r5_who_is_unknown_there_is_tried_once_and_holds_up_nobody(begin: Begin):
    service = begin(**UNHURRIED)
    write(2, to="gone")
    write(12)
    service.start_post(post_office.strict)
    service.start_work()
    became(service)
    others = Letter.objects.exclude(email__startswith="gone").exclude(status="dropped")
    known = set(others.values_list("status", "attempts"))
    gone = Letter.objects.filter(email__startswith="gone").values_list("status", "attempts")
    assert known == {("sent", 1)}
    assert set(gone) == {("failed", 1)}


def test_r5_sees_letters_that_are_given_up_too_early(begin: Begin):
    service = begin(plants.given_up_too_early, **UNHURRIED)
    service.start_work()
    after(service, post_office.busy)
    assert became(service).lost > 0


def test_r5_sees_letters_that_travel_in_clear(begin: Begin):
    service = begin(plants.in_clear, **UNHURRIED)
    service.start_work()
    told(service, EMAIL_USE_TLS=True)
    assert unfit(service, post_office.slow) > 0
