"""A hand of which little can be played, in a real browser: readable, narrow and wide."""

import pytest
from playwright.sync_api import Page

from tests.e2e.looks import go, look
from tests.games.cast import asked
from tests.games.pages.table import seat_url
from tests.games.pages.test_a_card_without_a_use_says_why import table

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_cannot_be_played_is_readable(page: Page, live_server):
    here = live_server.url + seat_url(asked(table(mine=0b011, theirs=0b011)))
    look(page, here)
    look(page, here + "?pick=card%3AP1")
    go(page.get_by_role("button", name="Cover them"))
    look(page, here)
    assert "are covered" in page.locator(".mine").inner_text()
