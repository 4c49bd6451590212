"""Rearrange all that a reader cannot know: every byte of his pages stays the same."""

import pytest

from tests.games.blinding import blinded
from tests.games.cast import again, asked, play, started
from tests.games.pages.table import browser, game_url, seat_url
from tests.games.test_every_game_keeps_its_secrets import undated

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("plies", [0, 7, 25])
def test_a_seats_page_does_not_change_with_what_the_seat_cannot_know(plies: int):
    game = started(bots=1)
    for _ in range(plies):
        _next(game)
    for seat in game.places.filter(player__isnull=False):
        url = seat_url(seat)
        before = browser().get(url).content
        with blinded(game, seat.number) as rearranged:
            assert rearranged
            assert undated(browser().get(url).content) == undated(before)


@pytest.mark.parametrize("plies", [0, 7, 25])
def test_the_public_page_does_not_change_with_any_secret(plies: int):
    game = started(bots=1)
    for _ in range(plies):
        _next(game)
    before = browser().get(game_url(game)).content
    with blinded(game, None) as rearranged:
        assert rearranged
        assert undated(browser().get(game_url(game)).content) == undated(before)


def test_no_page_about_seats_changes_with_any_secret():
    from games.substitutes.services import offers
    from tests.games.cast import NOW, player
    from tests.games.substitutes.cast import claim_of

    game = started(bots=1)
    for _ in range(9):
        _next(game)
    offers.resign(claim_of(game, "bob"), now=NOW)
    urls = ("/seats/", game_url(game, "seats-of-game"))
    before = [browser(player("dora")).get(url).content for url in urls]
    with blinded(game, None) as rearranged:
        assert rearranged
        for url, page in zip(urls, before, strict=True):
            assert undated(browser(player("dora")).get(url).content) == undated(page)


def test_the_public_page_has_no_hand_and_no_role():
    game = started()
    page = browser().get(game_url(game)).content.decode()
    assert 'class="hand' not in page
    assert 'class="mine' not in page


def _next(game) -> None:
    from games.services import turns
    from tests.games.cast import NOW

    seat = asked(game)
    if seat.bot:
        turns.play_bot(game.pk, again(game).ply, now=NOW)
    else:
        play(game)
