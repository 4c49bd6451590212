"""A table that fills, on a phone: what its organiser does next stands first, the rest is folded."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from games.models import Player
from tests.e2e.looks import enter, look_here
from tests.games.cast import again, open_table, player
from tests.games.pages.table import game_url

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(page: Page, live_server) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    enter(page, live_server, player("alice"))
    return page


def test_the_organiser_fills_and_starts_a_table_on_two_screens(phone: Page, live_server) -> None:
    game = open_table()
    phone.goto(live_server.url + game_url(game))
    assert phone.evaluate("document.documentElement.scrollHeight") <= 2 * 844
    start = phone.get_by_role("button", name="Start the game")
    assert start.is_disabled()
    box = start.bounding_box()
    assert box is not None
    assert box["y"] < 844
    phone.get_by_text("With bots").click()
    look_here(phone)
    phone.get_by_label("How many bots").select_option("2")
    phone.get_by_role("button", name="Let bots sit down").click()
    phone.get_by_text("3 of 3 seats taken").wait_for()
    start.click()
    phone.wait_for_url("**/seat/")
    assert again(game).status == "active"


def test_a_folded_form_with_a_fault_lies_open(phone: Page, live_server) -> None:
    # What is refused is an error to a page's console, and none to who reads it.
    other = phone.context.new_page()
    other.goto(live_server.url + game_url(open_table()))
    other.get_by_text("By letter").click()
    other.get_by_label("Invite by e-mail").fill("nobody")
    other.get_by_role("button", name="Invite").click()
    other.get_by_role("alert").wait_for()
    assert other.get_by_label("Invite by e-mail").is_visible()
    assert other.get_by_label("Invite by e-mail").input_value() == "nobody"


def test_what_is_chosen_for_a_new_game_is_read_whole(
    phone: Page, live_server, language: str
) -> None:
    Player.objects.update(language=language)
    phone.goto(live_server.url + reverse("lobby-new-game"))
    assert phone.locator("html").get_attribute("lang") == language
    cut = phone.evaluate(
        """() => {
            const pen = document.createElement("canvas").getContext("2d");
            const cut = (select) => {
                const style = getComputedStyle(select);
                pen.font = style.font;
                const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
                const arrow = 18;
                const room = select.clientWidth - padding;
                return [...select.options].map((option) => option.text)
                    .filter((text) => pen.measureText(text).width > room - arrow);
            };
            return [...document.querySelectorAll("main select")]
                .filter((select) => select.checkVisibility()).flatMap(cut);
        }"""
    )
    assert cut == [], "\n".join(cut)
