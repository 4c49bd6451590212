"""A sanction from the moderators' page to the page of whom it is about, and hidden words."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.services import instant
from tests.e2e.looks import enter, go, look, look_here
from tests.games.cast import DAY, player, started
from tests.games.moderation.cast import done, staff
from tests.games.sanctions.cast import given
from tests.games.talk.cast import say

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_moderator_bans_and_both_pages_say_until_when(page: Page, live_server):
    now = instant.now()
    bob = player("bob")
    given("bob", "mute", lasts=20 * DAY, now=now, message="Please be kind.", note="he shouts")
    given("bob", "note", now=now, shown=False, note="a word for moderators alone")
    enter(page, live_server, staff("mia"))
    there = live_server.url + reverse("moderation-person", args=[bob.key])
    look(page, there)
    go(page.get_by_role("link", name="Ban", exact=True))
    look_here(page)
    page.get_by_label("Last day").fill((now + 3 * DAY).date().isoformat())
    page.get_by_label("he plays on to the end").check()
    page.get_by_label("Why, for the log").fill("two accounts, and he said so")
    go(page.get_by_role("button", name="See what will be done"), by="Enter")
    expect(page.get_by_text("Pauses that he began end")).to_be_visible()
    look_here(page)
    go(page.get_by_role("button", name="Do it"), by="Enter")
    expect(page.get_by_text("two accounts, and he said so")).to_be_visible()
    enter(page, live_server, player("bob"))
    look(page, live_server.url + reverse("account"))
    go(page.get_by_role("link", name="What moderators decided about me"))
    expect(page.get_by_text("Please be kind.")).to_be_visible()
    expect(page.get_by_text("he shouts")).to_have_count(0)
    look(page, page.url)


@pytest.mark.parametrize("who", ["mia", "alice"])
def test_words_that_are_hidden_are_told_as_hidden(page: Page, live_server, who: str):
    now = instant.now()
    game = started(hours=72, now=now)
    say(game, "carol", "Well played.", now=now)
    remark = say(game, "bob", "You are all fools.", now=now)
    typed = {"remark": remark.pk, "step": "hide", "why": "talk"}
    done(staff("mia"), "hide-talk", game.key, **typed)
    enter(page, live_server, player(who))
    look(page, live_server.url + reverse("talk-of-game", args=[game.key]))
    expect(page.get_by_text("hidden by a moderator")).to_be_visible()
    moderates = 1 if who == "mia" else 0
    expect(page.get_by_role("link", name="Show again")).to_have_count(moderates)
