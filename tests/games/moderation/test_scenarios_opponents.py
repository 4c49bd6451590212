"""Scenario 34 of moderation: who plays with somebody under a sanction waits and loses nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.sanctions import selectors
from games.sanctions.services import following
from tests.games.cast import DAY, HOUR, NOW, again, asked, pass_on, player, started, sweep_deadlines
from tests.games.pages.table import browser
from tests.games.sanctions.cast import given
from tests.games.substitutes.cast import bots_play, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def test_scenario_34_innocent_opponents(set_clock):
    game = started(hours=24)
    at, opponents = NOW, ("alice", "carol")
    states: tuple[tuple[str, dict[str, Any]], ...] = (
        ("mute", {}),
        ("no-new-games", {}),
        ("ban", {}),
        ("ban", {"seats_removed": True}),
    )
    for kind, more in states:
        row = given("bob", kind, lasts=3 * DAY, now=at, **more)
        following.sweep(now=at)
        client = browser(player("bob"))
        for page in ("home", "account", "sanctions", "account-data"):
            assert client.get(reverse(page)).status_code == 200
        assert client.get(reverse("table-public", args=[game.key])).status_code == 200
        for _ in range(6):
            # Opponents move; who does not, or a bot, is moved for when his time comes.
            bots_play(again(game), now=at)
            if again(game).status != "active":
                break
            seat, due = asked(game), again(game).deadline_at
            assert due <= at + 25 * HOUR
            if seat.name in opponents:
                pass_on(game, now=at)
            else:
                at = due
                sweep_deadlines(now=at)
        for name in opponents:
            assert seat_of(game, name).player == player(name)
        ends = row.until
        assert selectors.runs(player("bob"), kind, now=ends - timedelta(seconds=1))
        at = max(at, ends)
        set_clock(at)
        assert not selectors.runs(player("bob"), kind, now=at)
    assert again(game).ply > 6
