"""A month with people of all sorts: no game hangs, and nobody loses a turn that they should not.

Without `--deep` it is a week. `MONTH_GAMES=200 python3 manage.py test tests/games/month -k goes_by`
plays a whole month.
"""

import os
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.log import selectors as log
from games.models import Game, Letter, Outage, Player, Pulse
from tests.games.month.month import Month
from tests.games.month.plan import MONTH, SHORT, WEEK
from tests.games.month.post_office import Office, open_for_business

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(settings, monkeypatch) -> Iterator[Office]:
    settings.EMAIL_BACKEND = "tests.games.month.post_office.Backend"
    with open_for_business(monkeypatch.setattr) as office:
        yield office


# Two hundred games take some minutes.
@pytest.mark.timeout(3600)
def test_a_month_goes_by_without_a_fault(office, monkeypatch, capsys, pytestconfig):
    whole = "MONTH_GAMES" in os.environ or pytestconfig.getoption("--deep")
    month = Month(MONTH if whole else WEEK, office, monkeypatch.setattr).run()
    with capsys.disabled():
        print("", *month.figures(), sep="\n")
    assert not month.watch.faults
    assert log.read().wrong is None
    proof = log.proof()
    assert (proof.untold, proof.otherwise) == ((), ())
    # Holds, outages and the time that they gave back.
    assert proof.transactions > 0


def test_the_same_seed_gives_the_same_days(office, monkeypatch):
    plan, digests = replace(SHORT, games=3, days=1), []
    for seed in (1, 1, 2):
        month = Month(replace(plan, seed=seed), office, monkeypatch.setattr).run()
        assert not month.watch.faults
        digests.append(month.digest)
        forget()
    assert digests[0] == digests[1] != digests[2]


def forget() -> None:
    """Delete what a month leaves behind."""
    for model in (Letter, Game, Pulse, Outage, Player):
        model.objects.all().delete()
