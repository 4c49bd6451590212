"""Pages speak the language and tell the time of who reads them, whatever the browser says."""

from pathlib import Path

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games import selectors
from games.links import JoinClaim
from games.services import accounts
from tests.games.cast import NOW, asked, pass_on, play, play_to_the_end, player, started
from tests.games.pages.table import browser, game_url, seat_url, text_of

pytestmark = pytest.mark.django_db


def test_a_visitor_is_spoken_to_as_his_browser_asks():
    german = browser(language="de-AT,de;q=0.9").get("/")
    assert german["Content-Language"] == "de"
    assert '<html lang="de">' in german.content.decode()
    assert "Grab nach Gold" in german.content.decode()
    assert "Dig for gold" in browser(language="fr").get("/").content.decode()


def test_a_seats_page_speaks_as_its_player_set_it_and_tells_his_time():
    game = started()
    seat = asked(game)
    accounts.change_settings(
        seat.player, name=seat.name, language="de", time_zone="America/New_York", now=NOW
    )
    page = text_of(browser(language="en").get(seat_url(seat)).content.decode())
    assert "Du bist am Zug" in page
    assert "Mo, 2. Mär, 07:00 EST" in page


def test_a_zone_without_a_name_is_told_by_its_distance_from_utc():
    game = started()
    seat = asked(game)
    accounts.change_settings(
        seat.player, name=seat.name, language="en", time_zone="Asia/Kathmandu", now=NOW
    )
    page = text_of(browser().get(seat_url(seat)).content.decode())
    assert "Mon 2 Mar, 17:45 UTC+05:45" in page


def test_a_players_list_tells_how_much_of_the_time_he_is_awake(set_clock):
    set_clock(NOW)
    game = started()
    listed = text_of(browser(asked(game).player).get(reverse("home")).content.decode())
    assert "1 day left 24 hours; 16 of your waking hours" in " ".join(listed.split())


def test_the_next_reader_of_the_same_server_is_not_spoken_to_like_the_last():
    game = started()
    seat = asked(game)
    accounts.change_settings(
        seat.player, name=seat.name, language="de", time_zone="Asia/Tokyo", now=NOW
    )
    browser().get(seat_url(seat))
    page = text_of(browser().get(game_url(game)).content.decode())
    assert "Mon 2 Mar, 12:00 UTC" in page


def test_a_finished_game_shows_gold_winners_and_every_dwarf():
    game = started(rounds="1")
    play_to_the_end(game, now=timezone.now())
    for url in (game_url(game), seat_url(game.places.first())):
        page = browser().get(url).content.decode()
        assert "The game is over" in page
        assert 'class="gold-table"' in page
        assert page.count('class="dwarf"') == 4


def test_the_local_mailbox_shows_letters_and_exists_in_local_mode_only(letterbox: Path):
    body = mail.EmailMultiAlternatives(
        "Your turn", "See http://testserver/t/x/", to=["a@example.org"]
    )
    body.attach_alternative("<html><head></head><body><p>Hello</p></body></html>", "text/html")
    body.send()
    name = next(letterbox.glob("*.eml")).stem
    listed = browser().get("/mail/").content.decode()
    assert f"/mail/{name}/" in listed
    letter = browser().get(f"/mail/{name}/").content.decode()
    assert 'href="http://testserver/t/x/"' in letter
    assert letter.count(f'src="/mail/{name}/html/"') == 2
    assert "Content-Type: multipart/alternative" in letter.partition("As it was sent")[2]
    html = browser().get(f"/mail/{name}/html/")
    assert b"<p>Hello</p>" in html.content
    assert "script-src" not in html["Content-Security-Policy"]
    assert html["Content-Security-Policy"].startswith("default-src 'none'")
    for url in ("/mail/12/", "/mail/..%2f..%2fetc/", f"/mail/{name}/part/0/"):
        assert browser().get(url).status_code == 404


def test_without_local_mode_there_is_no_mailbox():
    assert browser().get("/mail/").status_code == 404


def test_a_shared_links_page_says_so_when_every_seat_is_taken():
    from games import links
    from games.services import games
    from tests.games.cast import NOW, open_table

    game = open_table(seats=3)
    url = reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))])
    for _ in range(2):
        games.add_bot(game.key, by=player("alice"), now=NOW)
    assert "Every seat is taken" in text_of(browser().get(url).content.decode())


def test_every_page_leads_to_the_mailbox_in_local_mode(letterbox: Path):
    assert 'href="/mail/"' in browser().get("/").content.decode()


def test_no_page_speaks_of_a_mailbox_elsewhere():
    assert "/mail/" not in browser().get("/").content.decode()


def test_a_finished_round_stands_above_the_maze_while_it_is_news():
    game = started()
    while not selectors.seat_table(asked(game), now=timezone.now()).view.results:
        play(game, now=timezone.now())
    page = browser().get(seat_url(asked(game))).content.decode()
    assert page.count('class="round-result"') == 1
    assert page.index('class="round-result"') < page.index('id="maze"')
    for _ in range(3):
        pass_on(game, now=timezone.now())
    page = browser().get(seat_url(asked(game))).content.decode()
    assert page.index('class="round-result"') > page.index('id="maze"')
