"""Emails and pages with pictures do without the cache: its server may be gone, silent or killed."""

import math
import socket
from contextlib import suppress

import pytest
from django.core.cache import caches
from django.urls import reverse

from games import letters as written
from games.drawing import raster, sheet, stamps
from games.models import Letter
from games.services import mailbox
from saboteur_site import env
from saboteur_site.caching import RedisCache
from saboteur_site.local.children import Child
from tests.games.cast import NOW, started
from tests.games.mail_server import MailServer
from tests.games.pages.table import browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


@pytest.fixture(autouse=True)
def _nothing_is_drawn_yet(monkeypatch) -> None:
    monkeypatch.setattr(RedisCache, "gone_until", -math.inf)
    for kept in (stamps.stamp, sheet.face, raster._seen, raster._bare):
        kept.cache_clear()


def use(settings, url: str) -> None:
    settings.CACHES = {"default": env.cache(url)}


def pictures(server: MailServer) -> list[int]:
    """How many pictures each email has."""
    parts = [[part.get_content_maintype() for part in each.walk()] for each in server.got]
    return [each.count("image") for each in parts]


def assert_all_left(server: MailServer) -> None:
    assert set(Letter.objects.values_list("status", "attempts")) == {("sent", 1)}
    assert pictures(server) == [2, 2, 2]


@pytest.mark.parametrize(
    "url",
    ["redis://127.0.0.1:1", "rediss://127.0.0.1:1", "unix:///nowhere?db=1", "redis://no.test"],
)
def test_a_dead_cache_stops_no_email_with_pictures(mail_server: MailServer, settings, caplog, url):
    use(settings, url)
    started()
    mailbox.sweep(now=NOW)
    assert_all_left(mail_server)
    said = [line.message for line in caplog.records if line.levelname == "WARNING"]
    assert said == ["no cache, pictures are drawn anew: ConnectionError"]


def test_a_cache_that_dies_while_an_email_is_written_costs_it_no_attempt(
    mail_server: MailServer, settings, servers: tuple[Child, Child], monkeypatch
):
    use(settings, settings.REDIS_URL)
    caches["default"].set("alive", value=True)
    started()
    write = written.write

    def cut_off(letter: Letter, **how):
        if caches["default"].get("alive"):
            servers[1].stop()
        return write(letter, **how)

    monkeypatch.setattr(written, "write", cut_off)
    try:
        mailbox.sweep(now=NOW)
    finally:
        servers[1].start()
        servers[1].await_ready()
    assert_all_left(mail_server)


def test_a_cache_that_says_nothing_is_asked_once_and_not_for_each_card(
    mail_server: MailServer, settings
):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        use(settings, f"redis://127.0.0.1:{silent.getsockname()[1]}")
        started()
        mailbox.sweep(now=NOW)
        silent.setblocking(False)
        asked = 0
        with suppress(BlockingIOError):
            while silent.accept():
                asked += 1
    assert_all_left(mail_server)
    assert 1 <= asked <= 2


def test_a_page_shows_its_small_picture_without_a_cache(settings):
    use(settings, "redis://127.0.0.1:1")
    game = started()
    assert browser().get(reverse("pictures-small", args=[game.key])).status_code == 200


@pytest.mark.usefixtures("servers")
def test_a_cache_that_is_back_is_used_again(settings, monkeypatch):
    monkeypatch.setattr(RedisCache, "gone_until", 0)
    use(settings, settings.REDIS_URL)
    caches["default"].set("key", "value", 60)
    assert caches["default"].get("key") == "value"
