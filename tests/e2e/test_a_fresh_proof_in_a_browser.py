"""What protects an account, in a real browser: a fresh proof, and what a link may not stop."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games import links
from games.accounts.sessions import FRESH
from games.links import StopClaim
from games.services import instant
from games.subscriptions import selectors
from games.subscriptions.rules import Stop
from tests.e2e.looks import enter, go, look, look_here
from tests.e2e.test_accounts_are_looked_after import shoot
from tests.games.cast import player, started
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_signed_in_long_ago_confirms_first(page: Page, live_server):
    client = browser(player("alice"))
    session = client.session
    session["since"] = int((instant.now() - FRESH).timestamp())
    session.save()
    key = str(session.session_key)
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": live_server.url}])
    for name in ("passkeys", "channels-mine", "address"):
        look(page, live_server.url + reverse(name))
        shoot(page, f"prove-{name}")
    go(page.get_by_role("link", name="Confirm it's me"))
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_link_offers_less_than_everything_and_the_owner_stops_all(page: Page, live_server):
    started(now=instant.now())
    alice = player("alice")
    for name, stop in (("turns", Stop.TURNS), ("all", Stop.EVERYTHING)):
        claim = StopClaim(stop, alice.pk, epoch=alice.link_epoch)
        look(page, live_server.url + reverse("subscriptions-stop", args=[links.STOP.sign(claim)]))
        shoot(page, f"stop-{name}")
    enter(page, live_server, alice)
    go(page.get_by_role("link", name="Sign in to stop all emails"))
    page.locator("summary", has_text="Stop all emails").click()
    look_here(page)
    shoot(page, "letters")
    go(page.get_by_role("button", name="Stop all emails"))
    look_here(page)
    shoot(page, "letters-stopped")
    assert selectors.is_stopped(StopClaim(Stop.EVERYTHING, alice.pk))
