"""A table left open in a real browser: it learns what is new, and keeps what its reader was at."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Game, Seat
from games.services import turns
from tests.e2e.looks import go, profile
from tests.games.cast import asked, claim, moves, play_to_the_end, started
from tests.games.pages.table import game_url, seat_url

pytestmark = pytest.mark.django_db(transaction=True)


def answer(game: Game) -> None:
    game.refresh_from_db()
    turns.play_move(claim(game), moves(game)[0], seen_ply=game.ply, now=timezone.now())


def second(game: Game) -> Seat:
    """Whoever is asked after the one who is asked now."""
    first = game.to_act[0]
    return Seat.objects.get(game=game, number=(first + 1) % game.seats)


def test_who_waits_is_told_that_it_is_his_turn_and_loses_nothing(page: Page, live_server):
    game = started(("alice", "bob", "carol"))
    first = asked(game).name
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + seat_url(second(game)))
    expect(page.locator("h1")).to_contain_text("Waiting for")
    page.locator(".text-maze summary").click()
    link = page.locator(".orders a")
    link.focus()
    page.evaluate("scrollTo(0, 200)")
    answer(game)
    expect(page.locator("h1")).to_have_text("It is your turn")
    assert page.title().startswith("It is your turn")
    assert "icon-turn" in str(page.locator("link[rel=icon]").get_attribute("href"))
    expect(page.locator("#live")).to_contain_text(f"It is your turn. {first} passed and discarded")
    assert page.locator(".text-maze").get_attribute("open") is not None
    assert page.evaluate("scrollY") == 200
    assert page.evaluate("document.activeElement.getAttribute('href')").endswith("/orders/")
    assert page.locator(".hand-card a").count() > 0


def test_a_keyboard_comes_to_the_hand_of_a_table_that_has_renewed_itself(page: Page, live_server):
    game = started(("alice", "bob", "carol"))
    page.goto(live_server.url + seat_url(second(game)))
    assert page.locator(".skip").count() == 1
    answer(game)
    expect(page.locator("h1")).to_have_text("It is your turn")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.hand-card a')")
    answer(game)
    expect(page.locator("h1")).to_contain_text("Waiting for")
    assert page.locator(".skip").count() == 1


def test_a_half_made_choice_stays_while_others_look_on(page: Page, live_server):
    game = started(("alice", "bob", "carol"))
    seat = Seat.objects.get(game=game, number=game.to_act[0])
    page.goto(live_server.url + seat_url(seat))
    go(page.locator(".hand-card a").first)
    chosen = page.url
    page.evaluate("document.querySelector('[data-renew]').id = 'old'")
    with page.expect_response(lambda reply: reply.status == 304):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.locator("#old").count() == 1
    assert page.url == chosen
    assert page.locator(".hand-card-chosen").count() == 1


def test_spectators_see_the_end_and_then_the_page_rests(page: Page, live_server):
    game = started(rounds="1")
    page.goto(live_server.url + game_url(game))
    play_to_the_end(game, now=timezone.now())
    expect(page.locator("h1")).to_have_text("The game is over")
    assert page.locator("[data-renew]").count() == 0


def test_who_does_something_on_the_page_is_noted_and_who_only_opens_it_is_not(
    page: Page, live_server
):
    game = started(("alice", "bob", "carol"))
    seat = second(game)
    Seat.objects.update(here_at=None)
    page.goto(live_server.url + seat_url(seat), wait_until="networkidle")
    assert not Seat.objects.exclude(here_at=None).exists()
    with page.expect_response(lambda reply: reply.url.endswith("/here/")) as told:
        page.mouse.wheel(0, 50)
    assert told.value.status == 204
    assert list(Seat.objects.exclude(here_at=None)) == [seat]


def test_without_scripts_there_is_a_link_to_look_again(page: Page, live_server, browser):
    game = started()
    with profile(browser, java_script_enabled=False, locale="en-GB") as context:
        plain = context.new_page()
        plain.goto(live_server.url + seat_url(second(game)))
        answer(game)
        go(plain.get_by_role("link", name="Look again"))
        assert plain.locator("h1").inner_text() == "It is your turn"
