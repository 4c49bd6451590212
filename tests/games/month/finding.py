"""Looks for a planted fault in one simulated month after the other."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import contains, ne

import pytest

from tests.games.month.breaks import FOUND_FIRST, Patch
from tests.games.month.month import Month
from tests.games.month.plan import SHORT
from tests.games.month.post_office import Office
from tests.games.month.test_a_simulated_month import forget


def find(plant: Callable[[Patch], None], found: str, office: Office, patch: Patch) -> None:
    """Plant a fault and fail unless a month finds it; nothing planted, nothing may be found."""
    plant(patch)
    seen: list[str] = []
    # Not every few days bring about all that can go wrong; those that do are over when it is found.
    for seed in sorted(range(1, 13), key=partial(ne, FOUND_FIRST.get(plant, 2))):
        month = Month(replace(SHORT, seed=seed), office, patch)
        month.run(until=partial(contains, month.watch.faults, found))
        if found in (month.watch.faults or {""}):
            return
        seen += month.figures()
        forget()
    pytest.fail("\n".join(seen))
