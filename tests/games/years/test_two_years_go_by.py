"""Years of a league with players of all sorts: nothing is late or without a result, all as written.

`python3 manage.py years` plays two whole ones.
"""

from collections.abc import Iterator

import pytest

from tests.games.month.post_office import Office, open_for_business
from tests.games.years.breaks import BREAKS
from tests.games.years.plan import DECIDED, wanted
from tests.games.years.years import Years

pytestmark = pytest.mark.django_db(transaction=True, reset_sequences=True)


@pytest.fixture
def office(settings, monkeypatch) -> Iterator[Office]:
    settings.EMAIL_BACKEND = "tests.games.month.post_office.Backend"
    with open_for_business(monkeypatch.setattr) as office:
        yield office


# Two years of sixty players take some minutes.
@pytest.mark.timeout(14400)
def test_years_go_by_without_a_fault(office, monkeypatch, capsys):
    def tell(line: str) -> None:
        with capsys.disabled():
            print(line, flush=True)

    years = Years(wanted(), monkeypatch.setattr).run(tell)
    tell("\n".join(("", *years.figures())))
    assert not years.watch.faults


def test_planted_faults_are_found(office, monkeypatch):
    for plant, _found in BREAKS:
        plant(monkeypatch.setattr)
    years = Years(DECIDED, monkeypatch.setattr).run()
    missing = {found for _plant, found in BREAKS} - set(years.watch.faults)
    assert not missing, "\n".join(years.figures())
