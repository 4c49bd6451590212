"""Passkeys in a real browser, with an authenticator that its tools for developers make up."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Letter, Passkey
from tests.e2e.looks import enter, go, look_here, profile
from tests.games.cast import player

pytestmark = pytest.mark.django_db(transaction=True)
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
ADD, USE = "Add a passkey", "Sign in with a passkey"


@pytest.fixture
def site(live_server: Any, settings: Any) -> str:
    """A site that knows where it is, and so whose passkeys are its own."""
    settings.BASE_URL = live_server.url
    return str(live_server.url)


@pytest.fixture(params=[(390, "light"), (1280, "dark")])
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A browser, narrow and light or wide and dark."""
    width, scheme = request.param
    with profile(
        browser,
        viewport={"width": width, "height": 844},
        color_scheme=scheme,
        locale="en-GB",
        reduced_motion="reduce",
    ) as opened:
        yield opened


def device(page: Page, **more: Any) -> Any:
    """Plug in a device that keeps passkeys."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    made = tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR | more})
    tools.send(
        "WebAuthn.setUserVerified",
        {"authenticatorId": made["authenticatorId"], "isUserVerified": True},
    )
    return tools


def to_sign_in(page: Page, site: str) -> None:
    page.context.clear_cookies()
    page.goto(site + reverse("accounts-sign-in") + "?next=/rules/")


def test_a_passkey_is_added_signs_in_and_is_removed(
    context: BrowserContext, live_server: Any, site: str
):
    page = context.new_page()
    device(page)
    enter(page, live_server, player("alice"))
    page.goto(site + reverse("account"))
    go(page.get_by_role("link", name="Passkeys"))
    assert page.get_by_label("What you call it").input_value() == "Chrome on Linux"
    look_here(page)
    page.fill("#name", "My phone")
    page.get_by_role("button", name=ADD).click()
    page.get_by_text("From now on you can sign in with it").wait_for()
    assert page.locator(".line-name").all_inner_texts() == ["My phone"]
    look_here(page)
    page.get_by_role("button", name=ADD).click()
    page.get_by_text("holds a passkey of yours already").wait_for()
    look_here(page)
    assert Passkey.objects.count() == 1
    assert Letter.objects.filter(kind=Letter.Kind.PASSKEY).count() == 1

    to_sign_in(page, site)
    look_here(page)
    page.get_by_role("button", name=USE).click()
    page.wait_for_url(site + "/rules/")
    page.goto(site + reverse("passkeys"))
    assert "last used" in page.locator(".line").inner_text()
    go(page.get_by_role("button", name="Remove"))
    page.get_by_text("Removed here").wait_for()
    assert not Passkey.objects.exists()

    to_sign_in(page, site)
    page.get_by_role("button", name=USE).click()
    page.get_by_text("Nobody here has this passkey").wait_for()
    assert page.url == site + "/sign-in/?next=%2Frules%2F"
    look_here(page)
    assert not [cookie for cookie in context.cookies() if cookie["name"] == "sessionid"]


def test_who_calls_it_off_reads_that_nothing_was_done(
    context: BrowserContext, live_server: Any, site: str
):
    page = context.new_page()
    device(page, hasUserVerification=False, isUserVerified=False)
    to_sign_in(page, site)
    page.get_by_role("button", name=USE).click()
    expect(page.get_by_role("alert").get_by_text("That was called off")).to_be_visible()
    assert page.get_by_role("button", name=USE).is_enabled()
    look_here(page)


@pytest.mark.parametrize("why", ["scripts", "able", "address"])
def test_where_there_can_be_no_passkeys_there_is_no_button(
    browser: Browser, live_server: Any, site: str, settings: Any, why: str
):
    if why == "address":
        settings.BASE_URL = "https://saboteur.example.org"
    with profile(browser, java_script_enabled=why != "scripts", locale="en-GB") as context:
        page = context.new_page()
        if why == "able":
            page.add_init_script("delete window.PublicKeyCredential")
        page.goto(site + reverse("accounts-sign-in"))
        assert page.get_by_role("button", name="Send me a code").is_visible()
        assert not page.get_by_role("button", name=USE).is_visible()
        enter(page, live_server, player("alice"))
        page.goto(site + reverse("passkeys"))
        assert not page.get_by_role("button", name=ADD).is_visible()
        assert page.get_by_text("This browser can make no passkeys here").is_visible()
