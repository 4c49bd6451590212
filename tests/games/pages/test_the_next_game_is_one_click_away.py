"""After a move the next game that waits for me is one click away, the most urgent first."""

import pytest
from django.urls import reverse

from tests.games.cast import NOW, asked, play, player, started
from tests.games.pages.table import browser, game_url, seat_url

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now(set_clock):
    set_clock(NOW)


def led_to(name: str) -> str:
    return browser(player(name)).get(reverse("home-next-game"))["location"]


def test_the_most_urgent_game_comes_first_and_then_my_games():
    games = {hours: started(hours=hours) for hours in (48, 6, 24)}
    for game in games.values():
        while asked(game).player != player("alice"):
            play(game)
    for _, game in sorted(games.items()):
        assert led_to("alice") == game_url(game, "seat-mine")
        play(game)
    assert led_to("alice") == reverse("home")
    assert browser().get(reverse("home-next-game")).status_code == 302


def test_the_link_stands_where_i_wait_and_am_signed_in():
    game = started()
    mover = asked(game)
    link = reverse("home-next-game")
    mine = game_url(game, "seat-mine")
    assert link not in browser(mover.player).get(mine).content.decode()
    play(game)
    # Nothing else waits for him yet.
    assert link not in browser(mover.player).get(mine).content.decode()
    other = started()
    while asked(other).player != mover.player:
        play(other)
    assert link in browser(mover.player).get(mine).content.decode()
    assert link not in browser().get(seat_url(mover)).content.decode()
