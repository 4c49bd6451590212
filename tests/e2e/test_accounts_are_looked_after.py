"""What ties accounts, what the log says of them and how one is recovered, in a real browser."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games import links
from games.accounts.services import recovering
from games.links import AddressClaim, ReachClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Signal
from games.services import instant
from games.signals.services import households
from tests.e2e.looks import enter, go, look, look_here
from tests.games.cast import player, started
from tests.games.moderation.cast import done, staff

pytestmark = pytest.mark.django_db(transaction=True)

NUMBERS = {
    "M1": {},
    "M2": {"days_together": 12},
    "M4": {"days": 40, "one": 6, "other": 7, "both": 5, "chance": 3400 / 18_643_560},
    "M5": {"alike": 0.93},
}
AGAINST = {"apart": 4, "alone": 1, "games_of_one": 3, "games_of_other": 2}


def shoot(page: Page, name: str) -> None:
    """Keep a picture where somebody asks for it."""
    if where := os.environ.get("SHOTS"):
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=f"{where}/{name}-{width}-{scheme}.png", full_page=True)


def test_two_declare_a_household(page: Page, live_server):
    now = instant.now()
    started(("alice", "bob", "carol"), now=now)
    households.declare(player("bob"), "alice@example.org", now=now)
    households.declare(player("alice"), "carol@example.org", now=now)
    enter(page, live_server, player("alice"))
    look(page, live_server.url + reverse("households-mine"))
    shoot(page, "household")
    go(page.get_by_role("button", name="Yes, we do"))
    expect(page.get_by_text("Now you share a household here, too.")).to_be_visible()
    look_here(page)
    page.goto(live_server.url + reverse("account"))
    shoot(page, "account")


def test_a_moderator_reads_signals_and_the_log(page: Page, live_server):
    now = instant.now()
    game = started(now=now)
    one, other = sorted((player("dora"), player("eve")), key=lambda who: who.pk)
    Signal.objects.create(
        key="sgnl", one=one, other=other, numbers=NUMBERS, against=AGAINST, digest="12345678",
        since=now.date(), found_at=now, at=now,
    )  # fmt: skip
    done(staff("max"), "extend-game", game.key, hours=5, message="Take your time")
    enter(page, live_server, staff("mia"))
    look(page, live_server.url + reverse("signals"))
    shoot(page, "signals")
    go(page.get_by_role("button", name="I have seen it"))
    go(page.get_by_role("link", name="Dismiss the signal"))
    page.get_by_label("Why, for the log").fill("sisters, as they told us")
    go(page.locator("main form button[type=submit]").first)
    look_here(page)
    shoot(page, "dismiss")
    go(page.locator("main form button[type=submit]").first)
    expect(page.get_by_text("Done. Its reference is")).to_be_visible()
    look(page, live_server.url + reverse("log-staff"))
    shoot(page, "log-staff")
    enter(page, live_server, player("alice"))
    look(page, live_server.url + reverse("log-mine"))
    shoot(page, "log-mine")


def test_who_is_said_to_have_lost_his_mailbox_objects(page: Page, live_server):
    now = instant.now()
    with because(Cause.FORM):
        change = recovering.ask(player("alice"), "anna@example.net", now=now)
    here = ""
    for new in (True, False):
        here = reverse("address-agree", args=[links.ADDRESS.sign(AddressClaim(change.pk, new=new))])
        look(page, live_server.url + here)
        shoot(page, f"agree-{new}")
        if new:
            go(page.get_by_role("button", name="I agree"))
            look_here(page)
            shoot(page, "agreed")
    look(
        page,
        live_server.url
        + reverse("address-reach", args=[links.REACH.sign(ReachClaim.of(player("alice"), at=now))]),
    )
    shoot(page, "reach")
    page.goto(live_server.url + here)
    go(page.get_by_role("button", name="I object"))
    expect(page.get_by_text("Nothing is changed")).to_be_visible()
    assert recovering.sweep(now=now + recovering.VETO) == 0
