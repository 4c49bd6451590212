"""A whole season of each format, by services alone, with a clock that leaps."""

import pytest

from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES

pytestmark = pytest.mark.django_db(transaction=True)


def test_groups():
    season = cast.running()
    cast.until(season, "final", play=cast.by_name)
    assert cast.order(season) == list(NAMES[:6])


def test_a_full_round_robin():
    season = cast.running(NAMES[:5], **cast.ROBIN)
    cast.until(season, "final", play=cast.by_name)
    assert cast.order(season) == list(NAMES[:5])


def test_swiss_tables():
    season = cast.running(NAMES[:7], **cast.SWISS)
    cast.until(season, "final", play=cast.by_name)
    assert len(cast.order(season)) == 7


def test_a_solo_ladder():
    season = cast.running(NAMES[:2], **cast.SOLO)
    cast.until(season, "final", play=cast.by_name)
    assert cast.order(season) == list(NAMES[:2])


def test_a_knock_out_final():
    season = cast.running(NAMES[:6], **cast.ROBIN, seeds=6)
    cast.until(season, "final", play=cast.by_name)
    assert cast.order(season) == list(NAMES[:6])
