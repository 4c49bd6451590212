"""A stranger's first move against bots: three clicks from the front page, in under a minute."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser

from games.models import Game, Move, Player
from tests.e2e.looks import go, look_here, profile
from tests.games.cast import started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_first_move_takes_three_clicks(
    browser: Browser, live_server, width: int, scripts: bool
) -> None:
    with profile(browser, locale="en-GB", java_script_enabled=scripts) as context:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(live_server.url + reverse("home"))
        go(page.get_by_role("button", name="Play now against bots", exact=True).first)
        go(page.locator(".maze-art a.lit").first)
        go(page.locator(".confirm-button").first)
        assert "/seat/" in page.url
    assert Move.objects.filter(by="player").count() == 1
    game = Game.objects.get()
    assert game.organiser.email is None


def test_a_visitors_pages_fit_and_are_accessible(browser: Browser, live_server, width: int) -> None:
    watched = started(listed=True)
    with profile(browser, locale="de-DE") as context:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(live_server.url + reverse("home"))
        assert page.get_by_role("link", name=watched.name).is_visible()
        look_here(page)
        go(page.locator(".welcome-ways button"))
        look_here(page)
        page.goto(live_server.url + reverse("home"))
        assert page.get_by_role("heading", name="Meine Übungsspiele").is_visible()
        look_here(page)
    assert Player.objects.filter(email=None).count() == 1


def test_a_language_is_switched_in_the_middle_of_a_choice(
    browser: Browser, live_server, width: int
) -> None:
    """On a phone the question lies over the end of the page: what stands there can be reached."""
    with profile(browser, locale="en-GB") as context:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(live_server.url + reverse("home"))
        go(page.get_by_role("button", name="Play now against bots", exact=True).first)
        go(page.locator(".maze-art a.lit").first)
        asked, _hash, _maze = page.url.partition("#")
        foot = page.get_by_role("button", name="Deutsch")
        foot.scroll_into_view_if_needed()
        foot.click()
        page.get_by_role("button", name="So machen").wait_for()
        assert page.url == asked
        page.keyboard.press("End")
        # Nor is what a key comes to behind it.
        foot = page.get_by_role("link", name="Protokoll")
        foot.focus()
        assert foot.evaluate(
            "it => { const { x, y, width, height } = it.getBoundingClientRect();"
            "return it.contains(document.elementFromPoint(x + width / 2, y + height / 2)) }"
        )
