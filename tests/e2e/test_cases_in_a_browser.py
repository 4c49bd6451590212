"""A case from its report to the appeal, as each of the three sees it."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from games.models import Act, Case
from games.services import instant
from tests.e2e.looks import enter, go, look, look_here
from tests.games.cases.cast import claims, decided
from tests.games.cases.cast import page as page_of
from tests.games.cast import player, started
from tests.games.moderation.cast import staff
from tests.games.talk.cast import say

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_case_is_reported_claimed_decided_and_appealed(page: Page, live_server) -> None:
    game = started(now=instant.now())
    remark = say(game, "bob", "you are a liar", now=instant.now())
    enter(page, live_server, player("alice"))
    talk = f"{reverse('talk-of-game', args=[game.key])}?remark={remark.pk}"
    look(page, live_server.url + talk)
    page.get_by_label("Report it: what is wrong about it?").fill("every day")
    page.get_by_label("Enclose what my own seat sees: cards and role, too").check()
    go(page.get_by_role("button", name="Report"))
    look(page, live_server.url + reverse("reports-mine"))
    case = Case.objects.get()
    enter(page, live_server, staff("mia"))
    look(page, live_server.url + reverse("cases-queue"))
    page.goto(live_server.url + page_of(case))
    go(page.get_by_role("button", name="Look at it"))
    look(page, page.url)
    go(page.get_by_role("button", name="Open what his own seat saw"))
    page.get_by_text("That you opened it stands in the log.").wait_for()
    look_here(page)
    page.goto(live_server.url + page_of(case))
    go(page.get_by_role("link", name="Decide this case"))
    look_here(page)
    client = claims(staff("mia"), case)
    decided(client, case, finding="breach", measure="note")
    enter(page, live_server, player("bob"))
    look(page, live_server.url + reverse("sanctions"))
    page.get_by_text("Appeal", exact=True).first.click()
    page.get_by_label("What speaks against it?").fill("it was a joke")
    look_here(page)
    go(page.get_by_role("button", name="Appeal"))
    enter(page, live_server, staff("max"))
    look(page, live_server.url + reverse("cases-appeal", args=[Act.objects.get().reference]))
