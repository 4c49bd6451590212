"""The first-game guide from the front page to the gold, by keyboard alone and without scripts."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page

from games import texts
from games.selectors import LESSONS
from tests.e2e.looks import profile

pytestmark = pytest.mark.django_db(transaction=True)

CHOICES = {
    1: ["A way from the start to the treasure"],
    2: ["b4"],
    3: ["straight left–right", "c4"],
    4: ["bend down–right", "d3"],
    5: ["junction up–down–left", "e2", "Turn it round"],
    6: ["repair lantern", "myself"],
    7: ["rockfall", "g2"],
    8: ["map", "i3"],
    9: ["dead end down", "discard it and pass"],
    10: ["straight left–right", "h3"],
}
"""What is clicked in each lesson, before it is done."""


@pytest.fixture(params=[390, 1280])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    with profile(browser, locale="en-GB", java_script_enabled=False) as context:
        opened = context.new_page()
        opened.set_viewport_size({"width": request.param, "height": 844})
        yield opened


def press(page: Page, name: str) -> None:
    """Go to a link with the Tab key, as who has no mouse, and follow it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        here = page.locator(":is(a, button):focus")
        if here.count() and name in (here.text_content() or ""):
            with page.expect_navigation():
                page.keyboard.press("Enter")
            return
    raise AssertionError(f"no key leads to {name}")


def test_a_first_game_is_played_by_keyboard_alone(page: Page, live_server) -> None:
    page.goto(live_server.url + reverse("home"))
    press(page, "Learn it in ten steps")
    press(page, "Begin")
    for number in LESSONS:
        assert texts.lesson_words(number).title in page.locator("h1").inner_text()
        for name in CHOICES[number]:
            press(page, name)
        if number > 2:
            press(page, "Do it")
        assert page.locator(".guide-right").is_visible()
        if number < LESSONS[-1]:
            press(page, "Next step")
    assert page.get_by_role("link", name="Start a game").is_visible()
