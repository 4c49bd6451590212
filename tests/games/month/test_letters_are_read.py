"""What a month's post office compares: letters tell what pages show, also while clocks stand."""

from collections.abc import Callable

import pytest

from games.clocks.models import Position
from games.clocks.services import holding
from games.letters import waiting
from games.services import mailbox
from tests.games.cast import HOUR, NOW, started
from tests.games.month.test_a_simulated_month import office

__all__ = ["office"]

pytestmark = pytest.mark.django_db(transaction=True)
OTHER = "letter tells another deadline"


@pytest.fixture
def reads(office, set_clock) -> Callable[[], list[str]]:
    """Read every letter that goes out an hour after a table began, and name what is wrong."""
    office.sample = 1
    set_clock(NOW + HOUR)
    started()

    def read() -> list[str]:
        mailbox.sweep(now=NOW + HOUR)
        assert office.count["read"]
        return [name for name, _ in office.wrong]

    return read


def stand_still() -> None:
    """Let all clocks stand."""
    holding.hold("a new machine", now=NOW + HOUR, position=Position.CLOCKS)


def test_a_letter_tells_the_time_that_its_page_shows(reads):
    assert reads() == []


def test_a_letter_that_tells_another_time_is_found(reads, monkeypatch):
    monkeypatch.setattr(waiting, "_own_deadline", lambda *_: "Soon.")
    assert reads() == [OTHER]


def test_a_letter_tells_no_time_while_all_clocks_stand(reads):
    stand_still()
    assert reads() == []


def test_a_letter_that_tells_a_time_while_all_clocks_stand_is_found(reads, monkeypatch):
    monkeypatch.setattr(waiting, "_clocks_stand", lambda *_: "")
    stand_still()
    assert reads() == [OTHER]
