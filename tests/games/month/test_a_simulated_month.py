"""A month with people of all sorts: no game hangs, and nobody loses a turn that he should not.

`MONTH_GAMES=200 python3 manage.py test tests/games/month -k goes_by` plays a whole one.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import contains, ne

import pytest

from games.log import selectors as log
from games.models import Game, Letter, Outage, Player, Pulse
from tests.games.month.breaks import BREAKS, FOUND_FIRST
from tests.games.month.month import Month
from tests.games.month.plan import MONTH, SHORT
from tests.games.month.post_office import Office, open_for_business

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(settings, monkeypatch) -> Iterator[Office]:
    settings.EMAIL_BACKEND = "tests.games.month.post_office.Backend"
    with open_for_business(monkeypatch.setattr) as office:
        yield office


# Two hundred games take some minutes.
@pytest.mark.timeout(3600)
def test_a_month_goes_by_without_a_fault(office, monkeypatch, capsys):
    month = Month(MONTH, office, monkeypatch.setattr).run()
    with capsys.disabled():
        print("", *month.figures(), sep="\n")
    assert not month.watch.faults
    assert log.read().wrong is None
    proof = log.proof()
    assert (proof.untold, proof.otherwise) == ((), ())
    # Holds, outages and the time that they gave back.
    assert proof.transactions > 0


@pytest.mark.timeout(300)
def test_the_same_seed_gives_the_same_days(office, monkeypatch):
    plan, digests = replace(SHORT, games=3, days=2), []
    for seed in (1, 1, 2):
        month = Month(replace(plan, seed=seed), office, monkeypatch.setattr).run()
        assert not month.watch.faults
        digests.append(month.digest)
        _forget()
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("plant", "found"), BREAKS, ids=lambda of: getattr(of, "__name__", ""))
def test_a_planted_fault_is_found(office, monkeypatch, plant, found: str):
    plant(monkeypatch.setattr)
    seen: list[str] = []
    # Not every few days bring about all that can go wrong; those that do are over when it is found.
    for seed in sorted(range(1, 13), key=partial(ne, FOUND_FIRST.get(plant, 2))):
        month = Month(replace(SHORT, seed=seed), office, monkeypatch.setattr)
        month.run(until=partial(contains, month.watch.faults, found))
        if found in (month.watch.faults or {""}):
            return
        seen += month.figures()
        _forget()
    pytest.fail("\n".join(seen))


def _forget() -> None:
    for model in (Letter, Game, Pulse, Outage, Player):
        model.objects.all().delete()
