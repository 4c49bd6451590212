"""A channel is added, tried out and removed in a browser; every page of it is looked at."""

import pytest
from playwright.sync_api import Page, expect

from games.channels.services import sending
from games.models import Channel, Player, Sending
from tests.e2e.looks import enter, faults_here, go, look, look_here
from tests.games.cast import player, started
from tests.games.channels.conftest import listener
from tests.games.channels.listener import Listener, status

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["listener"]

WORDS = {
    "en": ("Add", "Send a trial message", "On to the channel", "Remove"),
    "de": ("Hinzufügen", "Eine Probe senden", "Weiter zum Kanal", "Entfernen"),
}


def speaking(language: str) -> Player:
    alice = player("alice")
    alice.language = language
    alice.save(update_fields=("language",))
    return alice


def test_a_channel_is_kept_in_a_browser(
    page: Page, live_server, listener: Listener, language: str
) -> None:
    started(), started()
    add, try_out, on, remove = WORDS[language]
    enter(page, live_server, speaking(language))
    url = f"{live_server.url}/me/channels/"
    look(page, url)
    page.locator("input[value=webhook]").check()
    page.locator("#id_name").fill("My server of a name that is forty long!!")
    page.locator("#id_url").fill(listener.url())
    go(page.get_by_role("button", name=add, exact=True))
    own = Channel.objects.get()
    expect(page.locator("#secret")).to_have_value(own.secret)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        look_here(page)
    go(page.get_by_role("link", name=on))
    go(page.get_by_role("button", name=try_out))
    sending.sweep(now=Sending.objects.get().due_at)
    assert listener.heard[0].said["type"] == "trial"
    look(page, page.url)
    listener.answer = status(404)
    go(page.get_by_role("button", name=try_out))
    sending.sweep(now=Sending.objects.latest("created_at").due_at)
    look(page, page.url)
    expect(page.locator(".problem")).to_contain_text("404")
    look(page, url)
    page.goto(f"{url}{own.pk}/")
    page.locator("details").last.locator("summary").click()
    assert list(faults_here(page)) == []
    go(page.get_by_role("button", name=remove, exact=True))
    assert not Channel.objects.exists()
    look_here(page)
