"""An address is copied with a bracket or a full stop behind it, and opens all the same."""

import pytest

from tests.games.cast import NOW, asked, player, started
from tests.games.pages.table import browser, checksum, game_url, seat_url

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now(set_clock):
    set_clock(NOW)


@pytest.mark.parametrize("tail", [">", ".", ")", ",", "%3E", ").", '"', "»", "/>"])
def test_a_letters_link_opens(tail: str):
    here = seat_url(asked(started()))
    before = checksum()
    page = browser().get(here + tail)
    assert (page.status_code, page["location"]) == (302, here)
    assert checksum() == before


def test_what_was_asked_for_behind_it_is_kept():
    game = started()
    page = browser().get(game_url(game) + ")?x=1")
    assert page["location"] == game_url(game) + "?x=1"


@pytest.mark.parametrize("path", ["/nothing/here).", "/.", "//evil.example/)", "/%00)"])
def test_what_is_no_address_without_it_is_none_with_it(path: str):
    page = browser().get(path)
    assert page.status_code in (200, 404) or page["location"] == "/"


def test_a_form_is_never_sent_on():
    assert browser(player("alice")).post(game_url(started()) + ")", {}).status_code == 404
