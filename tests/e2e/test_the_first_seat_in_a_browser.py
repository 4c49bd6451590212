"""The questions at the first seat in a real browser: it tells the time zone itself."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser

from games import links
from games.links import InvitationClaim
from games.services import accounts, invitations
from tests.e2e.looks import enter, go, look_here, profile
from tests.games.cast import NOW, open_table, player

pytestmark = pytest.mark.django_db(transaction=True)
LIST, SEARCH = "[data-zones=list]", "[data-zones=search]"


def test_a_first_seat_is_taken(browser: Browser, live_server, width: int):
    dora = accounts.known_or_new("dora@example.org", language="en", now=NOW)
    with profile(
        browser,
        timezone_id="Asia/Kathmandu",
        viewport={"width": width, "height": 844},
    ) as context:
        page = context.new_page()
        enter(page, live_server, dora)
        page.goto(live_server.url + reverse("lobby-new-game"))
        go(page.get_by_role("button", name="Set up the table"))
        page.get_by_role("heading", name="Your first seat").wait_for()
        assert page.locator(LIST).input_value() == "Asia/Kathmandu"
        shown = page.locator(f"{LIST} option:checked").inner_text()
        assert shown.startswith("Asia/Kathmandu · UTC+5:45 · ")
        look_here(page)
        page.fill(SEARCH, "new yo")
        assert page.locator(LIST).input_value() == "America/New_York"
        assert page.locator(f"{LIST} option").count() == 1
        page.fill(SEARCH, "")
        assert page.locator(LIST).input_value() == "America/New_York"
        page.fill(SEARCH, "kolk")
        page.fill("[name=me-name]", "\u3164")
        go(page.get_by_role("button", name="Take the seat"))
        page.get_by_role("alert").wait_for()
        assert page.locator(LIST).input_value() == "Asia/Kolkata"
        look_here(page)
        page.fill("[name=me-name]", "Dora")
        page.get_by_role("button", name="Take the seat").click()
        page.wait_for_url("**/g/*/")
    dora.refresh_from_db()
    assert (dora.name, dora.time_zone) == ("Dora", "Asia/Kolkata")


def test_before_the_first_seat_the_settings_guess_the_zone_too(browser: Browser, live_server):
    dora = accounts.known_or_new("dora@example.org", language="en", now=NOW)
    url = live_server.url + reverse("accounts-me")
    with profile(browser, timezone_id="Asia/Kathmandu", locale="en-NZ") as context:
        page = context.new_page()
        enter(page, live_server, dora)
        page.goto(url)
        assert page.locator(LIST).input_value() == "Asia/Kathmandu"
        page.select_option(LIST, "America/New_York")
        go(page.get_by_role("button", name="Save"))
        page.get_by_text("Saved.").wait_for()
        # What was chosen is not guessed over, whether he has a name by now or not.
        assert page.locator(LIST).input_value() == "America/New_York"
    dora.refresh_from_db()
    assert (dora.name, dora.time_zone) == ("", "America/New_York")


def test_an_invited_newcomer_finds_his_zone_without_scripts(browser: Browser, live_server):
    invited = invitations.invite(
        open_table(seats=4).key, "erna@example.org", by=player("alice"), now=NOW
    )
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    with profile(browser, java_script_enabled=False, locale="de-CH") as context:
        page = context.new_page()
        page.goto(live_server.url + url)
        assert page.locator(LIST).input_value() == "Europe/Zurich"
        page.fill(SEARCH, "san")
        page.fill("[name=name]", "Erna")
        go(page.get_by_role("button", name="Platz nehmen"))
        page.get_by_role("alert").wait_for()
        page.select_option(LIST, "America/Santiago")
        page.get_by_role("button", name="Platz nehmen").click()
        page.wait_for_url("**/w/*/")
    invited.refresh_from_db()
    assert invited.game.places.get(player__email="erna@example.org").player.time_zone == (
        "America/Santiago"
    )
