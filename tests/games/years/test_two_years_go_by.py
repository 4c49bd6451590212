"""Years of a league with players of all sorts: nothing is late or without a result, all as written.

`python3 manage.py years` plays two whole ones. In the suite two of the five leagues play a few
weeks, other ones after each commit; with `--deep` all of them do.
"""

from collections.abc import Iterator

import pytest

from saboteur_site.local import checks
from tests.games.month.post_office import Office, open_for_business
from tests.games.years.breaks import BREAKS
from tests.games.years.plan import DECIDED, LEAGUES, SHORT, wanted
from tests.games.years.years import Years
from tests.sampling import sample

pytestmark = pytest.mark.django_db(transaction=True, reset_sequences=True)


@pytest.fixture
def office(settings, monkeypatch) -> Iterator[Office]:
    settings.EMAIL_BACKEND = "tests.games.month.post_office.Backend"
    with open_for_business(monkeypatch.setattr) as office:
        yield office


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the leagues."""
    if "league" in metafunc.fixturenames:
        asked_for, some = wanted(), sample(metafunc.config, list(SHORT), 2)
        metafunc.parametrize("league", some if asked_for is SHORT else asked_for)


# Two years of sixty players take some minutes.
@pytest.mark.timeout(14400)
def test_years_go_by_without_a_fault(league, office, monkeypatch, capsys):
    def tell(line: str) -> None:
        with capsys.disabled():
            print(f"{league}: {line}" if line else "", flush=True)

    years = Years(wanted()[league], office, monkeypatch.setattr).run(tell)
    for line in ("", *years.figures()):
        tell(line)
    assert not years.watch.faults


@pytest.mark.parametrize("name", DECIDED)
def test_planted_faults_are_found(name, office, monkeypatch):
    planted = [each for each in BREAKS if each.of == name]
    assert planted
    for each in planted:
        each.plant(monkeypatch.setattr)
    years = Years(DECIDED[name], office, monkeypatch.setattr).run()
    missing = {each.found for each in planted} - set(years.watch.faults)
    assert not missing, "\n".join(years.figures())


def test_the_command_knows_every_league():
    assert tuple(LEAGUES) == checks.LEAGUES
