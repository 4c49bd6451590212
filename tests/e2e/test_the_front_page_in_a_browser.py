"""The front page as a browser sees it: everything loads, nothing is refused, anybody can use it."""

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_front_page_fits_and_is_accessible(page, live_server, width):
    page.set_viewport_size({"width": width, "height": 800})
    response = page.goto(live_server.url)
    assert response.status == 200
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
