"""A month finds what is wrong with sweeps, bots, letters and planned moves."""

import pytest

from tests.games.month.breaks import OF_THE_SERVICE
from tests.games.month.finding import find
from tests.games.month.test_a_simulated_month import office

__all__ = ["office"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("plant", "found"), OF_THE_SERVICE, ids=lambda of: getattr(of, "__name__", "")
)
def test_a_planted_fault_is_found(office, monkeypatch, plant, found: str):
    find(plant, found, office, monkeypatch.setattr)
