"""What a player and his table see of letters that come back, in a real browser."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from games import links
from games.delivery.rules.news import News
from games.delivery.services import hearing
from games.models import Complaint, Game, Letter, Player
from games.services import invitations, mailbox
from tests.e2e.looks import enter, go, look
from tests.games.cast import asked, open_table, player, started
from tests.games.pages.table import game_url, seat_url

pytestmark = pytest.mark.django_db(transaction=True)


def heard(game: Game, news: News) -> Letter:
    """Let a letter leave to whoever is asked, and something be heard of it."""
    now = timezone.now()
    mailbox.sweep(now=now)
    letter = Letter.objects.filter(seat=asked(game)).earliest("created_at")
    email = letter.seat.player.email
    assert hearing.hear(letter.pk, links.whom(email), news, at=now, now=now)
    return letter


def test_whose_letters_come_back_reads_it_and_has_it_tried_again(
    page: Page, live_server, letterbox, language: str
):
    game = started()
    seat = asked(game)
    heard(game, News.DEAD)
    Player.objects.update(language=language)
    other = game.places.filter(player__isnull=False).exclude(pk=seat.pk).earliest("pk")
    # By his letter, where nobody is signed in; then his other pages.
    look(page, live_server.url + seat_url(seat))
    assert page.locator(".letters-notice").count() == 1
    enter(page, live_server, seat.player)
    for url in (reverse("home"), reverse("subscriptions-mine"), reverse("address")):
        look(page, live_server.url + url)
        assert page.locator(".letters-notice").count() == 1
    page.goto(live_server.url)
    go(page.locator(".letters-notice button"))
    assert page.locator(".message.success").count() == 1
    look(page, page.url)
    assert Letter.objects.filter(kind="reach", email=seat.player.email).count() == 1
    go(page.locator(".letters-notice a.button"))
    assert page.url.endswith(reverse("address"))
    # Whoever sits there too.
    enter(page, live_server, other.player)
    look(page, live_server.url + seat_url(other))
    words = "cannot be reached" if language == "en" else "nicht zu erreichen"
    people = page.locator(".people-list:visible").first
    assert words in people.inner_text()
    assert page.locator(".letters-notice").count() == 0
    look(page, live_server.url + game_url(game))


def test_who_marked_a_letter_as_spam_reads_what_was_stopped_and_takes_it_back(
    page: Page, live_server, letterbox
):
    game = started()
    seat = asked(game)
    heard(game, News.COMPLAINED)
    enter(page, live_server, seat.player)
    look(page, live_server.url + reverse("home"))
    notice = page.locator(".letters-notice")
    assert re.search("marked as spam.*it is your turn", notice.inner_text(), re.DOTALL)
    go(notice.get_by_role("link"))
    go(page.locator("form button[name=again]"))
    assert not Complaint.objects.exists()
    page.goto(live_server.url)
    assert page.locator(".letters-notice").count() == 0


def test_an_organiser_reads_who_cannot_be_reached_and_which_invitation_came_back(
    page: Page, live_server, letterbox, language: str
):
    game, filling, now = started(), open_table(by="ola"), timezone.now()
    Game.objects.filter(pk=game.pk).update(organiser=player("ola"))
    heard(game, News.DEAD)
    address = "somebody.with.a.long.address@mail.example.net"
    for each in (address, "dora@example.net"):
        invitations.invite(filling.key, each, by=player("ola"), now=now)
    mailbox.sweep(now=now)
    letter = Letter.objects.get(email=address)
    assert hearing.hear(letter.pk, links.whom(address), News.RETURNED, at=now, now=now)
    Player.objects.update(language=language)
    enter(page, live_server, player("ola"))
    look(page, live_server.url + game_url(game))
    words = "cannot be reached" if language == "en" else "nicht zu erreichen"
    assert words in page.locator(".people-list:visible").first.inner_text()
    look(page, live_server.url + game_url(filling))
    words = "the letter came back" if language == "en" else "der Brief kam zurück"
    assert [words in each for each in page.locator(".lobby-invitations li").all_inner_texts()] == [
        True,
        False,
    ]
