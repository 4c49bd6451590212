"""A hand of which little can be played, in a real browser: readable, narrow and wide."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.test_pages_in_a_browser import check
from tests.games.cast import asked
from tests.games.pages.table import seat_url
from tests.games.pages.test_a_card_without_a_use_says_why import table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_what_cannot_be_played_is_readable(page: Page, live_server, width: int, scheme: Any):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    here = live_server.url + seat_url(asked(table(mine=0b011, theirs=0b011)))
    check(page, here, width)
    check(page, here + "?pick=card%3AP1", width)
    page.get_by_role("button", name="Cover them").click()
    check(page, here, width)
    assert "are covered" in page.locator(".mine").inner_text()
