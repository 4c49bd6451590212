"""A table's page, a seat's page and the list of games say why a game waits, in both languages."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from games import links
from games.clocks.rules import breaks, giving
from games.clocks.services import pauses, vacations
from games.links import SeatClaim
from games.models import Game, Player, Seat
from tests.games.cast import DAY, MINUTE, NOW, asked, clocks_of, play, player, started
from tests.games.pages.table import browser, seat_url, text_of

pytestmark = pytest.mark.django_db


def pages(game: Game) -> dict[str, str]:
    """What the one who is asked and another one of the table read."""
    one = asked(game)
    other = Seat.objects.filter(game=game, player__isnull=False).exclude(pk=one.pk).earliest("pk")
    mine, theirs = Client(), Client()
    mine.force_login(one.player)
    theirs.force_login(other.player)
    found = {
        "own seat": browser().get(
            reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(one))])
        ),
        "own list": mine.get(reverse("home")),
        "other's seat": browser().get(
            reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(other))])
        ),
        "other's list": theirs.get(reverse("home")),
        "public": Client().get(reverse("table-public", args=[game.key])),
    }
    return {name: text_of(page.content.decode()) for name, page in found.items()}


def paused(game: Game, number: int) -> None:
    clocks_of(game, lambda table: breaks.pause(table, NOW + 3 * DAY, by=None, now=NOW))


def away(game: Game, number: int) -> None:
    wish = (None, date(2026, 3, 5))
    clocks_of(game, lambda table: breaks.leave(table, number, wish, now=NOW))


def unreached(game: Game, number: int) -> None:
    clocks_of(game, lambda table: giving.bounce(table, number, now=NOW))


def set_aside(game: Game, number: int) -> None:
    Game.objects.filter(pk=game.pk).update(stuck=Game.SET_ASIDE, stuck_at=NOW)


WORDS = {
    paused: (
        "The table is paused until Wed 4 Mar, 12:00 UTC: nothing can be played",
        "Der Tisch macht bis Mi, 4. Mär, 12:00 UTC Pause",
    ),
    away: (" away until Fri 6 Mar, 00:00 UTC", "bis Fr, 6. Mär, 00:00 UTC im Urlaub"),
    unreached: ("cannot be reached", "nicht zu erreichen"),
    set_aside: ("it was set aside for the operators", "für die Betreiber beiseitegelegt"),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("trouble", WORDS)
def test_why_a_game_waits_is_told_to_all_of_its_readers(set_clock, trouble, language: str):
    set_clock(NOW)
    game = started()
    Player.objects.update(language=language)
    trouble(game, asked(game).number)
    english, german = WORDS[trouble]
    for name, shown in pages(game).items():
        # Who is not known is spoken to in the language of his browser.
        words = german if language == "de" and name != "public" else english
        assert words in shown, name


def test_a_pause_of_this_very_minute_is_told(set_clock):
    set_clock(NOW + MINUTE / 3)
    game = started()
    clocks_of(game, lambda table: breaks.pause(table, NOW + DAY, by=None, now=NOW + MINUTE / 3))
    set_clock(NOW + MINUTE / 2)
    shown = pages(game)
    assert "The table is paused" in shown["own seat"]
    assert "Nothing can be played now" in shown["own seat"]
    assert "It is your turn" not in shown["own seat"]
    assert "Pick a card" not in shown["own seat"]
    assert "The table is paused" in shown["other's seat"]


def test_a_game_that_waits_for_who_is_asked_says_so_once(set_clock):
    set_clock(NOW)
    game = started()
    name = asked(game).name
    assert pages(game)["public"].count(f"Waiting for {name}") == 2, "its title and its heading"


def test_an_absence_that_has_just_begun_is_told_once_above_the_table(set_clock):
    set_clock(NOW)
    for begin in (on_vacation, paused_by_alice):
        game = started()
        while asked(game).name == "alice":
            play(game)
        begin(game)
        other = game.places.get(name="carol" if asked(game).name == "bob" else "bob")
        shown = browser().get(seat_url(other)).content.decode()
        head, _, news = shown.partition("</header>\n\n<section")
        assert "until " in text_of(head.partition('class="table-wait"')[2].partition("</p>")[0])
        assert "until " not in text_of(head.partition('class="news-hint"')[2]), begin
        assert "until " in text_of(news.partition('id="news"')[2].partition("</section>")[0])


def test_news_that_the_line_above_tells_leave_no_link_without_a_word(set_clock):
    set_clock(NOW)
    game = started()
    mover = asked(game)
    play(game)
    on_vacation(game)
    shown = browser().get(seat_url(mover)).content.decode()
    assert "on vacation until" in text_of(shown.partition('id="news"')[2])
    assert 'class="news-hint"' not in shown


def on_vacation(game: Game) -> None:
    vacations.leave(asked(game).player, (None, date(2026, 3, 5)), now=NOW)


def paused_by_alice(game: Game) -> None:
    pauses.pause(game.key, NOW + DAY, by=player("alice"), now=NOW)
